import Records

/// Converts the fields of one column.
///
/// It holds no reference, so that using it costs no reference counting for each field; the texts it
/// compares with are in the column's `ColumnVocabulary`.
struct ColumnConverter: Sendable, BitwiseCopyable {
  /// What a field was converted to.
  enum Result {
    case value(Cell)
    /// There is no value, and there must be one.
    case missing
    /// The text is no value of the column's type.
    case invalid
  }

  private enum Kind: BitwiseCopyable {
    case string
    case integer
    case number
    case boolean
    case date(DateParser)
    case datetime(DatetimeParser)
  }

  /// The column's place in the file, counting from 0.
  let position: Int
  private let kind: Kind
  /// Whether the column is part of the key.
  let isKey: Bool
  private let isRequired: Bool
  private let hasMissingValues: Bool

  /// A converter for a column of a file.
  ///
  /// - Parameters:
  ///   - column: the column.
  ///   - isKey: whether its values are part of the key, which a record can't be without.
  ///   - order: the order that the column's values showed its dates to have, where it was open.
  init(_ column: HeaderMatch.Column, isKey: Bool, order: DateOrder?) {
    position = column.position
    self.isKey = isKey
    isRequired = isKey || column.field.isRequired
    hasMissingValues = column.field.missingValues.contains { !$0.isEmpty }
    switch column.field.type {
    case .string: kind = .string
    case .integer: kind = .integer
    case .number: kind = .number
    case .boolean: kind = .boolean
    case .date(var rules):
      rules.order = rules.order ?? order
      kind = .date(DateParser(rules: rules))
    case .datetime(var rules):
      rules.order = rules.order ?? order
      kind = .datetime(DatetimeParser(rules: rules))
    }
  }

  /// Converts the field at `field` of `bytes`.
  ///
  /// - Parameters:
  ///   - field: the bytes of the field, white space around it included.
  ///   - bytes: the bytes of the batch.
  ///   - vocabulary: the texts that mean something in this column.
  ///   - made: where text is put that isn't in `bytes` as it is; it will follow `bytes`.
  /// - Returns: the value, or why there is none.
  @inline(__always)
  func convert(
    _ field: Range<Int>, of bytes: Span<UInt8>, _ vocabulary: @autoclosure () -> ColumnVocabulary,
    made: inout [UInt8]
  ) -> Result {
    let text = bytes.trimmed(field)
    if text.isEmpty || (hasMissingValues && bytes.contains(text, in: vocabulary().missingValues)) {
      return isRequired ? .missing : .value(.null)
    }
    switch kind {
    case .string:
      return .value(.text(text))
    case .integer:
      guard let value = IntegerParser.integer(text, in: bytes) else { return .invalid }
      return .value(.integer(value))
    case .number:
      guard let value = NumberParser.number(text, in: bytes) else { return .invalid }
      return .value(.real(value))
    case .boolean:
      guard let value = vocabulary().words.boolean(text, in: bytes) else { return .invalid }
      return .value(.integer(value ? 1 : 0))
    case .date(let parser):
      guard let date = parser.date(text, in: bytes) else { return .invalid }
      let start = bytes.count + made.count
      date.append(to: &made)
      return .value(.text(start..<start + CalendarDate.isoLength))
    case .datetime(let parser):
      let start = bytes.count + made.count
      guard parser.append(text, in: bytes, to: &made) else { return .invalid }
      return .value(.text(start..<bytes.count + made.count))
    }
  }
}

// Rejects.
extension ColumnConverter {
  /// The code of a reject for a text that is no value of the column's type.
  var invalidCode: RejectCode {
    switch kind {
    // Any text is a text.
    case .string: .constraint
    case .integer: .invalidInteger
    case .number: .invalidNumber
    case .boolean: .invalidBoolean
    case .date, .datetime: .invalidDate
    }
  }

  /// What the column's values are, for a message.
  func expectation(_ vocabulary: ColumnVocabulary) -> String {
    switch kind {
    case .string: "a text"
    case .integer: "a whole number"
    case .number: "a number"
    case .boolean: vocabulary.words.expectation
    case .date(let parser): "a date" + suffix(parser.rules)
    case .datetime(let parser): "a date and time" + suffix(parser.rules)
    }
  }

  private func suffix(_ rules: DateRules) -> String {
    rules.order.map { " (\($0.words))" } ?? ""
  }
}
