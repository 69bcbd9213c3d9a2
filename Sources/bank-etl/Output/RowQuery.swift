import SQLite

/// A query whose rows are what the user asked for.
struct RowQuery {
  /// The query; its columns' names are the labels.
  let sql: String
  /// The values of its parameters, in order.
  let parameters: [Value]
  /// What is shown of a value.
  var shown: (Value) -> Value = { $0 }

  /// Runs the query and writes its rows to standard output as they come.
  ///
  /// - Parameters:
  ///   - database: what to ask.
  ///   - format: how rows are written.
  ///   - color: when tables are coloured.
  /// - Returns: how many rows were written.
  /// - Throws: `DatabaseError` when the query fails, `OutputError` when a row can't be written.
  @discardableResult
  func write(from database: Database, as format: RowFormat, color: Style.When) throws -> Int {
    let statement = try Statement(database, sql)
    statement.bind(parameters)
    let labels = (0..<statement.columnCount).map { statement.columnName(at: $0) }
    var writer = RowWriter(labels: labels, format: format, color: color)
    var count = 0
    while try !writer.isClosed && statement.step() {
      try writer.write(statement.row().map(shown))
      count += 1
    }
    try writer.finish()
    return count
  }
}
