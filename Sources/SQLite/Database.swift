internal import CSQLite
internal import Records

/// A connection to one SQLite database, for use by one thread at a time.
///
/// The connection closes when the last reference to it and to its statements is gone.
@safe package final class Database {
  /// How a database file is opened.
  package enum Access: Sendable {
    /// For reading; the file must exist.
    case readOnly
    /// For reading a file that nobody writes meanwhile: without a lock, and without the files that
    /// SQLite puts beside a WAL database even to read it.
    case immutable
    /// For reading and writing; the file must exist.
    case readWrite
    /// For reading and writing; the file is created if it isn't there.
    case create
  }

  let handle: OpaquePointer
  /// The path given, or `:memory:`.
  package let path: String
  /// How long a statement waits for another connection's lock, in milliseconds.
  let busyTimeout: Int32

  /// Opens the database at `path`.
  ///
  /// - Parameters:
  ///   - path: the file, or `:memory:`; never interpreted as a URI.
  ///   - access: what the connection may do.
  ///   - busyTimeout: how long a statement waits for another connection's lock, in milliseconds.
  /// - Throws: `DatabaseError`, of kind `cannotOpen` when there is no such file or it can't be
  ///   created. Whether the file is a database shows only when it is first read.
  package init(path: String, access: Access, busyTimeout: Int32 = 5_000) throws(DatabaseError) {
    _ = Database.isConfigured
    let flags =
      switch access {
      case .readOnly: SQLITE_OPEN_READONLY
      case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    let name = access == .immutable ? Database.immutableURI(path) : Database.fileName(path)
    var opened: OpaquePointer?
    // SQLITE_OPEN_NOMUTEX: "The new database connection will use the "multi-thread" threading
    // mode. This means that separate threads are allowed to use SQLite at the same time, as long
    // as each thread is using a different database connection." (sqlite.org/c3ref/open.html)
    let code = unsafe sqlite3_open_v2(
      FileName.cString(name), &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let connection = unsafe opened else {
      throw DatabaseError.outOfMemory
    }
    guard code == SQLITE_OK else {
      let error = unsafe Database.error(code, of: connection, sql: nil)
      // "Whether or not an error occurs when it is opened, resources associated with the database
      // connection handle should be released by passing it to sqlite3_close()"
      unsafe sqlite3_close_v2(connection)
      throw error
    }
    unsafe handle = connection
    self.path = path
    self.busyTimeout = busyTimeout
    unsafe sqlite3_busy_timeout(connection, busyTimeout)
    // "all applications are encouraged to switch this setting off on every database connection as
    // soon as that connection is opened" (sqlite.org/pragma.html#pragma_trusted_schema)
    unsafe bank_etl_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    // A misspelt "name" is to be an error and not a string.
    unsafe bank_etl_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0)
    unsafe bank_etl_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0)
  }

  /// A path as SQLite is to see it: a relative one that looks like a URI or an option is not one.
  private static func fileName(_ path: String) -> String {
    path == ":memory:" || path.isEmpty || path.hasPrefix("/") ? path : "./" + path
  }

  /// A path as a URI that asks for no locks.
  ///
  /// "If a URI filename is recognized as such … the immutable parameter is a
  /// boolean query parameter that indicates that the database file is stored on read-only media."
  /// (sqlite.org/c3ref/open.html)
  private static func immutableURI(_ path: String) -> String {
    var uri = "file:"
    for byte in FileName.bytes(fileName(path)) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default: uri += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }
    return uri + "?immutable=1"
  }

  deinit {
    // "If sqlite3_close_v2() is called with unfinalized prepared statements … then the database
    // connection becomes an unusable "zombie"" (sqlite.org/c3ref/close.html); there are none,
    // because each statement keeps its connection alive.
    unsafe sqlite3_close_v2(handle)
  }

  /// Runs every statement of `sql`, ignoring rows.
  ///
  /// - Parameter sql: one or more statements.
  /// - Throws: `DatabaseError` of the first statement that fails; those before it stay done.
  package func execute(_ sql: String) throws(DatabaseError) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, sql: sql) }
  }

  /// Runs one statement with its parameters bound, ignoring rows.
  ///
  /// - Parameters:
  ///   - sql: one statement.
  ///   - values: the parameters, in order.
  /// - Throws: `DatabaseError` when it can't be compiled or run.
  package func execute(_ sql: String, _ values: [Value]) throws(DatabaseError) {
    let statement = try Statement(self, sql)
    try statement.bind(values)
    while try statement.step() {}
  }

  /// The first value of the first row, or nil when there is no row.
  ///
  /// - Parameters:
  ///   - sql: one statement.
  ///   - values: the parameters, in order.
  /// - Returns: a copy of the value.
  /// - Throws: `DatabaseError` when it can't be compiled or run.
  package func value(_ sql: String, _ values: [Value] = []) throws(DatabaseError) -> Value? {
    let statement = try Statement(self, sql)
    try statement.bind(values)
    return try statement.step() ? statement.value(at: 0) : nil
  }

  /// The rows of a query that has few of them.
  ///
  /// - Parameters:
  ///   - sql: one statement.
  ///   - values: the parameters, in order.
  /// - Returns: copies of all the values, row by row.
  /// - Throws: `DatabaseError` when it can't be compiled or run.
  package func rows(_ sql: String, _ values: [Value] = []) throws(DatabaseError) -> [[Value]] {
    let statement = try Statement(self, sql)
    try statement.bind(values)
    var rows: [[Value]] = []
    while try statement.step() { rows.append(statement.row()) }
    return rows
  }

  /// The rowid of the last row inserted through this connection.
  package var lastInsertRowID: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// How many rows the last INSERT, UPDATE or DELETE wrote, those of triggers left out.
  package var changes: Int64 { unsafe sqlite3_changes64(handle) }

  /// How many rows all the INSERT, UPDATE and DELETE statements since the connection was opened
  /// wrote, those of triggers and foreign keys included.
  package var totalChanges: Int64 { unsafe sqlite3_total_changes64(handle) }

  /// The error that `code` stands for, with the connection's message.
  func error(_ code: Int32, sql: String?) -> DatabaseError {
    unsafe Database.error(code, of: handle, sql: sql)
  }

  private static func error(_ code: Int32, of handle: OpaquePointer, sql: String?) -> DatabaseError
  {
    let extended = unsafe sqlite3_extended_errcode(handle)
    let offset = unsafe sqlite3_error_offset(handle)
    let message = unsafe String(cString: sqlite3_errmsg(handle))
    var system = unsafe sqlite3_system_errno(handle)
    var file: DatabaseError.File?
    // A file that can't be read (EIO) is called a damaged one, and has the number for itself.
    if code & 0xff == SQLITE_CORRUPT {
      unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_LAST_ERRNO, &system)
    }
    // A COMMIT that fails leaves the number with the file, whichever of the two it was.
    if code & 0xff == SQLITE_IOERR {
      let (failed, number) = unsafe failedFile(handle)
      if system == 0 { system = number }
      file =
        bank_etl_is_about_shared_memory(extended) != 0
        ? .index : failed ?? (system == 0 ? nil : .temporary)
    }
    return DatabaseError(
      code: extended & 0xff == code & 0xff ? extended : code, message: message, sql: sql,
      offset: offset >= 0 ? Int(offset) : nil, systemError: system, file: file)
  }

  /// The file that has the number of an error of the system's, and the number; 0 if neither has one.
  private static func failedFile(_ handle: OpaquePointer) -> (DatabaseError.File?, Int32) {
    var number: Int32 = 0
    unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_LAST_ERRNO, &number)
    guard number == 0 else { return (.database, number) }
    // "The SQLITE_FCNTL_JOURNAL_POINTER opcode is used to obtain a pointer to the sqlite3_file object
    // associated with the journal file (either the rollback journal or the write-ahead log)"
    // (sqlite.org/c3ref/c_fcntl_begin_atomic_write.html); one that is closed has no methods.
    var journal: UnsafeMutablePointer<sqlite3_file>?
    unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal)
    if let journal = unsafe journal, let methods = unsafe journal.pointee.pMethods {
      _ = unsafe methods.pointee.xFileControl(journal, SQLITE_FCNTL_LAST_ERRNO, &number)
    }
    return (number == 0 ? nil : .journal, number)
  }
}
