import SQLite

/// A query whose rows are what the user asked for.
struct RowQuery {
  /// The query; its columns' names are the labels.
  let sql: String
  /// The values of its parameters, in order.
  let parameters: [Value]
  /// What is shown of a value.
  var shown: (Value) -> Value = { $0 }
  /// How many rows are written at most.
  var limit = Int64.max
  /// How many rows are asked for by themselves before all of them are; nil where none are sorted.
  ///
  /// To keep the first few while the table is read takes one look at it; the first of all sorted
  /// rows is known only after the long work of sorting.
  var head: Int64?
  /// How to see columns for which the terminal has no room; nil for a wider one.
  var remedy: String?

  /// Runs the query and writes its rows to standard output as they come.
  ///
  /// - Parameters:
  ///   - database: what to ask.
  ///   - format: how rows are written.
  ///   - color: when tables are coloured.
  /// - Throws: `DatabaseError` when the query fails, `OutputError` when a row can't be written.
  func write(from database: Database, as format: RowFormat, color: Style.When) throws {
    // Both queries are to see the same rows.
    try database.transaction(.deferred) {
      let labels = try labels(in: database)
      var writer = RowWriter(labels: labels, format: format, color: color, remedy: remedy)
      var done: Int64 = 0
      if let head {
        done = try write(min(head, limit), after: 0, isHead: true, database, &writer)
        if done < head { return try writer.finish() }
      }
      if done < limit { try write(limit, after: done, isHead: false, database, &writer) }
      try writer.finish()
    }
  }

  private func labels(in database: Database) throws -> [String] {
    let statement = try Statement(database, sql)
    return (0..<statement.columnCount).map { statement.columnName(at: $0) }
  }

  /// Writes the rows up to a number of them.
  ///
  /// - Parameters:
  ///   - last: how many rows there are at most, those before among them.
  ///   - done: how many rows have been written.
  ///   - isHead: whether SQLite is to keep no more rows than that; it sorts many rows faster when
  ///     there is no limit.
  ///   - database: what to ask.
  ///   - writer: gets the rows.
  /// - Returns: how many rows have been written then.
  /// - Throws: `DatabaseError`, or `OutputError`.
  @discardableResult
  private func write(
    _ last: Int64, after done: Int64, isHead: Bool, _ database: Database,
    _ writer: inout RowWriter
  ) throws -> Int64 {
    let statement = try Statement(database, isHead ? "\(sql)\nLIMIT ?" : sql)
    try statement.bind(isHead ? parameters + [.integer(last)] : parameters)
    var count: Int64 = 0
    while try count < last && writer.next(of: statement) {
      count += 1
      if count > done { try writer.write(statement.row().map(shown)) }
    }
    return count
  }
}
