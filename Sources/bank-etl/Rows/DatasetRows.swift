import Datasets
import SQLite

/// The rows of a dataset, as a database has them: what can be asked for, and how SQL names it.
///
/// Where a record fills several tables, its rows there are one row here: that of the first table,
/// with those that belong to it beside it.
struct DatasetRows {
  /// The dataset.
  let dataset: Dataset
  /// The first table's column that is the row's id; nil where there is none.
  let idColumn: String?
  /// The columns that a person can name.
  let names: FieldNames
  /// For each column of a field, in small letters, the index of its first table.
  private let targets: [String: Int]
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
    var targets: [String: Int] = [:]
    var blobs: Set<String> = []
    var numbers: [String] = []
    var id: String?
    for (index, target) in dataset.targets.enumerated() {
      let columns = try Self.columns(of: target.table, in: database)
      for field in target.fields.map({ dataset.fields[$0].column.lowercased() })
      where targets[field] == nil { targets[field] = index }
      for column in columns where column.isBlob { blobs.insert(column.name.lowercased()) }
      guard index == 0 else { continue }
      let key = columns.filter(\.isKey)
      id = key.count == 1 && key[0].isInteger ? key[0].name : nil
      let present = columns.map { $0.name.lowercased() }
      numbers = [id].compactMap(\.self) + Self.bookkeeping.filter(present.contains)
    }
    self.targets = targets
    blobColumns = blobs
    idColumn = id
    names = FieldNames(
      dataset.fields, numbers: numbers.filter { targets[$0.lowercased()] == nil })
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

extension DatasetRows {
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

extension DatasetRows {
  /// What stands behind FROM: each table of the dataset with an alias, `t0` and so on.
  var source: String {
    var sql = ""
    for (index, target) in dataset.targets.enumerated() {
      let table = "main.\(quoted(target.table)) AS t\(index)"
      sql += index == 0 ? table : " LEFT JOIN \(table) ON \(match(index))"
    }
    return sql
  }

  /// When a row of a later table belongs to the rows of the earlier ones: it refers to them, or has
  /// the same values in the fields of its key.
  private func match(_ index: Int) -> String {
    let target = dataset.targets[index]
    var terms = target.parents.map { "t\(index).\(quoted($0.column)) = \(rowID($0.target))" }
    for column in target.key {
      guard let first = targets[column.lowercased()], first < index else { continue }
      terms.append("t\(index).\(quoted(column)) = t\(first).\(quoted(column))")
    }
    return terms.isEmpty ? "0" : terms.joined(separator: " AND ")
  }

  /// The rowid of the row in one of the tables, as SQL.
  func rowID(_ target: Int = 0) -> String { "t\(target)._rowid_" }

  /// A column of the row, as SQL.
  func sql(_ column: String) -> String {
    "t\(targets[column.lowercased()] ?? 0).\(quoted(column))"
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
