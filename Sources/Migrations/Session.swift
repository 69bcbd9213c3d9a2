internal import SQLite

/// A connection on which migrations are applied and undone, each in its own transaction.
///
/// Each migration finds the connection as the first one found it: what PRAGMAs and temporary
/// tables leave behind goes with the connection, in whose place a new one comes.
final class Session {
  /// The connection.
  private(set) var database: Database
  /// How many rows the last script inserted, updated or deleted.
  private(set) var writtenRows: Int64 = 0
  /// Called before each statement of a script is run, with its text and its lines.
  var onStatement: ((String, ClosedRange<Int>) -> Void)?
  private let renewed: (Database) throws(DatabaseError) -> Database
  /// Whether what runs is to be stopped.
  let isInterrupted: @Sendable () -> Bool
  private var watch: InterruptionWatch
  /// Whether a script has changed the connection for those after it.
  private var needsRenewal = false
  /// The violations after the last migration, and the database's version then.
  private var knownViolations: (dataVersion: Value?, violations: ForeignKeyViolations)?

  /// A session on a database file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - access: what the first connection may do.
  ///   - busyTimeout: how long a statement waits for another connection's lock, in milliseconds.
  ///   - settings: SQL that is run on each new connection.
  ///   - isInterrupted: whether what runs is to be stopped.
  /// - Throws: `DatabaseError`.
  init(
    path: String, access: Database.Access, busyTimeout: Int32 = 5_000, settings: String = "",
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(DatabaseError) {
    let database = try Database(path: path, access: access, busyTimeout: busyTimeout)
    renewed = { _ throws(DatabaseError) in
      let database = try Database(path: path, access: .readWrite, busyTimeout: busyTimeout)
      try database.execute(settings)
      return database
    }
    self.database = database
    self.isInterrupted = isInterrupted
    watch = InterruptionWatch(database, isRequested: isInterrupted)
    try database.execute(settings)
    try switchForeignKeysOff()
  }

  /// A session on a new database in memory.
  ///
  /// - Parameter isInterrupted: whether what runs is to be stopped.
  /// - Throws: `DatabaseError`.
  init(isInterrupted: @escaping @Sendable () -> Bool = { false }) throws(DatabaseError) {
    let database = try Database(path: ":memory:", access: .create)
    renewed = { old throws(DatabaseError) in
      let new = try Database(path: ":memory:", access: .create)
      try old.copy(to: new)
      return new
    }
    self.database = database
    self.isInterrupted = isInterrupted
    watch = InterruptionWatch(database, isRequested: isInterrupted)
    try switchForeignKeysOff()
  }

  /// Sees to it that no statement deletes rows in other tables.
  ///
  /// "If foreign key constraints are enabled when DROP TABLE is prepared, then the DROP TABLE
  /// command performs an implicit DELETE to remove all rows from the table prior to dropping it"
  /// (sqlite.org/foreignkeys.html), which cascades to the children; and "this pragma is a no-op
  /// within a transaction" (sqlite.org/pragma.html#pragma_foreign_keys). So they are off outside
  /// of it, and the rows are checked before and after.
  private func switchForeignKeysOff() throws(DatabaseError) {
    try database.execute("PRAGMA foreign_keys = OFF")
  }

  private func renew() throws(DatabaseError) {
    needsRenewal = false
    database = try renewed(database)
    watch = InterruptionWatch(database, isRequested: isInterrupted)
    knownViolations = nil
    try switchForeignKeysOff()
  }

  // MARK: Steps

  /// Applies a migration, verifies it and remembers it; all of it or nothing.
  ///
  /// - Parameter migration: a migration that is not applied.
  /// - Returns: how long it took, in milliseconds.
  /// - Throws: `MigrationError`; then the database is as it was before.
  func apply(_ migration: Migration) throws(MigrationError) -> Int64 {
    let start = ContinuousClock.now
    try change(migration.up) { () throws in try finish(migration, since: start) }
    return Session.milliseconds(.now - start)
  }

  /// Undoes a migration and forgets it; both or neither.
  ///
  /// - Parameters:
  ///   - version: the number of a migration that is applied.
  ///   - script: its down text.
  /// - Returns: how long it took, in milliseconds.
  /// - Throws: `MigrationError`; then the database is as it was before.
  func undo(_ version: Int64, _ script: MigrationScript) throws(MigrationError) -> Int64 {
    let start = ContinuousClock.now
    try change(script) { () throws in try History.delete(version, in: database) }
    return Session.milliseconds(.now - start)
  }

  /// Undoes a migration and applies it again, in one transaction if neither opts out of it.
  ///
  /// - Parameters:
  ///   - script: the down text of a migration that is applied.
  ///   - migration: the same migration, as its files are now.
  /// - Returns: how long each took, in milliseconds.
  /// - Throws: `MigrationError`; then the database is as it was before, if there was a transaction.
  func redo(
    _ script: MigrationScript, _ migration: Migration
  ) throws(MigrationError) -> (undone: Int64, applied: Int64) {
    guard script.isTransactional, migration.up.isTransactional else {
      return (try undo(migration.version, script), try apply(migration))
    }
    let start = ContinuousClock.now
    var middle = start
    try change(script) { () throws in
      middle = .now
      try History.delete(migration.version, in: database)
      try run(migration.up)
      try finish(migration, since: middle)
    }
    return (Session.milliseconds(middle - start), Session.milliseconds(.now - middle))
  }

  /// Verifies and remembers a migration whose statements have run.
  private func finish(_ migration: Migration, since start: ContinuousClock.Instant) throws {
    if let verify = migration.verify { try self.verify(verify) }
    try History.insert(
      migration, durationMilliseconds: Session.milliseconds(.now - start), in: database)
  }

  /// Runs a script and what goes with it.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - bookkeeping: what is done after the script, in the same transaction if it is run in one.
  /// - Throws: `MigrationError`.
  private func change(
    _ script: MigrationScript, _ bookkeeping: () throws -> Void
  ) throws(MigrationError) {
    do {
      // A statement of no length is never asked while it runs.
      if isInterrupted() { throw Session.interruption(of: script) }
      if !script.isTransactional { try run(script) }
      try database.transaction {
        try History.prepare(database)
        guard script.isTransactional else { return try bookkeeping() }
        let before = try violationsBefore()
        try run(script)
        try bookkeeping()
        try check(script, since: before)
      }
      knownViolations?.dataVersion = try database.value("PRAGMA data_version")
      if needsRenewal { try renew() }
    } catch {
      knownViolations = nil
      throw Session.failure(error, of: script)
    }
  }

  private func run(_ script: MigrationScript) throws(MigrationError) {
    let before = database.totalChanges
    defer { writtenRows = database.totalChanges - before }
    var walk = ScriptWalk(script, on: database)
    defer { needsRenewal = needsRenewal || walk.hasChangedConnection }
    while let statement = try walk.next() {
      if let onStatement { onStatement(walk.statementText, walk.statementLines) }
      do throws(DatabaseError) { try statement.run() } catch { throw walk.failure(error) }
    }
  }

  private func verify(_ script: MigrationScript) throws {
    try database.execute("SAVEPOINT verification")
    try Verification.run(script, on: database)
    try database.execute("ROLLBACK TO verification; RELEASE verification")
  }

  // MARK: Foreign keys

  private func violationsBefore() throws(DatabaseError) -> ForeignKeyViolations {
    // "The integer values returned by two invocations of "PRAGMA data_version" from the same
    // connection will be different if changes were committed to the database by any other
    // connection in the interim." (sqlite.org/pragma.html#pragma_data_version)
    let version = try database.value("PRAGMA data_version")
    if let known = knownViolations, known.dataVersion == version { return known.violations }
    return try ForeignKeyViolations(in: database)
  }

  private func check(_ script: MigrationScript, since before: ForeignKeyViolations) throws {
    let after = try ForeignKeyViolations(in: database)
    let sentences = after.sentences(since: before)
    guard sentences.isEmpty else {
      throw MigrationError(
        .foreignKeys, sentences.map { Problem(path: script.path, message: $0) })
    }
    knownViolations = (nil, after)
  }

  // MARK: Errors and time

  private static func interruption(of script: MigrationScript) -> MigrationError {
    MigrationError(
      .statement(.interrupted), [Problem(path: script.path, message: "stopped by a signal")])
  }

  /// An error as one of the migration, where it is not one already.
  private static func failure(_ error: any Error, of script: MigrationScript) -> MigrationError {
    switch error {
    case let error as MigrationError: error
    case let error as DatabaseError:
      MigrationError(
        .statement(error.kind), [Problem(path: script.path, message: error.reason)])
    default:
      MigrationError(
        .statement(.other), [Problem(path: script.path, message: String(describing: error))])
    }
  }

  private static func milliseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }
}
