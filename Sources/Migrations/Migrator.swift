package import SQLite

/// Brings the schema of one database up to date, or back, by the migration files.
///
/// What changes the database takes the lock that keeps imports and other migrators out, as proof
/// that the caller holds it.
package struct Migrator {
  /// The database.
  package let path: String
  /// The files.
  package let migrations: MigrationSet
  /// How long a statement waits for another connection's lock, in milliseconds.
  package var busyTimeout: Int32 = 5_000
  /// What may be overlooked when migrations are applied.
  package var permissions: Plan.Permissions = []
  /// Where to copy the database before it is changed, if anywhere.
  package var backupPath: String?
  /// Whether what runs is to be stopped; asked often.
  package var isInterrupted: @Sendable () -> Bool = { false }
  /// Called after each migration that was applied or undone, when that is committed.
  package var onStep: (MigrationStep) -> Void = { _ in }

  /// A migrator for a database, which need not exist yet.
  ///
  /// - Parameters:
  ///   - path: the database.
  ///   - migrations: the files.
  package init(path: String, migrations: MigrationSet) {
    self.path = path
    self.migrations = migrations
  }

  /// How the files and the database stand to each other.
  ///
  /// - Returns: the plan; all is pending where there is no database.
  /// - Throws: `MigrationError` or `DatabaseError` when the database can't be read.
  package func plan() throws -> Plan {
    guard DatabaseFile.exists(path) else { return Plan(migrations, applied: []) }
    return try Database.reading(path) { database in try Plan(migrations, database) }
  }

  // MARK: Up

  /// Applies what is pending, each migration in its own transaction, and makes the database if it
  /// isn't there.
  ///
  /// - Parameters:
  ///   - target: the version to stop after; nil for the newest.
  ///   - lock: the database's lock.
  /// - Returns: what was applied; nothing when there was nothing to do.
  /// - Throws: `MigrationError`, which says what was applied before, or `DatabaseError`. A database
  ///   that did not exist doesn't exist then either, unless something was applied.
  package func up(
    to target: Int64? = nil, holding lock: borrowing DatabaseLock
  ) throws -> [MigrationStep] {
    if DatabaseFile.exists(path) {
      let session = try session(.readWrite)
      let pending = try pending(in: session.database, to: target)
      if !pending.isEmpty { try backUp(session.database) }
      return try apply(pending, in: session)
    }
    let pending = try pending(in: nil, to: target)
    return pending.isEmpty ? [] : try applyToNew(pending)
  }

  /// Makes the database and applies migrations to it.
  private func applyToNew(_ pending: [Migration]) throws -> [MigrationStep] {
    // Many transactions with a rollback journal are four times as many fsync(2). With a write-ahead
    // log there need be none of them: "WAL mode is always consistent with synchronous=NORMAL"
    // (sqlite.org/pragma.html#pragma_synchronous). Leaving it in the end syncs everything.
    let isLong = pending.count >= Migrator.longRun
    let session = try session(.create, settings: isLong ? "PRAGMA synchronous = NORMAL" : "")
    do {
      if isLong { try session.database.execute("PRAGMA journal_mode = WAL") }
      defer { if isLong { try? session.database.execute("PRAGMA journal_mode = DELETE") } }
      return try apply(pending, in: session)
    } catch {
      // Unless something was applied, there is nothing in the file, and it goes again.
      let version = try? session.database.value("PRAGMA schema_version")
      if version == 0 { DatabaseFile.remove(path) }
      throw error
    }
  }

  /// From this many migrations on, a database is made with a write-ahead log.
  private static let longRun = 20

  /// A session on the database.
  func session(
    _ access: Database.Access, settings: String = ""
  ) throws(DatabaseError) -> Session {
    try Session(
      path: path, access: access, busyTimeout: busyTimeout, settings: settings,
      isInterrupted: isInterrupted)
  }

  /// What is to be applied, once it is clear that it can be.
  ///
  /// - Parameters:
  ///   - database: a connection; nil when there is no database yet.
  ///   - target: the version to stop after; nil for the newest.
  /// - Returns: the migrations in order.
  /// - Throws: `MigrationError` or `DatabaseError`.
  func pending(in database: Database?, to target: Int64?) throws -> [Migration] {
    let applied = try database.map { try History.read($0) } ?? []
    let plan = Plan(migrations, applied: applied)
    try plan.requireConsistency(allowing: permissions)
    if let target, migrations.migration(target) == nil {
      throw MigrationError(
        .noSuchVersion,
        [Problem(path: migrations.folder, message: "no migration has the version \(target)")])
    }
    let pending = plan.pending.filter { $0.version <= target ?? .max }
    if !pending.isEmpty { try rehearse(pending, on: database) }
    return pending
  }

  /// A rehearsal for the database.
  func rehearsal(for database: Database?) throws(DatabaseError) -> Rehearsal {
    try Rehearsal(for: database, isInterrupted: isInterrupted)
  }

  /// Finds errors in files before any of them is run.
  private func rehearse(_ migrations: [Migration], on database: Database?) throws {
    let problems = try Migrator.problems(in: migrations, rehearsal(for: database))
    guard problems.isEmpty else {
      throw MigrationError(.invalidFiles, problems, advice: ["nothing was applied"])
    }
  }

  /// What is wrong with migrations that are to be applied one after another, and undone again.
  ///
  /// - Parameters:
  ///   - migrations: the migrations in order.
  ///   - rehearsal: a rehearsal for their database.
  /// - Returns: the problems by file and line.
  /// - Throws: `MigrationError` when it is stopped by a signal.
  static func problems(
    in migrations: [Migration], _ rehearsal: Rehearsal
  ) throws(MigrationError) -> [Problem] {
    var rehearsal = rehearsal
    var problems: [Problem] = []
    for migration in migrations {
      problems += try rehearsal.problems(in: migration.up)
      if let verify = migration.verify {
        problems += try rehearsal.problems(in: verify, isKept: false)
      }
    }
    for migration in migrations.reversed() {
      if let down = migration.down {
        problems += try rehearsal.problems(in: down)
      } else {
        rehearsal.expectAnySchema()
      }
    }
    return problems.sorted { ($0.path ?? "", $0.line ?? 0) < ($1.path ?? "", $1.line ?? 0) }
  }

  private func apply(_ pending: [Migration], in session: Session) throws -> [MigrationStep] {
    var steps: [MigrationStep] = []
    for (index, migration) in pending.enumerated() {
      do throws(MigrationError) {
        let duration = try session.apply(migration)
        let step = MigrationStep(
          action: .applied, version: migration.version, label: migration.label,
          durationMilliseconds: duration)
        steps.append(step)
        onStep(step)
      } catch {
        throw error.explained(
          done: steps.map(\.label), rest: pending[index...].map(\.label), verb: "applied")
      }
    }
    return steps
  }

  // MARK: Backup

  /// Copies the database, where that was asked for.
  ///
  /// - Parameter database: a connection.
  /// - Throws: `MigrationError` when there is something at the path of the copy already, or
  ///   `DatabaseError`.
  func backUp(_ database: Database) throws {
    guard let backupPath else { return }
    guard !DatabaseFile.exists(backupPath) else {
      throw MigrationError(
        .cannotCreate,
        [Problem(path: backupPath, message: "expected nothing at the backup's path, found a file")],
        advice: ["nothing was changed; name another file for the backup"])
    }
    // Under its own name there is a whole copy or none.
    let unfinished = backupPath + "-unfinished"
    DatabaseFile.remove(unfinished)
    defer { DatabaseFile.remove(unfinished) }
    try DatabaseFile.create(unfinished, asReadableAs: path)
    try copy(database, to: unfinished)
    try DatabaseFile.rename(unfinished, to: backupPath)
  }
}

