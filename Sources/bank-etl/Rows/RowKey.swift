import Datasets
import Loading
import SQLite

/// How a person names one row: by the dataset's key where that is one column, else by the row's id.
struct RowKey {
  /// The column.
  let column: String
  /// What it is to be, as written.
  let text: String
  /// The key as the column stores it; nil where the text is no value of the column.
  private let value: Value?
  private let rows: StoredRows

  /// The key that a word of the command line is.
  ///
  /// - Parameters:
  ///   - text: the word.
  ///   - rows: the dataset's rows.
  /// - Throws: `CommandFailure` where the dataset's rows have neither key nor id.
  init(_ text: String, of rows: StoredRows) throws(CommandFailure) {
    self.text = text
    self.rows = rows
    if rows.hasSimpleKey {
      column = rows.dataset.keyColumns[0]
    } else if let id = rows.idColumn {
      column = id
    } else {
      throw CommandFailure(
        .usage, Message("\(rows.dataset.name) has no key of one column, and its table no id"))
    }
    let value = try? rows.names.field(named: column)?.value(of: text)
    self.value = value.map { Value($0) }
  }

  /// The rows with the key.
  ///
  /// - Parameters:
  ///   - database: the database.
  ///   - isForPeople: whether bytes are only told by kind and size.
  /// - Returns: none, one, or several where a dataset with several tables has them.
  /// - Throws: `DatabaseError`.
  func stored(
    in database: Database, isForPeople: Bool = true
  ) throws(DatabaseError) -> [StoredRow] {
    // SQLite would compare another text as a number where it looks like one: "1e0" with 1.
    guard let value else { return [] }
    return try StoredRow.all(
      rows, where: "\(rows.sql(column)) = ?", [value], in: database, isForPeople: isForPeople)
  }

  /// The values of the dataset's key that the row has now; none where there is no such row.
  ///
  /// - Throws: `DatabaseError`.
  func keyTexts(in database: Database) throws(DatabaseError) -> [(column: String, text: String)] {
    guard let row = try stored(in: database).first else { return [] }
    return rows.dataset.keyColumns.map { (column: $0, text: row.value($0).plainText) }
  }

  /// Finds the row with the key.
  ///
  /// - Parameters:
  ///   - database: the database.
  ///   - isForPeople: whether bytes are only told by kind and size.
  /// - Returns: the row.
  /// - Throws: `CommandFailure` with status 1 and the nearest keys where there is none, with status
  ///   65 where there are several; `DatabaseError`.
  func row(in database: Database, isForPeople: Bool = true) throws -> StoredRow {
    let found = try stored(in: database, isForPeople: isForPeople)
    guard let row = found.first else { throw try missing(in: database) }
    guard found.count == 1 else {
      throw CommandFailure(
        .dataError,
        Message("\(rows.dataset.name) \(text) stands for several rows, which can't be told apart"))
    }
    return row
  }

  /// Says that there is no such row, and which keys are near.
  ///
  /// - Throws: `DatabaseError`, or `LoadError` where the table can't be asked.
  func missing(in database: Database) throws -> CommandFailure {
    let table = rows.dataset.table
    let near = try RowHistory.nearestKeys(database, table: table, key: [(column, text)])
    let keys = near.compactMap { $0.first?.plainText }
    let nearest =
      keys.isEmpty
      ? "the table is empty"
      : "the nearest \(keys.count == 1 ? "is" : "are") \(keys.joined(separator: ", "))"
    return CommandFailure(
      .negative, Message("no row of \(rows.dataset.name) with \(column) \"\(text)\"; \(nearest)"))
  }
}

/// One row of a dataset, as it is in the database.
struct StoredRow {
  /// The rowid in each of the dataset's tables; nil where there is no row.
  let ids: [Int64?]
  /// The run that wrote it last, and the line of that run's file.
  let run: Int64?
  let line: Int64?
  /// What is shown of it, in order.
  let values: [(field: Field, value: Value)]

  /// How many rows are read at most.
  static let limit: Int64 = 20

  /// The first rows for which a condition holds.
  ///
  /// - Parameters:
  ///   - rows: the dataset's rows.
  ///   - condition: SQL of this program.
  ///   - parameters: its values.
  ///   - database: the database.
  ///   - isForPeople: whether bytes are only told by kind and size.
  /// - Returns: the rows by id, at most `limit`.
  /// - Throws: `DatabaseError`.
  static func all(
    _ rows: StoredRows, where condition: String, _ parameters: [Value], in database: Database,
    isForPeople: Bool
  ) throws(DatabaseError) -> [StoredRow] {
    let count = rows.dataset.targets.count
    let fields = rows.shownFields
    let columns =
      (0..<count).map { rows.rowID($0) }
      + (0..<count).flatMap { ["t\($0).run_id", "t\($0).source_line"] }
      + fields.map { rows.shownSQL($0, isForPeople: isForPeople) }
    let found = try database.rows(
      """
      SELECT \(columns.joined(separator: ", ")) FROM \(rows.source) WHERE \(condition)
      ORDER BY \(rows.rowID()) LIMIT \(limit)
      """, parameters)
    return found.map { values in
      let runs = (0..<count).map { (values[count + 2 * $0].integer, values[count + 2 * $0 + 1]) }
      let last = runs.max { ($0.0 ?? 0) < ($1.0 ?? 0) }
      return StoredRow(
        ids: values[..<count].map(\.integer), run: last?.0, line: last?.1.integer,
        values: zip(fields, values[(3 * count)...]).map { (field: $0, value: $1) })
    }
  }

  /// The value of a column.
  func value(_ column: String) -> Value {
    values.first { $0.field.column == column }?.value ?? .null
  }
}
