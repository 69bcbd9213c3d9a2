package import SQLite

extension Migrator {
  /// How far back to go.
  package enum Extent: Sendable, Equatable {
    /// This many migrations, the newest first.
    case steps(Int64)
    /// All that are newer than this one, which stays; 0 for all.
    case to(Int64)
  }

  /// Undoes applied migrations, the newest first, by the down texts that were stored when they were
  /// applied.
  ///
  /// - Parameters:
  ///   - extent: how far back to go.
  ///   - lock: the database's lock.
  /// - Returns: what was undone; nothing when there was nothing to do.
  /// - Throws: `MigrationError`, before anything is undone where one of them has no down text, or
  ///   `DatabaseError`.
  package func down(
    _ extent: Extent, holding lock: borrowing DatabaseLock
  ) throws -> [MigrationStep] {
    let session = try existingSession()
    let targets = try targets(of: extent, in: History.read(session.database))
    if targets.isEmpty { return [] }
    try rehearse(targets.map(\.script), on: session.database)
    try backUp(session.database)
    var steps: [MigrationStep] = []
    for (index, target) in targets.enumerated() {
      do throws(MigrationError) {
        let duration = try session.undo(target.applied.version, target.script)
        steps.append(report(.undone, target.applied.version, target.applied.label, duration))
      } catch {
        throw error.explained(
          done: steps.map(\.label), rest: targets[index...].map(\.applied.label), verb: "undone")
      }
    }
    return steps
  }

  /// Undoes the newest applied migration and applies it again, as its files are now; in one
  /// transaction, unless one of its files opts out of it.
  ///
  /// - Parameter lock: the database's lock.
  /// - Returns: both steps; nothing when no migration is applied.
  /// - Throws: `MigrationError` or `DatabaseError`; then the database is as it was before, unless
  ///   there was no transaction.
  package func redo(holding lock: borrowing DatabaseLock) throws -> [MigrationStep] {
    let session = try existingSession()
    let applied = try History.read(session.database)
    guard let target = try targets(of: .steps(1), in: applied).first else { return [] }
    guard let migration = migrations.migration(target.applied.version) else {
      throw MigrationError(
        .history,
        [
          Problem(
            path: migrations.folder,
            message: "the files of an applied migration are missing: \(target.applied.label)")
        ])
    }
    try rehearse([target.script, migration.up], on: session.database)
    try backUp(session.database)
    do throws(MigrationError) {
      let (undone, done) = try session.redo(target.script, migration)
      return [
        report(.undone, migration.version, target.applied.label, undone),
        report(.applied, migration.version, migration.label, done),
      ]
    } catch {
      throw error.explained(done: [], rest: [migration.label], verb: "done")
    }
  }

  private func report(
    _ action: MigrationStep.Action, _ version: Int64, _ label: String, _ duration: Int64
  ) -> MigrationStep {
    let step = MigrationStep(
      action: action, version: version, label: label, durationMilliseconds: duration)
    onStep(step)
    return step
  }

  /// A session on a database that must be there.
  ///
  /// - Throws: `MigrationError` of kind `noDatabase`, or `DatabaseError`.
  func existingSession() throws -> Session {
    try requireDatabase()
    return try session(.readWrite)
  }

  /// Refuses to go on where there is no database.
  ///
  /// - Throws: `MigrationError` of kind `noDatabase`.
  package func requireDatabase() throws(MigrationError) {
    guard DatabaseFile.exists(path) else {
      throw MigrationError(
        .noDatabase, [Problem(path: path, message: "no such database")],
        advice: ["'bank-etl migrate up' makes it"])
    }
  }

  private typealias Target = (applied: AppliedMigration, script: MigrationScript)

  /// The migrations to undo, the newest first, each with its down text.
  private func targets(
    of extent: Extent, in applied: [AppliedMigration]
  ) throws(MigrationError) -> [Target] {
    let newestFirst = applied.reversed()
    let chosen: [AppliedMigration]
    switch extent {
    case .steps(let count): chosen = Array(newestFirst.prefix(Int(clamping: count)))
    case .to(let version):
      guard version == 0 || applied.contains(where: { $0.version == version }) else {
        throw MigrationError(
          .noSuchVersion,
          [Problem(path: path, message: "version \(version) is not applied")],
          advice: ["nothing was undone; 'bank-etl migrate status' lists what is applied"])
      }
      chosen = newestFirst.filter { $0.version > version }
    }
    let problems = chosen.filter { $0.down == nil }.map { applied in
      Problem(
        path: path,
        message: "\(applied.label) can't be undone: it had no down file when it was applied")
    }
    guard problems.isEmpty else {
      throw MigrationError(
        .irreversible, problems,
        advice: [
          "nothing was undone; write a down file and accept it with 'bank-etl migrate repair'"
        ])
    }
    return chosen.compactMap { applied in applied.downScript.map { (applied, $0) } }
  }

  private func rehearse(_ scripts: [MigrationScript], on database: Database) throws {
    var rehearsal = try rehearsal(for: database)
    let problems = try scripts.flatMap { try rehearsal.problems(in: $0) }
    guard problems.isEmpty else {
      throw MigrationError(.invalidFiles, problems, advice: ["nothing was undone"])
    }
  }
}
