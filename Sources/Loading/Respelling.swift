internal import SQLite

/// Loads rows that refer to themselves in other letters than their key has, where its column compares these
/// as the same (NOCASE, RTRIM).
///
/// SQLite compares what such a row refers to with the row's own key byte by byte, and refuses it, by INSERT
/// and by UPDATE, though it is no violation ("PRAGMA foreign_key_check" finds none). It takes the row with
/// its key in the letters of the reference, and an update of nothing but the key then.
final class Respelling {
  private let database: Database
  private let table: TargetTable
  private let run: Int64
  private let references: [SelfReference]
  private let insert: Statement
  private let needed: Statement
  private let find: Statement
  private let restore: Statement
  private let restoration: String

  /// A foreign key by which rows refer to rows of their own table.
  private struct SelfReference {
    let key: ForeignKey
    /// For each of its columns: the cell that refers, the cell that is referred to, how these are compared.
    let cells: [(own: Int, parent: Int, collation: Collation)]

    /// Whether a record refers to itself, as SQL.
    var isSelf: String { same { $0.collation } }
    /// Whether it does so letter by letter.
    var isPlain: String { same { _ in .binary } }
    /// Whether a record that refers to itself is about a row `o`.
    var isOwn: String {
      let isRow = zip(key.parentColumns, cells).map { column, cell in
        "o.\(quoted(column)) = b.c\(cell.parent)"
      }
      return ([isSelf] + isRow).joined(separator: " AND ")
    }

    private func same(_ collation: ((own: Int, parent: Int, collation: Collation)) -> Collation)
      -> String
    {
      cells.map { "b.c\($0.own) = b.c\($0.parent) COLLATE \(collation($0).rawValue)" }
        .joined(separator: " AND ")
    }
  }

  /// Prepares the statements, unless the table does not refer to itself so.
  ///
  /// - Parameters:
  ///   - database: the database.
  ///   - table: the table, with the columns that the records have.
  ///   - run: the run.
  ///   - insertStatement: the statement that loads a batch, by what is to be stored in some columns in place
  ///     of the records' own values; parameter 1 is the run.
  /// - Throws: `DatabaseError`.
  init?(
    _ database: Database, _ table: TargetTable, run: Int64,
    insertStatement: (_ values: [String: String]) -> String
  ) throws(DatabaseError) {
    let references = try Self.references(of: table, in: database)
    guard !references.isEmpty else { return nil }
    self.database = database
    self.table = table
    self.run = run
    self.references = references
    var values: [String: String] = [:]
    for reference in references {
      for (column, cell) in zip(reference.key.parentColumns, reference.cells) {
        let other = values[column] ?? "b.c\(cell.parent)"
        values[column] = "CASE WHEN \(reference.isSelf) THEN b.c\(cell.own) ELSE \(other) END"
      }
    }
    insert = try Statement(database, insertStatement(values), isReused: true)
    try insert.bind(.integer(run), at: 1)
    let isNeeded = references.map { "(\($0.isSelf) AND NOT (\($0.isPlain)))" }
    needed = try Statement(
      database,
      "SELECT 1 FROM temp.etl_batch AS b WHERE \(isNeeded.joined(separator: " OR "))",
      isReused: true)
    find = try Statement(
      database,
      """
      SELECT o._rowid_ FROM temp.etl_batch AS b CROSS JOIN \(table.sql) AS o
      WHERE \(references.map { "(\($0.isOwn))" }.joined(separator: " OR "))
      """, isReused: true)
    let assignments = Self.keyCells(references).map {
      "\(quoted($0.column)) = (SELECT c\($0.cell) FROM temp.etl_batch)"
    }
    restoration = "\(table.sql) SET \(assignments.joined(separator: ", ")) WHERE _rowid_ = ?1"
    // An image trigger that has an image of the key already keeps that one.
    restore = try Statement(database, "UPDATE OR IGNORE \(restoration)", isReused: true)
  }

