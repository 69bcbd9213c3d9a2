import Datasets
import Input
import SQLite

/// The rows of a dataset, as a database has them: what can be asked for, and how SQL names it.
///
/// Where a record fills several tables, its rows there are one row here: that of the first table,
/// with those that belong to it beside it.
struct StoredRows {
  /// The dataset.
  let dataset: Dataset
  /// The first table's column that is the row's id; nil where there is none.
  let idColumn: String?
  /// The columns that a person can name.
  let names: FieldNames
  private let blobColumns: Set<String>

  /// The columns that say who wrote a row.
  static let bookkeeping = ["run_id", "source_line"]

  /// The rows of a dataset.
  ///
  /// - Parameters:
  ///   - dataset: the dataset.
  ///   - database: the database.
  /// - Throws: `CommandFailure` where a table isn't there, or `DatabaseError`.
  init(_ dataset: Dataset, in database: Database) throws {
    self.dataset = dataset
    var blobs: Set<String> = []
    var numbers: [String] = []
    var id: String?
    for (index, target) in dataset.targets.enumerated() {
      let columns = try Self.columns(of: target.table, in: database)
      for column in columns where column.isBlob { blobs.insert(column.name.lowercased()) }
      guard index == 0 else { continue }
      let key = columns.filter(\.isKey)
      id = key.count == 1 && key[0].isInteger ? key[0].name : nil
      let present = columns.map { $0.name.lowercased() }
      numbers = [id].compactMap(\.self) + Self.bookkeeping.filter(present.contains)
    }
    blobColumns = blobs
    if !blobs.isEmpty { try Self.addSummaries(to: database) }
    idColumn = id
    let columns = Set(dataset.fields.map { $0.column.lowercased() })
    names = FieldNames(
      dataset.fields, numbers: numbers.filter { !columns.contains($0.lowercased()) })
  }

  private struct Column {
    let name: String
    let isInteger: Bool
    let isBlob: Bool
    let isKey: Bool
  }

  private static func columns(of table: String, in database: Database) throws -> [Column] {
    let rows = try database.rows(
      "SELECT name, upper(type), pk FROM pragma_table_info(?, 'main')", [.text(table)])
    guard !rows.isEmpty else {
      throw CommandFailure(
        .configuration,
        Message("expected a table \(quoted(table)) but found none", at: database.path),
        "'bank-etl migrate' makes it")
    }
    return rows.map {
      Column(
        name: $0[0].text ?? "", isInteger: $0[1] == "INTEGER", isBlob: $0[1] == "BLOB",
        isKey: $0[2] != 0)
    }
  }
}

// MARK: Names

extension StoredRows {
  /// The field that a name means.
  ///
  /// - Throws: `CommandFailure` with the nearest name.
  func field(named name: String, for subject: String) throws(CommandFailure) -> Field {
    if let field = names.field(named: name) { return field }
    throw CommandFailure(.usage, Message("\(subject): \(names.complaint(about: name))"))
  }

  /// Whether a column holds bytes.
  func isBlob(_ column: String) -> Bool { blobColumns.contains(column.lowercased()) }

  /// Whether one column tells the rows apart; where it does not, the id does.
  var hasSimpleKey: Bool { dataset.key.count == 1 }

  /// The columns that are shown when none are named: the id too where the key is not one column.
  var shownFields: [Field] {
    let id = hasSimpleKey ? nil : idColumn.flatMap(names.field(named:))
    return [id].compactMap(\.self) + dataset.fields
  }
}

// MARK: SQL

extension StoredRows {
  /// What stands behind FROM.
  var source: String { ExportedRows(dataset).tables }

  /// The rowid of the row in one of the tables, as SQL.
  func rowID(_ target: Int = 0) -> String { ExportedRows(dataset).id(target) }

  /// A column of the row, as SQL; one that is no field's is the first table's.
  func sql(_ column: String) -> String {
    let field = dataset.fields.first { $0.column == column }
    return field.map(ExportedRows(dataset).column) ?? "t0.\(quoted(column))"
  }

  /// A column of the row as it is shown, as SQL.
  ///
  /// - Parameters:
  ///   - field: the column.
  ///   - isForPeople: whether bytes are only told by kind and size. Then none of them are loaded but
  ///     the first: the value may be larger than memory.
  /// - Returns: an expression, for the connection that the rows were made for.
  func shownSQL(_ field: Field, isForPeople: Bool) -> String {
    let column = sql(field.column)
    guard isForPeople, isBlob(field.column), !dataset.isView else { return column }
    let (table, id) = ExportedRows(dataset).place(of: field)
    // "typeof(X)" does not load the value, and neither does the branch that isn't taken.
    let names = [table, field.column].map {
      "'\($0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
    }
    let summary = "\(Self.summary)(\(names[0]), \(names[1]), \(id))"
    return "iif(typeof(\(column)) = 'blob', \(summary), \(column))"
  }

  private static let summary = "etl_bytes"

  /// Gives SQL the function that says of what kind and size the bytes of a table, a column and a row
  /// are.
  private static func addSummaries(to database: Database) throws(DatabaseError) {
    try database.addTextFunction(summary) {
      [unowned database] (call: borrowing FunctionCall) throws(DatabaseError) -> String in
      let blob = try Blob(
        database, table: call.text(0), column: call.text(1), row: call.integer(2), .read)
      var head: [UInt8] = []
      try blob.read(0..<min(PictureKind.sniffedBytes, blob.byteCount), into: &head)
      return BlobSummary.text(head, of: blob.byteCount)
    }
  }
}

extension Value {
  /// The value that a field's value is stored as.
  init(_ value: FieldValue) {
    switch value {
    case .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .number(let number): self = .real(number)
    case .text(let text): self = .text(text)
    }
  }
}
