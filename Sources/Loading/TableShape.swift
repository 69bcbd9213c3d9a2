internal import SQLite

/// What a dataset's table looks like now, which may not be how it looked when a run wrote it.
struct TableShape {
  /// The table's name.
  let name: String
  /// The columns that can be written, in the table's order.
  let columns: [String]
  /// The column that is the rowid, if one is.
  let rowIDColumn: String?
  /// The columns of each constraint that makes rows unique.
  let uniqueKeys: [[String]]

  /// The columns that are declared to hold bytes: their values may be too large for memory.
  let byteColumns: Set<String>

  /// The columns in which the program keeps who wrote a row.
  static let bookkeeping = ["run_id", "source_line"]

  /// Looks at a table.
  ///
  /// - Throws: `LoadError` of kind `unsuitableTable` where it isn't there or has no `run_id`, or
  ///   `DatabaseError`.
  init(_ name: String, in database: Database) throws {
    self.name = name
    let rows = try database.rows(
      "SELECT name, upper(type), pk FROM pragma_table_info(?)", [.text(name)])
    columns = rows.compactMap { $0[0].text }
    byteColumns = Set(rows.filter { $0[1] == "BLOB" }.compactMap { $0[0].text })
    guard TableShape.bookkeeping.allSatisfy(columns.contains) else {
      throw LoadError(
        .unsuitableTable,
        "expected a table \(quoted(name)) with run_id and source_line but found none")
    }
    // "if a rowid table has a primary key that consists of a single column and the declared type of
    // that column is "INTEGER" in any mixture of upper and lower case, then the column becomes an
    // alias for the rowid" (sqlite.org/lang_createtable.html)
    let key = rows.filter { $0[2] != 0 }
    rowIDColumn = key.count == 1 && key[0][1] == "INTEGER" ? key[0][0].text : nil
    var keys: [[String]] = []
    for index in try database.rows(
      "SELECT name FROM pragma_index_list(?) WHERE \"unique\" AND NOT partial", [.text(name)])
    {
      let columns = try database.rows(
        "SELECT name FROM pragma_index_info(?) ORDER BY seqno", [index[0]])
      // An index on an expression has no column's name there.
      if columns.allSatisfy({ $0[0] != .null }) { keys.append(columns.compactMap { $0[0].text }) }
    }
    uniqueKeys = keys
  }

  /// The table's name as SQL.
  var sql: String { "main.\(quoted(name))" }

  /// The columns that hold what came from a file.
  var dataColumns: [String] {
    columns.filter { $0 != rowIDColumn && !TableShape.bookkeeping.contains($0) }
  }

  /// Whether the table has a column.
  func has(_ column: String) -> Bool { columns.contains(column) }
}
