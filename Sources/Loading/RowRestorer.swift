internal import SQLite

/// Writes rows of one table as they were.
struct RowRestorer {
  private let database: Database
  private let table: TableShape
  /// The statements by the columns they write: the rows of a file mostly change the same few.
  private var statements: [[String]: PreparedStatement] = [:]

  /// How many statements are kept at once.
  private static let statementLimit = 64

  private final class PreparedStatement {
    let statement: Statement
    init(_ database: Database, _ sql: String) throws(DatabaseError) {
      statement = try Statement(database, sql, isReused: true)
    }
  }

  init(_ database: Database, _ table: TableShape) {
    self.database = database
    self.table = table
  }

  /// Gives columns of a row other values.
  ///
  /// - Returns: what is in the way, where a constraint refuses the row.
  mutating func revert(
    _ row: Int64, to images: [(column: String, value: Value)]
  ) throws(DatabaseError) -> [UndoConflict] {
    let name = table.sql
    return try write(row, images) { columns in
      let assignments = columns.map { "\(quoted($0)) = ?" }.joined(separator: ", ")
      return "UPDATE \(name) SET \(assignments) WHERE _rowid_ = ?"
    }
  }

  /// Inserts a row under the id that it had.
  ///
  /// - Returns: what is in the way, where a constraint refuses the row.
  mutating func restore(
    _ row: Int64, _ images: [(column: String, value: Value)]
  ) throws(DatabaseError) -> [UndoConflict] {
    let name = table.sql
    let images = images.filter { $0.column != table.rowIDColumn }
    return try write(row, images) { columns in
      let names = (columns.map(quoted) + ["_rowid_"]).joined(separator: ", ")
      let marks = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
      return "INSERT INTO \(name) (\(names)) VALUES (\(marks))"
    }
  }

  private mutating func write(
    _ row: Int64, _ images: [(column: String, value: Value)], _ sql: ([String]) -> String
  ) throws(DatabaseError) -> [UndoConflict] {
    let columns = images.map(\.column)
    do throws(DatabaseError) {
      let prepared: PreparedStatement
      if let known = statements[columns] {
        prepared = known
      } else {
        prepared = try PreparedStatement(database, sql(columns))
        if statements.count == RowRestorer.statementLimit { statements = [:] }
        statements[columns] = prepared
      }
      try prepared.statement.run(images.map(\.value) + [.integer(row)])
      return []
    } catch {
      guard error.kind == .constraint else { throw error }
      return try cause(of: error, row, images)
    }
  }

  /// Which other rows have the values that make a row unique, or else SQLite's own message.
  private func cause(
    of error: DatabaseError, _ row: Int64, _ images: [(column: String, value: Value)]
  ) throws(DatabaseError) -> [UndoConflict] {
    var conflicts: [UndoConflict] = []
    for key in table.uniqueKeys {
      let values = key.map { column in
        images.first { $0.column == column }.map { _ in "?" }
          ?? "(SELECT \(quoted(column)) FROM \(table.sql) WHERE _rowid_ = ?1)"
      }
      let bound = key.compactMap { column in images.first { $0.column == column }?.value }
      let matches = zip(key, values).map { "o.\(quoted($0)) = \($1)" }.joined(separator: " AND ")
      for other in try database.rows(
        "SELECT o._rowid_, o.run_id FROM \(table.sql) AS o WHERE o._rowid_ <> ?1 AND \(matches)",
        [.integer(row)] + bound)
      {
        conflicts.append(
          UndoConflict(
            table.name, .taken(columns: key), run: other[1].integer, row: other[0].integer))
      }
    }
    guard conflicts.isEmpty else { return conflicts }
    return [UndoConflict(table.name, .refused(error.message), run: nil, row: row)]
  }
}