extension Migrator {
  /// Copies a database into an empty file.
  private func copy(_ database: Database, to path: String) throws(MigrationError) {
    do throws(DatabaseError) {
      try database.copy(to: Database(path: path, access: .readWrite, busyTimeout: busyTimeout))
    } catch {
      throw MigrationError(
        .statement(error.kind),
        [Problem(path: path, message: "the backup failed: \(error.reason)")],
        advice: ["nothing was changed"])
    }
  }
}

extension MigrationError {
  /// The error with what was done before it, and what was not.
  ///
  /// - Parameters:
  ///   - done: the migrations before it.
  ///   - rest: the migration that failed, and those after it.
  ///   - verb: what was done to them: applied or undone.
  /// - Returns: the error with more advice.
  func explained(done: [String], rest: [String], verb: String) -> MigrationError {
    var error = self
    error.advice.append(
      done.isEmpty
        ? "nothing was \(verb)"
        : "\(verb) before it: \(MigrationError.enumeration(of: done))")
    if let failed = rest.first {
      error.advice.append(
        "not \(verb): \(MigrationError.enumeration(of: rest)); "
          + "the database is as it was before \(failed)")
    }
    return error
  }

  /// Names in one line, with those in the middle left out where they are many.
  static func enumeration(of names: [String]) -> String {
    guard names.count > 6 else { return names.joined(separator: ", ") }
    return "\(names[0]), \(names[1]), … \(names[names.count - 1]) (\(names.count) in all)"
  }
}
