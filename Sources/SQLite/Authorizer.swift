internal import CSQLite

/// Watches what the statements of a connection are compiled to do, and refuses those that would
/// end the transaction around them or reach another database.
///
/// It is SQLite that reads the statements: no keyword in a comment, a literal or a trigger is
/// mistaken for a statement. The connection has one authorizer at most, as long as this object lives.
@safe package final class Authorizer {
  private let database: Database
  private let protectedTables: Set<String>
  /// Whether what is compiled now is a statement of the text that is watched.
  ///
  /// SQLite also compiles statements of its own, as VACUUM does while it runs.
  private var isCompiling = false
  /// What was refused last, in the words of SQL: `COMMIT`.
  package private(set) var refused: String?
  /// The name of the PRAGMA compiled last.
  package private(set) var pragma: String?
  /// Whether a statement may have changed the connection, and not only the database: a PRAGMA, or
  /// a temporary table, view, index or trigger.
  package private(set) var hasChangedConnection = false

  /// Watches a connection.
  ///
  /// - Parameters:
  ///   - database: the connection.
  ///   - protectedTables: tables that the statements must not write or drop, in lower case.
  package init(_ database: Database, protecting protectedTables: Set<String> = []) {
    self.database = database
    self.protectedTables = protectedTables
    unsafe sqlite3_set_authorizer(
      database.handle, authorize, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    unsafe sqlite3_set_authorizer(database.handle, nil, nil)
  }

  /// Begins to watch the next statement of the text.
  package func beginCompiling() {
    isCompiling = true
    refused = nil
    pragma = nil
  }

  /// Ends watching: what SQLite compiles from now on is its own affair.
  package func endCompiling() { isCompiling = false }

  fileprivate func judge(_ action: Int32, _ argument: @autoclosure () -> String) -> Int32 {
    switch action {
    case SQLITE_TRANSACTION where isCompiling: return refuse(argument())
    case SQLITE_SAVEPOINT where isCompiling:
      let operation = argument()
      return refuse(operation == "BEGIN" ? "SAVEPOINT" : operation)
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE, SQLITE_DROP_TABLE:
      let table = argument().lowercased()
      guard isCompiling, protectedTables.contains(table) else { return SQLITE_OK }
      return refuse("a write to \(table)")
    case SQLITE_DETACH where isCompiling: return refuse("DETACH")
    case SQLITE_ATTACH:
      // VACUUM attaches a nameless database while it runs, and VACUUM INTO the one it writes.
      let file = argument()
      if isCompiling { return refuse("ATTACH") }
      return file.isEmpty ? SQLITE_OK : refuse("VACUUM INTO")
    case SQLITE_PRAGMA where isCompiling:
      pragma = argument().lowercased()
      hasChangedConnection = true
      return SQLITE_OK
    case SQLITE_CREATE_TEMP_TABLE, SQLITE_CREATE_TEMP_VIEW, SQLITE_CREATE_TEMP_INDEX,
      SQLITE_CREATE_TEMP_TRIGGER:
      if isCompiling { hasChangedConnection = true }
      return SQLITE_OK
    default: return SQLITE_OK
    }
  }

  private func refuse(_ words: String) -> Int32 {
    refused = words
    return SQLITE_DENY
  }
}

/// The callback of SQLite.
///
/// "The third through sixth parameters to the callback are either NULL pointers or zero-terminated
/// strings that contain additional details about the action to be authorized."
/// (sqlite.org/c3ref/set_authorizer.html)
private func authorize(
  _ context: UnsafeMutableRawPointer?, _ action: Int32, _ first: UnsafePointer<CChar>?,
  _ second: UnsafePointer<CChar>?, _ third: UnsafePointer<CChar>?, _ trigger: UnsafePointer<CChar>?
) -> Int32 {
  guard let context = unsafe context else { return SQLITE_DENY }
  let authorizer = unsafe Unmanaged<Authorizer>.fromOpaque(context).takeUnretainedValue()
  return authorizer.judge(action, unsafe first.map { unsafe String(cString: $0) } ?? "")
}
