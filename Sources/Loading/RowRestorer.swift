internal import SQLite

/// Writes rows of one table as they were.
struct RowRestorer {
  private let database: Database
  private let table: TableShape
  private let kept: KeptFiles
  /// The statements by what they write: the rows of a file mostly change the same few columns.
  private var statements: [Form: PreparedStatement] = [:]

  /// What a statement writes.
  private struct Form: Hashable {
    /// Whether the row is there: then it is updated, else inserted.
    let isUpdate: Bool
    let slots: [Slot]
  }

  /// A column that a statement writes.
  private struct Slot: Hashable {
    let column: String
    /// Whether only room is made, for bytes that were kept.
    let isRoom: Bool

    /// The SQL of its parameter.
    var mark: String { isRoom ? "zeroblob(?)" : "?" }
  }

  /// How many statements are kept at once.
  private static let statementLimit = 64

  /// Why a row was not written.
  struct Refusal {
    /// SQLite's message, or what else there is to say.
    let message: String
  }

  private final class PreparedStatement {
    let statement: Statement
    init(_ database: Database, _ sql: String) throws(DatabaseError) {
      statement = try Statement(database, sql, isReused: true)
    }
  }

  init(_ database: Database, _ table: TableShape) {
    self.database = database
    self.table = table
    kept = KeptFiles(database)
  }

  /// Gives columns of a row other values.
  ///
  /// - Returns: why the row is not written, where a constraint refuses it.
  mutating func revert(
    _ row: Int64, to images: [(column: String, value: Value)]
  ) throws -> Refusal? {
    try write(row, images, isUpdate: true)
  }

  /// Inserts a row under the id that it had.
  ///
  /// - Returns: why the row is not written, where a constraint refuses it.
  mutating func restore(
    _ row: Int64, _ images: [(column: String, value: Value)]
  ) throws -> Refusal? {
    try write(row, images.filter { $0.column != table.rowIDColumn }, isUpdate: false)
  }

  private mutating func write(
    _ row: Int64, _ images: [(column: String, value: Value)], isUpdate: Bool
  ) throws -> Refusal? {
    let files = try images.map { image in
      table.byteColumns.contains(image.column) && KeptFiles.isName(image.value)
        ? try kept.contents(image.value) : nil
    }
    let slots = zip(images, files).map { Slot(column: $0.column, isRoom: $1 != nil) }
    let values = zip(images, files).map { image, contents in
      contents.map { .integer(Int64($0.byteCount)) } ?? image.value
    }
    do throws(DatabaseError) {
      let form = Form(isUpdate: isUpdate, slots: slots)
      try prepared(form).statement.run(values + [.integer(row)])
    } catch {
      guard error.kind == .constraint else { throw error }
      return Refusal(message: error.message)
    }
    guard database.changes == 1 else {
      return Refusal(message: "the row was not written")
    }
    for (image, contents) in zip(images, files) {
      guard let contents else { continue }
      try StoredBytes(database: database, table: table.name, column: image.column, row: row).write(
        contents)
    }
    return nil
  }

  private mutating func prepared(_ form: Form) throws(DatabaseError) -> PreparedStatement {
    if let known = statements[form] { return known }
    let prepared = try PreparedStatement(database, sql(form))
    if statements.count == RowRestorer.statementLimit { statements = [:] }
    statements[form] = prepared
    return prepared
  }

  /// The statement for a form; its last parameter is the row's id.
  private func sql(_ form: Form) -> String {
    if form.isUpdate {
      let assignments = form.slots.map { "\(quoted($0.column)) = \($0.mark)" }
      return "UPDATE \(table.sql) SET \(assignments.joined(separator: ", ")) WHERE _rowid_ = ?"
    }
    let names = (form.slots.map(\.column) + ["_rowid_"]).map(quoted).joined(separator: ", ")
    let marks = (form.slots.map(\.mark) + ["?"]).joined(separator: ", ")
    return "INSERT INTO \(table.sql) (\(names)) VALUES (\(marks))"
  }

  /// What is in the way of a row that was refused: other rows that have the values which make it unique,
  /// or else the refusal itself.
  func conflicts(
    _ refusal: Refusal, _ row: Int64, _ images: [(column: String, value: Value)]
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
    return [UndoConflict(table.name, .refused(refusal.message), run: nil, row: row)]
  }
}
