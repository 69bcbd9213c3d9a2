import Migrations
import SQLite

/// Which database a command works on.
struct DatabaseLocation: Equatable {
  /// The database that is used when nothing names another.
  static let standard = "bank.db"

  /// The path, as it was given.
  let path: String
  /// What a command that is recommended needs to mean the same database: ` --db PATH`, for the shell;
  /// empty where it would find it as this one did.
  let hint: String

  /// The database that the user means: `--db`, else BANK_ETL_DB, else DATABASE_URL, else bank.db in
  /// the current folder.
  ///
  /// - Parameters:
  ///   - arguments: of a command that has `--db`.
  ///   - environment: the value of a variable.
  /// - Throws: `CommandFailure` when DATABASE_URL is of another kind of database, or the path leads to
  ///   a device or a pipe.
  init(
    _ arguments: ParsedArguments, environment: (String) -> String? = Environment.value
  ) throws(CommandFailure) {
    hint = arguments.text(.database).map { " --db \(CrontabLine.quoted($0))" } ?? ""
    if let path = arguments.text(.database) ?? environment("BANK_ETL_DB") {
      self.path = path
    } else if let address = environment("DATABASE_URL") {
      path = try Self.path(ofAddress: address)
    } else {
      path = Self.standard
    }
    // Opening a pipe would wait for whoever writes it.
    guard !FileStatus.isSpecial(path) else {
      throw CommandFailure(
        .configuration, Message("expected a SQLite database but found a device or a pipe", at: path)
      )
    }
  }

  /// The path in an address of the form `sqlite:PATH`.
  private static func path(ofAddress address: String) throws(CommandFailure) -> String {
    let scheme = "sqlite:"
    guard address.hasPrefix(scheme), address != scheme else {
      // The address itself is not shown: it may have a password in it.
      throw CommandFailure(
        .configuration, "expected sqlite:PATH in DATABASE_URL but found another kind of address",
        "name the database with --db PATH, or with BANK_ETL_DB")
    }
    return String(address.dropFirst(scheme.count))
  }

  /// Lends the database, opened for reading only.
  ///
  /// - Parameter body: what is to be read.
  /// - Returns: what `body` returns.
  /// - Throws: `CommandFailure` when there is no such database or it can't be read, and whatever
  ///   else `body` throws.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    do {
      let database = try openForReading()
      let watch = InterruptionWatch(database, isRequested: ProgressLine.shallStop)
      return try withExtendedLifetime(watch) { try body(database) }
    } catch let error as DatabaseError {
      if error.kind == .cannotOpen, SystemError(number: error.systemError).isNoSuchFile {
        throw CommandFailure(
          .noInput, Message("no such database", at: path),
          "'bank-etl import FILE' makes it; --db PATH names another")
      }
      throw CommandFailure(error, at: path, isInput: true)
    }
  }

  /// Opens the database for reading; what a killed process had begun is rolled back first.
  private func openForReading() throws(DatabaseError) -> Database {
    let database = try Database(path: path, access: .readOnly)
    do throws(DatabaseError) {
      do throws(DatabaseError) {
        _ = try database.value("PRAGMA schema_version")
        // What is sorted goes to a temporary file in pieces of this size, in KiB: fewer of them.
        try database.execute("PRAGMA cache_size = -32768")
      } catch {
        // A damaged schema, or a file that was cut: the next reader finds it; a check says more.
        guard error.kind == .corrupt else { throw error }
      }
      return database
    } catch {
      // SQLITE_READONLY_ROLLBACK: "a hot journal needs to be rolled back but cannot because the
      // database is readonly" (sqlite.org/rescode.html). A connection that may write does it.
      guard error.kind == .readOnly else { throw error }
      let writer = try Database(path: path, access: .readWrite)
      _ = try writer.value("PRAGMA schema_version")
      return writer
    }
  }

  /// Makes a copy of the database that only this process can read, where there is one to copy.
  ///
  /// - Returns: the folder of the copy; there is no copy in it when there is no database.
  /// - Throws: `DatabaseError` or `MigrationError` when it can't be copied.
  func privateCopy() throws -> PrivateFolder {
    let folder = try PrivateFolder()
    guard DatabaseFile.exists(path) else { return folder }
    // Read only, and in a way that leaves no trace: "the original database file unchanged"
    // (sqlite.org/lang_vacuum.html#vacuuminto).
    try ProgressLine.aside("copying the database") {
      try Database.reading(path) { database in
        let watch = InterruptionWatch(database, isRequested: ProgressLine.shallStop)
        defer { withExtendedLifetime(watch) {} }
        let version = try database.value("PRAGMA schema_version")?.integer ?? 0
        try database.execute("VACUUM INTO ?1", [.text(folder.databasePath)])
        // A VACUUM counts the version up, by which a run knows that the schema is as it left it: the
        // copy is to know the files that the database knows.
        try Database(path: folder.databasePath, access: .readWrite)
          .execute("PRAGMA schema_version = \(version)")
      }
    }
    return folder
  }
}
