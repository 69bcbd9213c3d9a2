internal import CSQLite

extension Database {
  /// The name of the collation that a column of the main database is declared with: `BINARY`, if with none.
  ///
  /// "If the specified table is actually a view" or there is no such column, SQLite tells none
  /// (sqlite.org/c3ref/table_column_metadata.html).
  ///
  /// - Parameters:
  ///   - column: the column.
  ///   - table: its table.
  /// - Returns: nil where there is no such column of a table.
  /// - Throws: `DatabaseError` when the schema can't be read.
  package func collation(of column: String, in table: String) throws(DatabaseError) -> String? {
    var name: UnsafePointer<CChar>?
    let code = unsafe sqlite3_table_column_metadata(
      handle, "main", table, column, nil, &name, nil, nil, nil)
    guard code & 0xff != SQLITE_ERROR else { return nil }
    guard code == SQLITE_OK else { throw error(code, sql: nil) }
    return unsafe name.map { unsafe String(cString: $0) }
  }
}
