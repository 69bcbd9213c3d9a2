import Datasets
import Input

/// A dataset drafted from a file of an unknown kind: its declaration, and the migration that makes
/// its table.
struct DatasetDraft {
  /// The dataset's name.
  let name: String
  /// The name of the file it was drafted from, without its folder.
  let file: String
  /// The columns.
  private(set) var fields: [DraftField]
  /// Which of them is the key.
  private(set) var key: Int?
  /// The columns of the file that can't be declared, with the reason.
  let left: [String]
  /// The encoding of the file, where it is no UTF-8, and nothing speaks against it.
  private let encoding: String?
  /// Why the encoding that the file was read in is not declared; nil where nothing speaks against it.
  let encodingDoubt: String?

  /// A draft by what the columns of a file have in them.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - name: the dataset's name; nil to take it from the file's.
  ///   - encoding: its encoding, where it is text.
  ///   - columns: what its columns have in them.
  ///   - options: what the command line says of dates and numbers.
  /// - Throws: `CommandFailure` where no column has a label, two have the same, or there are too many.
  init(
    path: String, name: String?, encoding: EncodingDecision?, _ columns: [ColumnProfile],
    _ options: ImportOptions
  ) throws(CommandFailure) {
    file = path.split(separator: "/").last.map(String.init) ?? path
    self.name = name ?? Self.name(ofFile: file)
    encodingDoubt = encoding?.doubt
    // Once it is declared, no import doubts it any more.
    let isDeclared = encodingDoubt == nil && !["ASCII", "UTF-8"].contains(encoding?.name)
    self.encoding = isDeclared ? encoding?.name : nil
    var left: [String] = []
    var labels: Set<String> = []
    var kept: [(label: String, profile: ColumnProfile)] = []
    for (index, column) in columns.enumerated() {
      let label = options.header == .none ? "column\(index + 1)" : column.label
      let folded = LabelFolding.folded(label)
      let shown = "\"\(TerminalText.escaped(label))\""
      if folded.isEmpty {
        left.append("column \(index + 1) has no label: left out")
      } else if labels.insert(folded).inserted {
        kept.append((label, column))
      } else if kept.contains(where: { $0.label == label }) {
        throw CommandFailure(
          .dataError,
          Message("expected one column \(shown) but found several", at: path),
          "rename or remove all but one")
      } else {
        left.append("column \(index + 1): another is labelled \(shown) too: left out")
      }
    }
    self.left = left
    guard !kept.isEmpty else {
      throw CommandFailure(
        .dataError,
        Message("expected a header with the columns' labels but found none", at: path),
        "--no-header names them column1, column2 and so on; or say where it is with --header-line N"
      )
    }
    guard kept.count <= Self.columnsMax else {
      throw CommandFailure(
        .dataError,
        Message(
          "expected at most \(Self.columnsMax) columns but found \(kept.count)", at: path),
        "a table of SQLite has no more than 2000, and three are bank-etl's own")
    }
    let names = DraftField.columns(for: kept.map(\.label))
    fields = zip(kept, names).map { kept, column in
      var field = DraftField(label: kept.label, column: column, type: .string, isRequired: false)
      (field.type, field.remark) = Self.type(of: kept.profile, column, kept.label, options)
      return field
    }
  }

  /// "The default setting for SQLITE_MAX_COLUMN is 2000" (sqlite.org/limits.html); `id`, `run_id` and
  /// `source_line` are among them.
  private static let columnsMax = 1_997

  private static func type(
    of profile: ColumnProfile, _ column: String, _ label: String, _ options: ImportOptions
  ) -> (DraftField.FieldType, remark: String?) {
    switch profile.type {
    case "integer": return (.integer, nil)
    case "number", "formatted number":
      let marks = options.decimals.compactMap { $0.mark(ofColumn: column, labelled: label) }
      return (.number(marks.last), nil)
    case "boolean": return (.boolean, nil)
    case "time": return (.datetime, nil)
    case "datetime":
      guard profile.dateOrder != "ambiguous", profile.dateOrder != "contradictory" else {
        return (.string, "times on dates whose order nothing shows: declare it with dateOrder")
      }
      return (.datetime, nil)
    case "date":
      let orders = options.dateOrders.compactMap { $0.order(ofColumn: column, labelled: label) }
      if let order = orders.last { return (.date(order), nil) }
      guard let order = profile.dateOrder, order != "contradictory" else { break }
      guard order != "ambiguous" else {
        return (.string, "dates whose order nothing shows: declare type date with dateOrder")
      }
      return (.date(DateOrder(rawValue: order)), nil)
    default: break
    }
    return (.string, nil)
  }

