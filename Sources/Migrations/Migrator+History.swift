package import SQLite

extension Migrator {
  // MARK: Repair

  /// The edits that `repair` would accept, with the whole differences.
  ///
  /// - Parameter versions: the migrations concerned; all where there are none.
  /// - Returns: nothing when no applied migration was edited.
  /// - Throws: `MigrationError` or `DatabaseError`.
  package func edits(of versions: [Int64]) throws -> [Problem] {
    try requireDatabase()
    return try edited(versions, plan()).flatMap { Plan.edits(of: $0, limit: .max) }
  }

  /// Takes what the files of edited migrations say now for what was applied.
  ///
  /// - Parameters:
  ///   - versions: the migrations concerned; all edited ones where there are none.
  ///   - lock: the database's lock.
  /// - Returns: the migrations that were accepted.
  /// - Throws: `MigrationError` or `DatabaseError`.
  package func repair(
    _ versions: [Int64], holding lock: borrowing DatabaseLock
  ) throws -> [Migration] {
    let session = try existingSession()
    let plan = try Plan(migrations, session.database)
    let accepted = try edited(versions, plan).compactMap(\.migration)
    if accepted.isEmpty { return [] }
    try backUp(session.database)
    try session.database.transaction {
      for migration in accepted { try History.update(migration, in: session.database) }
    }
    return accepted
  }

  private func edited(_ versions: [Int64], _ plan: Plan) throws(MigrationError) -> [Plan.Entry] {
    let known = Set(plan.entries.map(\.version))
    if let unknown = versions.first(where: { !known.contains($0) }) {
      throw MigrationError(
        .noSuchVersion,
        [Problem(path: migrations.folder, message: "no migration has the version \(unknown)")])
    }
    return plan.entries(.edited).filter { versions.isEmpty || versions.contains($0.version) }
  }

  // MARK: Baseline

  /// Takes a database that was made in another way for one that has these migrations.
  ///
  /// - Parameters:
  ///   - version: the newest migration whose effect the database already has.
  ///   - lock: the database's lock.
  /// - Returns: the migrations that count as applied now, and the lines in which the schema differs
  ///   from the one that they make.
  /// - Throws: `MigrationError` when something was applied already, or no migration has the
  ///   version; or `DatabaseError`.
  package func baseline(
    _ version: Int64, holding lock: borrowing DatabaseLock
  ) throws -> (adopted: [Migration], difference: [String]) {
    let session = try existingSession()
    let applied = try History.read(session.database)
    if let newest = applied.last {
      throw MigrationError(
        .history,
        [
          Problem(
            path: path,
            message: "expected a database without a history, but \(newest.label) is applied")
        ])
    }
    guard migrations.migration(version) != nil else {
      throw MigrationError(
        .noSuchVersion,
        [Problem(path: migrations.folder, message: "no migration has the version \(version)")])
    }
    let adopted = migrations.migrations.filter { $0.version <= version }
    let difference = try self.difference(of: session.database, to: adopted)
    try backUp(session.database)
    try session.database.transaction {
      try History.prepare(session.database)
      for migration in adopted {
        try History.insert(migration, durationMilliseconds: 0, in: session.database)
      }
    }
    return (adopted, difference)
  }

  /// The lines in which a schema differs from the one that migrations make.
  private func difference(of database: Database, to adopted: [Migration]) throws -> [String] {
    let session = try Session()
    for migration in adopted { _ = try session.apply(migration) }
    let expected = try Schema(of: session.database)
    let found = try Schema(of: database)
    return expected.isEquivalent(to: found) ? [] : expected.difference(to: found)
  }

  // MARK: Validate, dump

  /// Everything that keeps `up` from being run: in the files against the database, and in the
  /// statements that are pending.
  ///
  /// - Returns: the problems; nothing when `up` can go ahead.
  /// - Throws: `MigrationError` or `DatabaseError` when the database can't be read.
  package func validate() throws -> [Problem] {
    func problems(_ database: Database?) throws -> [Problem] {
      let plan = Plan(migrations, applied: try database.map { try History.read($0) } ?? [])
      let objections = plan.objections(allowing: permissions)
      let pending = plan.pending
      if pending.isEmpty { return objections }
      return try objections + Migrator.problems(in: pending, rehearsal(for: database))
    }
    guard DatabaseFile.exists(path) else { return try problems(nil) }
    return try Database.reading(path) { try problems($0) }
  }

  /// The schema of the database.
  ///
  /// - Parameter includesOwn: whether the tables that this program keeps for itself are part of it.
  /// - Returns: the schema.
  /// - Throws: `MigrationError` or `DatabaseError`.
  package func schema(includesOwn: Bool) throws -> Schema {
    try requireDatabase()
    return try Database.reading(path) { try Schema(of: $0, includesOwn: includesOwn) }
  }
}
