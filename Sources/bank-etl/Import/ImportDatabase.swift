import Loading
import Migrations
import SQLite

/// The database that an import writes: found or made, held for this program alone, with its schema
/// and its ledger up to date.
final class ImportDatabase {
  /// The connection.
  let database: Database
  /// The path as it was given.
  let path: String
  private let lock: DatabaseLock
  /// Whether nothing but this program's own tables is in the file yet, so that it can go again.
  private var isNew: Bool

  /// SQLite's page cache, in KiB: enough for the index of a million keys in any order.
  private static let cacheSize = 16_384

  /// Opens the database, or makes it.
  ///
  /// - Parameters:
  ///   - path: the database.
  ///   - shownPath: what it is called in messages, where that is another one.
  ///   - migrations: what its schema is to be.
  ///   - migrates: whether pending migrations are applied to a database that exists.
  ///   - waitSeconds: how long to wait while another process holds it.
  ///   - onWait: called when the waiting begins, with the number of that process where it is known.
  /// - Throws: `DatabaseLock.Failure`, `DatabaseError`, `MigrationError` or `LoadError`; a database
  ///   that was not there is not left behind.
  init(
    path: String, shownAs shownPath: String? = nil, _ migrations: MigrationSet, migrates: Bool,
    waitSeconds: Int64,
    onWait: (Int32?) -> Void
  ) throws {
    self.path = path
    lock = try DatabaseLock(
      databasePath: path, waitingSeconds: waitSeconds, onWait: onWait,
      unless: { Interruption.isRequested })
    let isMissing = !DatabaseFile.exists(path)
    isNew = false
    do {
      // An empty file is a database to SQLite, one that has nothing in it yet; it is filled where it
      // is, so that it keeps its permissions and the links to it.
      if isMissing {
        try Self.make(path, migrations, lock)
        isNew = true
      } else if migrates || FileStatus.isEmptyFile(path) {
        _ = try Migrator(path: path, migrations: migrations).up(holding: lock)
      }
      database = try Database(path: path, access: .readWrite)
      try prepare(migrations, shownPath ?? path)
    } catch {
      // What stands at the path is this import's own only once it has made it.
      Self.remove(path, lock, if: isNew)
      if isMissing { FileStatus.remove([lock.path]) }
      throw error
    }
  }

  /// Makes a database under another name, and gives it its own when its schema is complete.
  ///
  /// So whoever finds a database finds all its tables: a process that is killed between two
  /// migrations leaves a draft, which the next import throws away.
  private static func make(
    _ path: String, _ migrations: MigrationSet, _ lock: borrowing DatabaseLock
  ) throws {
    let draft = path + "-new"
    let files = [draft, draft + "-journal", draft + "-wal", draft + "-shm"]
    FileStatus.remove(files)
    do {
      _ = try Migrator(path: draft, migrations: migrations).up(holding: lock)
      if !DatabaseFile.exists(draft) { _ = try Database(path: draft, access: .create) }
      try DatabaseFile.rename(draft, to: path)
    } catch {
      FileStatus.remove(files)
      throw error
    }
  }

  private func prepare(_ migrations: MigrationSet, _ shownPath: String) throws {
    let plan = try Plan(migrations, database)
    do throws(MigrationError) {
      try plan.requireNothingPending()
    } catch {
      guard error.kind == .pending else { throw error }
      throw MigrationError(
        .pending, error.problems,
        advice: [
          "apply with 'bank-etl migrate up --db \(CrontabLine.quoted(shownPath))', or import with --migrate"
        ])
    }
    try database.execute(
      """
      PRAGMA foreign_keys = ON;
      PRAGMA cache_size = -\(Self.cacheSize);
      """)
    try LedgerSchema.prepare(database)
    try Ledger(database).closeAbandonedRuns()
  }

  /// Lets readers work while a load runs.
  ///
  /// The first load into an empty table keeps the rollback journal, which holds next to nothing
  /// then; from the second load on the journal is a WAL, with which "readers do not block writers
  /// and a writer does not block readers" (sqlite.org/wal.html). The file remembers it.
  func useWriteAheadLog() {
    // Refused while another connection reads: the journal stays as it is, which is safe too.
    _ = try? database.value("PRAGMA journal_mode = WAL")
  }

  /// Says that something was loaded: the database stays.
  func keep() { isNew = false }

  /// Removes a database that this import made and loaded nothing into.
  func removeIfNew() { Self.remove(path, lock, if: isNew) }

  /// Removes a database with all that belongs to it, the lock's file included: the lock is held, and
  /// whoever waits for it finds that its file is another one.
  private static func remove(_ path: String, _ lock: borrowing DatabaseLock, if isNew: Bool) {
    guard isNew else { return }
    FileStatus.remove([path, path + "-journal", path + "-wal", path + "-shm", lock.path])
  }
}
