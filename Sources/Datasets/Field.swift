/// A column of a file, and where its values go.
package struct Field: Sendable, Hashable {
  /// The label in the file's header.
  package let name: String
  /// What people are shown instead of the label.
  package let title: String
  /// The column of the table.
  package let column: String
  /// The labels that files of other years or makers have instead of `name`.
  package let aliases: [String]
  /// What the values are.
  package internal(set) var type: FieldType
  /// Whether a record without a value here is a reject.
  package internal(set) var isRequired: Bool
  /// What the values must keep within.
  package internal(set) var constraints: FieldConstraints
  /// The texts that stand for no value; the empty text does too, unless it is a value.
  package let missingValues: [String]
  /// Whether the empty text is a value: a key may have it where it can't have none.
  ///
  /// That is what an empty list of `missingValues` says in Table Schema, whose default is `[""]`; it is
  /// taken at its word in the field itself, and for plain text.
  package var emptyIsValue = false
  /// The labels of columns that are put together where a file has none for all of the field: a first
  /// name and a last name, say.
  ///
  /// For each part, in order, its labels.
  package var joined: [[String]] = []
  /// What stands between the parts.
  package var separator = " "
  /// What the field's value is where records name a file in its place; nil where they don't.
  package var content: FieldContent?
  /// Whether its numbers are names, such as those of certificates, and neither summed up nor averaged.
  package var isCode = false
}

extension Field {
  /// Whether a user can mean this field: by the table's column, or by the label.
  func isNamed(_ name: String?) -> Bool { name == column || name == self.name }
}

/// What must be in a file whose bytes are the value of a field.
package enum FieldContent: String, Sendable, Hashable, CaseIterable {
  /// Anything.
  case file
  /// A picture, by its first bytes.
  case picture
}

/// What the values of a field are.
package enum FieldType: Sendable, Hashable {
  /// Any text.
  case string
  /// A whole number of 64 bits.
  case integer(NumberRules)
  /// A decimal number that a double keeps.
  case number(NumberRules)
  /// True or false, stored as 1 or 0.
  case boolean(BooleanWords)
  /// A day, stored as ISO-8601.
  case date(DateRules)
  /// A day and a time of day, stored as ISO-8601.
  case datetime(DateRules)

  /// The rules of a field of dates; nil for any other.
  package var dateRules: DateRules? {
    switch self {
    case .date(let rules), .datetime(let rules): rules
    default: nil
    }
  }

  /// The type with another order; nil where it is no type of dates.
  func settingDateOrder(_ order: DateOrder) -> FieldType? {
    switch self {
    case .date(var rules):
      rules.order = order
      return .date(rules)
    case .datetime(var rules):
      rules.order = order
      return .datetime(rules)
    default:
      return nil
    }
  }

  /// The type of whole numbers with what a first pass has shown of them.
  ///
  /// - Parameters:
  ///   - mark: the decimal mark; nil where it stays open.
  ///   - hasOneUnit: whether what stands around the numbers goes together.
  /// - Returns: nil where it is no type of whole numbers.
  func settlingWhole(_ mark: DecimalMark?, hasOneUnit: Bool) -> FieldType? {
    guard case .integer(var rules) = self else { return nil }
    if let mark { rules.setDecimalMark(mark) }
    if hasOneUnit, rules.units == .unproved { rules.units = .known }
    return .integer(rules)
  }

  /// The type with another decimal mark; nil where it is no type of numbers.
  func settingDecimalMark(_ mark: DecimalMark) -> FieldType? {
    switch self {
    case .integer(var rules):
      rules.setDecimalMark(mark)
      return .integer(rules)
    case .number(var rules):
      rules.setDecimalMark(mark)
      return .number(rules)
    default:
      return nil
    }
  }
}