  /// A name for the dataset of a file: `failed-banks` of `Failed Banks.csv.gz`.
  private static func name(ofFile file: String) -> String {
    let stem = file.prefix { $0 != "." }
    let name = DraftField.snakeCase(
      String(stem.isEmpty ? file[...] : stem), separator: "-", isASCII: true)
    return name.isEmpty ? "records" : name
  }

  /// The table's name.
  var table: String {
    let table = DraftField.snakeCase(name)
    let isTaken =
      table.hasPrefix("etl_") || table.hasPrefix("sqlite_") || table == "schema_migrations"
    return isTaken || table.isEmpty ? "file_" + table : table
  }
}

// MARK: What a trial shows

extension DatasetDraft {
  /// Makes a field text, because some of its values are not of its type.
  ///
  /// - Parameters:
  ///   - label: the label of the column.
  ///   - remark: why, with a value that shows it.
  /// - Returns: whether it was something else before.
  mutating func declareText(_ label: String, _ remark: String) -> Bool {
    guard let index = fields.firstIndex(where: { $0.label == label }),
      fields[index].type != .string
    else { return false }
    fields[index].type = .string
    fields[index].remark = remark
    return true
  }

  /// Which fields can be the key by their label and type, the likeliest first.
  var keyCandidates: [Int] {
    fields.indices.filter { index in
      (fields[index].type == .integer || fields[index].type == .string)
        && Self.namesKey(fields[index].label)
    }
  }

  private static let keyWords: Set<String> = [
    "id", "key", "code", "no", "nr", "num", "number", "cert", "certificate", "uuid", "guid", "sku",
  ]

  /// Whether a label says that its values tell records apart: `Cert`, `Employee ID`, `account_no`.
  private static func namesKey(_ label: String) -> Bool {
    let words = DraftField.snakeCase(label).split(separator: "_")
    return words.last.map { keyWords.contains(String($0)) } ?? false
      || words.first.map { keyWords.contains(String($0)) } ?? false
  }

  /// Makes a field the key.
  mutating func declareKey(_ index: Int) {
    key = index
    fields[index].isRequired = true
  }
}

// MARK: The texts

extension DatasetDraft {
  /// The resource, for the `resources` of a Data Package.
  var declaration: JSON {
    var schema: [JSON.Member] = [
      .init(name: "fieldsMatch", value: "superset"),
      .init(name: "fields", value: .array(fields.map(\.declaration))),
    ]
    if let key {
      schema.append(.init(name: "primaryKey", value: .array([.string(fields[key].label)])))
    }
    var members: [JSON.Member] = [
      .init(name: "name", value: .string(name)), .init(name: "path", value: .string(file)),
    ]
    if let encoding { members.append(.init(name: "encoding", value: .string(encoding))) }
    return .object(
      members + [
        .init(name: "table", value: .string(table)),
        .init(name: "policy", value: key == nil ? "append" : "upsert"),
        .init(name: "schema", value: .object(schema)),
      ])
  }

  /// The SQL that makes the table.
  var up: String {
    let columns = fields.indices.map { "  " + fields[$0].definition(isKey: $0 == key) }
    let all =
      ["  id INTEGER PRIMARY KEY AUTOINCREMENT"] + columns
      + ["  run_id INTEGER", "  source_line INTEGER"]
    return """
      -- Drafted from a file: see to the names, the types and the key before it is applied.
      --
      -- AUTOINCREMENT: the account of changes names rows by id, so that no id may be used again.
      -- run_id and source_line: which import wrote the row last, and from which line of its file.
      CREATE TABLE \(DraftField.quoted(table)) (
      \(all.joined(separator: ",\n"))
      ) STRICT;

      """
  }

  /// The SQL that takes it away.
  var down: String { "DROP TABLE \(DraftField.quoted(table));\n" }
}
