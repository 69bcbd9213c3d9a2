import Loading
import SQLite

/// A database whose ledger a command changes: held for this program alone, its ledger up to date.
final class LedgerDatabase {
  /// The connection.
  let database: Database
  private let lock: DatabaseLock
  private let watch: InterruptionWatch

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - location: the database.
  ///   - waitSeconds: how long to wait while another process holds it.
  ///   - needsImports: whether there is nothing to do in one that has had no imports.
  /// - Throws: `CommandFailure` where there is no such database or it has no imports, or
  ///   `DatabaseLock.Failure`, `DatabaseError` or `LoadError`.
  init(_ location: DatabaseLocation, waitSeconds: Int64, needsImports: Bool = true) throws {
    // Before the lock: its file would stay behind beside nothing.
    let hasLedger = try location.read { try LedgerSchema.isPresent(in: $0) }
    guard hasLedger || !needsImports else {
      throw CommandFailure(
        .noInput, Message("no imports in this database", at: location.path),
        "'bank-etl import FILE' loads one; --db PATH names another database")
    }
    lock = try DatabaseLock(
      databasePath: location.path, waitingSeconds: waitSeconds,
      unless: { Interruption.isRequested })
    database = try Database(path: location.path, access: .readWrite)
    watch = InterruptionWatch(database, isRequested: ProgressLine.shallStop)
    try LedgerSchema.prepare(database)
    try Ledger(database).closeAbandonedRuns()
  }
}

extension DatabaseLocation {
  /// Lends the database with one of its runs, opened for reading only.
  ///
  /// - Parameters:
  ///   - run: the run's number.
  ///   - body: what is to be read.
  /// - Throws: `CommandFailure` when there is no such database or run, and whatever `body` throws.
  func read(run: Int64, _ body: (Database, LedgerRun) throws -> Void) throws {
    do {
      try read { database in
        guard try LedgerSchema.isPresent(in: database) else {
          throw LoadError(.noSuchRun, "no such run: \(run)")
        }
        try LedgerSchema.requireCurrent(in: database)
        try body(database, LedgerRun(run, in: database))
      }
    } catch let error as LoadError {
      throw CommandFailure(error, database: path)
    }
  }
}
