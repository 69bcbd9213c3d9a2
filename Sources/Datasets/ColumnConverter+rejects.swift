import Records

extension ColumnConverter {
  /// What reads the dates of the column; nil where it has none.
  var dates: DateParser? {
    switch kind {
    case .date(let parser): parser
    case .datetime(let parser): parser.dates
    default: nil
    }
  }

  /// The code of a reject for a text that is no value of the column's type.
  var invalidCode: RejectCode {
    switch kind {
    // Any text is a text.
    case .string, .part: .constraint
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
    case .part: vocabulary.part?.expectation ?? "a text"
    case .integer(let rules): "a whole number" + suffix(rules)
    case .number(let rules): "a number" + suffix(rules)
    case .boolean: vocabulary.words.expectation
    case .date(let parser): "a date" + suffix(parser.rules)
    case .datetime(let parser): "a date and time" + suffix(parser.rules)
    }
  }

  private func suffix(_ rules: NumberRules) -> String {
    rules.decimalMark.map { " (decimal \($0.words))" } ?? ""
  }

  private func suffix(_ rules: DateRules) -> String {
    rules.order.map { " (\($0.words))" } ?? ""
  }
}

extension ColumnVocabulary {
  /// Whether a value breaks a constraint of the field.
  ///
  /// - Parameters:
  ///   - cell: the value.
  ///   - bytes: the bytes of the batch.
  ///   - made: what will follow them.
  /// - Returns: nil where it doesn't.
  func check(
    _ cell: Cell, in bytes: Span<UInt8>, _ made: [UInt8]
  ) -> ColumnConverter.Result? {
    let value: FieldConstraints.Value
    switch cell.kind {
    case .null: return nil
    case .integer: value = .integer(cell.payload)
    case .real: value = .number(Double(bitPattern: UInt64(bitPattern: cell.payload)))
    case .text:
      let start = Int(cell.payload)
      let range = start..<start + Int(cell.length)
      value = .text(
        start < bytes.count
          ? range.map { bytes[$0] } : Array(made[(start - bytes.count)...].prefix(range.count)))
    }
    return constraints.expectation(brokenBy: value).map(ColumnConverter.Result.outOfBounds)
  }
}