  private static func references(
    of table: TargetTable, in database: Database
  ) throws(DatabaseError) -> [SelfReference] {
    var references: [SelfReference] = []
    for key in try ForeignKey.all(of: table.name, in: database)
    where key.parent.lowercased() == table.name.lowercased() {
      var cells: [(own: Int, parent: Int, collation: Collation)] = []
      for (column, parent) in zip(key.columns, key.parentColumns) {
        guard let own = table.cell(of: column), let other = table.cell(of: parent) else { continue }
        let comparison = try ColumnComparison(of: parent, in: table.name, database)
        cells.append((own, other, comparison.collation))
      }
      guard cells.count == key.columns.count, cells.contains(where: { $0.collation != .binary })
      else { continue }
      references.append(SelfReference(key: key, cells: cells))
    }
    return references
  }

  /// The columns that are referred to, each once, with their cells.
  private static func keyCells(_ references: [SelfReference]) -> [(column: String, cell: Int)] {
    var cells: [(column: String, cell: Int)] = []
    for reference in references {
      for (column, cell) in zip(reference.key.parentColumns, reference.cells)
      where !cells.contains(where: { $0.cell == cell.parent }) {
        cells.append((column, cell.parent))
      }
    }
    return cells
  }

  /// Whether the only row of the batch's window refers to itself in other letters.
  func isNeeded() throws(DatabaseError) -> Bool {
    defer { needed.reset() }
    return try needed.step()
  }

  /// What a reject says of such a row that SQLite does not take in this way either.
  ///
  /// An action of the foreign key is to follow the key, two columns refer to it in other letters each, or the
  /// table does not take the key in those letters, though it does in its own.
  ///
  /// - Parameter refusal: what SQLite says, where it is not that there is no such row.
  /// - Returns: the message.
  /// - Throws: `DatabaseError`.
  func reason(refusal: String?) throws(DatabaseError) -> String {
    let action = try database.value(
      """
      SELECT 1 FROM pragma_foreign_key_list(?1, 'main')
      WHERE "table" = ?1 COLLATE NOCASE AND on_update <> 'NO ACTION'
      """, [.text(table.name)])
    let limit =
      if let refusal {
        "where the key can't be in those (\(refusal))"
      } else {
        action == nil ? "in two ways at once" : "of a foreign key with ON UPDATE"
      }
    let columns = references.flatMap(\.key.columns).joined(separator: ", ")
    return """
      \(ForeignKey.message): \(table.name).\(columns) refers to its own row in other letters than \
      \(references[0].key.parentColumns.joined(separator: ", ")) has, which SQLite does not take \
      \(limit)
      """
  }

  /// Loads the only row of the batch's window, with its key in the letters of the reference.
  ///
  /// - Throws: `DatabaseError`, of kind `constraint` where the table refuses the row.
  func write() throws(DatabaseError) { try insert.run() }

  /// Gives the row its own key, when it was written.
  ///
  /// - Parameters:
  ///   - isNew: whether it was inserted: then it has no images.
  ///   - hasImageTrigger: whether a trigger keeps images of what updates replace.
  /// - Throws: `DatabaseError`, of kind `constraint` where the table refuses it; `isMeddlingTrigger` tells
  ///   that the row is not there.
  func restoreKey(isNew: Bool, hasImageTrigger: Bool) throws(DatabaseError) {
    defer { find.reset() }
    guard try find.step() else {
      throw .meddlingTrigger(
        "expected the row that was written but found none: have the triggers of \(quoted(table.name)) "
          + "leave rows that refer to themselves as they are")
    }
    let row = find.value(at: 0)
    find.reset()
    try restore.run([row])
    // What was ignored is refused here.
    if database.changes == 0 { try database.execute("UPDATE \(restoration)", [row]) }
    guard hasImageTrigger else { return }
    for (column, cell) in Self.keyCells(references) {
      let image: [Value] = [.text(table.name), row, .integer(run), .text(column)]
      let isImage = "table_name = ?1 AND row_id = ?2 AND run_id = ?3 AND column_name = ?4"
      try database.execute(
        """
        UPDATE main.etl_changes SET new = (SELECT c\(cell) FROM temp.etl_batch) WHERE \(isImage)
        """, image)
      try database.execute(
        "DELETE FROM main.etl_changes WHERE \(isImage) AND (?5 OR old IS new)",
        image + [.integer(isNew ? 1 : 0)])
    }
  }
}
