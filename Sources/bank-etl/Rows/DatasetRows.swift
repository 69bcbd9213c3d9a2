import Datasets
import SQLite

/// The rows of a dataset, as a database has them: what can be asked for, and how SQL names it.
struct DatasetRows {
  /// The dataset.
  let dataset: Dataset
  /// The column that is the row's id; nil where there is none.
  let idColumn: String?
  /// The columns that a person can name.
  let names: FieldNames
  /// The columns that hold bytes.
  private let blobColumns: Set<String>

  /// The columns that say who wrote a row.
  static let bookkeeping = ["run_id", "source_line"]

  /// The rows of a dataset.
  ///
  /// - Parameters:
  ///   - dataset: the dataset.
  ///   - database: the database.
  /// - Throws: `CommandFailure` where the table isn't there, or `DatabaseError`.
  init(_ dataset: Dataset, in database: Database) throws {
    self.dataset = dataset
    let columns = try database.rows(
      "SELECT name, upper(type), pk FROM pragma_table_info(?, 'main')", [.text(dataset.table)])
    guard !columns.isEmpty else {
      throw CommandFailure(
        .configuration,
        Message("expected a table \(quoted(dataset.table)) but found none", at: database.path),
        "'bank-etl migrate' makes it")
    }
    let key = columns.filter { $0[2] != 0 }
    idColumn = key.count == 1 && key[0][1] == "INTEGER" ? key[0][0].text : nil
    let present = Set(columns.compactMap { $0[0].text?.lowercased() })
    let numbers = ([idColumn].compactMap(\.self) + Self.bookkeeping).filter {
      present.contains($0.lowercased())
    }
    names = FieldNames(dataset.fields, numbers: numbers)
    blobColumns = Set(columns.filter { $0[1] == "BLOB" }.compactMap { $0[0].text?.lowercased() })
  }

  /// What stands behind FROM.
  var source: String { "main.\(quoted(dataset.table)) AS o" }

  /// The rowid of the row, as SQL.
  var rowID: String { "o._rowid_" }

  /// A column of the row, as SQL.
  func sql(_ column: String) -> String { "o.\(quoted(column))" }

  /// Whether a column holds bytes.
  func isBlob(_ column: String) -> Bool { blobColumns.contains(column.lowercased()) }

  /// The field that a name means.
  ///
  /// - Throws: `CommandFailure` with the nearest name.
  func field(named name: String, for subject: String) throws(CommandFailure) -> Field {
    if let field = names.field(named: name) { return field }
    throw CommandFailure(.usage, Message("\(subject): \(names.complaint(about: name))"))
  }

  /// The columns that are shown when none are named: the id too where the key is not one column.
  var shownFields: [Field] {
    let id = dataset.key.count == 1 ? nil : idColumn.flatMap(names.field(named:))
    return ([id].compactMap(\.self) + dataset.fields)
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
