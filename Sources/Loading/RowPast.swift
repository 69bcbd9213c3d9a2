internal import SQLite

/// Tells what the rows of one table were, from what they are and the images that the ledger has.
final class RowPast {
  private let database: Database
  let table: TableShape
  private let current: Statement
  private let earlier: Statement

  /// One column that a run changed.
  struct Image {
    let run: Int64
    /// Whether the run was taken back, so that what is now does not rest on it.
    let isUndone: Bool
    let kind: RowChange.Kind
    let column: String
    let old: Value
    let new: Value
  }

  /// The rows of a table.
  ///
  /// - Throws: `DatabaseError`.
  init(_ database: Database, _ table: TableShape) throws(DatabaseError) {
    self.database = database
    self.table = table
    let columns = table.columns.map { table.byteColumns.contains($0) ? "NULL" : quoted($0) }
      .joined(separator: ", ")
    current = try Statement(
      database, "SELECT \(columns) FROM \(table.sql) WHERE _rowid_ = ?", isReused: true)
    earlier = try Statement(
      database,
      """
      SELECT c.run_id, r.status, c.kind, c.column_name, c.old, c.new
      FROM main.etl_changes AS c JOIN main.etl_runs AS r ON r.id = c.run_id
      WHERE c.table_name = ? AND c.row_id = ?
      ORDER BY c.run_id DESC, c.column_name
      """, isReused: true)
  }

  /// A row as it is, with the names of bytes in their place; nil where it isn't there.
  func row(_ row: Int64) throws -> [String: Value]? {
    try current.bind(.integer(row), at: 1)
    defer { current.reset() }
    guard try current.step() else { return nil }
    var values = Dictionary(zip(table.columns, current.row())) { first, _ in first }
    for column in table.byteColumns {
      values[column] = try KeptFiles(database).name(
        of: StoredBytes(database: database, table: table.name, column: column, row: row))
    }
    return values
  }

  /// What runs changed in a row, the newest first.
  func images(of row: Int64) throws(DatabaseError) -> [Image] {
    try earlier.bind([.text(table.name), .integer(row)])
    var images: [Image] = []
    while try earlier.step() {
      let values = earlier.row()
      images.append(
        Image(
          run: values[0].integer ?? 0, isUndone: values[1].text == RunStatus.undone.rawValue,
          kind: values[2].text.flatMap(RowChange.Kind.init) ?? .updated,
          column: values[3].text ?? "", old: values[4], new: values[5]))
    }
    return images
  }

  /// A row as a run left it, as far as it is known.
  func values(of row: Int64, after run: Int64) throws -> [String: Value] {
    let images = try images(of: row)
    var values = Self.values(after: run, now: try self.row(row), images)
    // Of a row that is gone since, or that its run was taken back with, only images tell.
    for image in images where values[image.column] == nil {
      values[image.column] = image.kind == .deleted ? image.old : image.new
    }
    if let id = table.rowIDColumn { values[id] = .integer(row) }
    return values
  }

  /// A row as a run left it; as it was before, where the run deleted it.
  ///
  /// - Parameters:
  ///   - run: a run that wrote the row.
  ///   - now: the row as it is; nil where it isn't there.
  ///   - images: what runs changed in it, the newest first.
  /// - Returns: the values by column.
  static func values(
    after run: Int64, now: [String: Value]?, _ images: [Image]
  ) -> [String: Value] {
    let own = images.filter { $0.run == run }
    var values: [String: Value] = [:]
    // A run that was taken back wrote upon what the run before it had left, which may have been
    // taken back too since.
    let before = own.first { $0.column == "run_id" }?.old.integer
    if let before, before < run, own.first?.isUndone == true {
      values = Self.values(after: before, now: now, images)
    } else {
      values = now ?? [:]
      for image in images where image.run > run && !image.isUndone {
        values[image.column] = image.old
      }
    }
    for image in own { values[image.column] = image.kind == .deleted ? image.old : image.new }
    return values
  }
}
