import Datasets

/// One column of a file as a draft of its dataset declares it.
struct DraftField {
  /// What a column can be declared as, and how the table stores it.
  enum FieldType: Equatable {
    case string
    case integer
    case number(DecimalMark?)
    case boolean
    case date(DateOrder?)
    case datetime

    /// The name that Table Schema has for it.
    var name: String {
      switch self {
      case .string: "string"
      case .integer: "integer"
      case .number: "number"
      case .boolean: "boolean"
      case .date: "date"
      case .datetime: "datetime"
      }
    }
  }

  /// The column's label, as the file has it.
  let label: String
  /// The table's column.
  let column: String
  /// What it is.
  var type: FieldType
  /// Whether each record has to have a value.
  var isRequired: Bool
  /// Why it is no more than text, where its values look like something else; nil where they don't.
  var remark: String?

  private static let booleanWords = [
    ("trueValues", ["true", "yes"]), ("falseValues", ["false", "no"]),
  ]

  /// The field as Table Schema has it, with the properties that are bank-etl's own.
  var declaration: JSON {
    var members: [JSON.Member] = [
      .init(name: "name", value: .string(label)), .init(name: "type", value: .string(type.name)),
      .init(name: "column", value: .string(column)),
    ]
    if case .date(let order?) = type {
      members.append(.init(name: "dateOrder", value: .string(order.rawValue)))
    }
    if case .number(let mark?) = type {
      members.append(.init(name: "decimalChar", value: .string(mark.rawValue)))
    }
    if type == .boolean {
      for (name, words) in Self.booleanWords {
        let letters = words.map { String($0.prefix(1)) }
        let variants =
          words.flatMap { [$0, $0.prefix(1).uppercased() + $0.dropFirst(), $0.uppercased()] }
          + letters.flatMap { [$0, $0.uppercased()] }
        members.append(.init(name: name, value: .array(variants.map(JSON.string))))
      }
    }
    if isRequired { members.append(.init(name: "constraints", value: ["required": true])) }
    return .object(members)
  }

  /// The column of the table's definition.
  ///
  /// - Parameter isKey: whether no two rows have the same value.
  /// - Returns: the SQL, without a comma.
  func definition(isKey: Bool) -> String {
    let name = Self.quoted(column)
    let storage: String
    var check = ""
    switch type {
    case .string, .datetime: storage = "TEXT"
    case .integer: storage = "INTEGER"
    case .number: storage = "REAL"
    case .boolean: (storage, check) = ("INTEGER", " CHECK (\(name) IN (0, 1))")
    case .date: (storage, check) = ("TEXT", " CHECK (\(name) IS date(\(name)))")
    }
    return name + " " + storage + (isRequired ? " NOT NULL" : "") + (isKey ? " UNIQUE" : "") + check
  }

  /// A name as SQL takes it whatever is in it: "If you want to use a keyword as a name, you need to
  /// quote it" (sqlite.org/lang_keywords.html).
  static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }
}

// MARK: Names

extension DraftField {
  /// Names that SQLite or bank-etl have for columns of every table.
  private static let reserved: Set<String> = [
    "id", "rowid", "oid", "_rowid_", "run_id", "source_line",
  ]

  /// A column's name for each label, no two alike: in lower case, all but letters and digits as `_`.
  ///
  /// - Parameter labels: the labels, in the order of the file.
  /// - Returns: as many names.
  static func columns(for labels: [String]) -> [String] {
    var taken = reserved
    return labels.enumerated().map { index, label in
      let name = snakeCase(label)
      var column = name.isEmpty ? "column_\(index + 1)" : name
      if reserved.contains(column) { column += "_in_file" }
      let stem = column
      var number = 2
      while !taken.insert(column).inserted {
        column = "\(stem)_\(number)"
        number += 1
      }
      return column
    }
  }

  /// A text in lower case, with its letters and digits, and `_` for what is between them.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - separator: what stands between words.
  ///   - isASCII: whether other letters count as what is between words.
  /// - Returns: the name; empty where there is no word.
  static func snakeCase(
    _ text: String, separator: String = "_", isASCII: Bool = false
  ) -> String {
    var words: [String] = [""]
    for scalar in text.lowercased().unicodeScalars {
      let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
      if isWord, scalar.isASCII || !isASCII {
        words[words.count - 1].unicodeScalars.append(scalar)
      } else if words.last != "" {
        words.append("")
      }
    }
    return words.filter { !$0.isEmpty }.joined(separator: separator)
  }
}
