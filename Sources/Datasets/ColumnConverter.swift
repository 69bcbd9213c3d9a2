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
    /// The value breaks a constraint of the field, which expects something else.
    case outOfBounds(String)
  }

  enum Kind: BitwiseCopyable {
    case string
    /// A part of the text, told by the vocabulary.
    case part
    case integer(NumberRules)
    case number(NumberRules)
    case boolean
    case date(DateParser)
    case datetime(DatetimeParser)
  }

  /// The column's place in the current table, counting from 0; `HeaderMatch.absent` where it has none.
  var position: Int
  let kind: Kind
  /// Whether the column is part of the key.
  let isKey: Bool
  let isRequired: Bool
  let hasMissingValues: Bool
  let emptyIsValue: Bool
  let hasConstraints: Bool
  /// Whether its values are bytes.
  let hasBytes: Bool
  /// Whether the value is joined of several columns.
  let isJoined: Bool
  /// Which fields `plainCell` reads.
  private let plain: Plain

  private enum Plain: BitwiseCopyable {
    case none
    case text
    case digits
  }

  /// A converter for a column of a file.
  ///
  /// - Parameters:
  ///   - column: the column.
  ///   - isKey: whether its values are part of the key, which a record can't be without.
  init(_ column: HeaderMatch.Column, isKey: Bool) {
    position = column.position
    isJoined = column.joined.count > 1
    self.isKey = isKey
    isRequired = isKey || column.field.isRequired
    hasMissingValues = column.field.missingValues.contains { !$0.isEmpty }
    emptyIsValue = column.field.emptyIsValue
    hasConstraints = !column.field.constraints.isEmpty
    hasBytes = column.field.content != nil
    switch column.field.type {
    case .string: kind = column.part == nil ? .string : .part
    case .integer(let rules): kind = .integer(rules)
    case .number(let rules): kind = .number(rules)
    case .boolean: kind = .boolean
    case .date(let rules): kind = .date(DateParser(rules: rules))
    case .datetime(let rules): kind = .datetime(DatetimeParser(rules: rules))
    }
    let isPlain = !isJoined && !hasMissingValues && !hasConstraints
    plain =
      switch kind {
      case .string where isPlain: .text
      case .integer where isPlain: .digits
      default: .none
      }
  }

  /// The value of a field that is written as most are, in a column whose values nothing else is asked of:
  /// a text without space around it, or a few digits.
  ///
  /// - Returns: what `convert` has for it, at a third of the cost; nil for a field that is to be given to
  ///   that.
  @inline(__always)
  func plainCell(_ field: Range<Int>, of bytes: Span<UInt8>) -> Cell? {
    guard !field.isEmpty else { return nil }
    switch plain {
    case .none: return nil
    case .text:
      guard bytes.isTrimmed(field), !FormulaGuard.mayGuard(bytes[field.lowerBound]) else {
        return nil
      }
      return .text(field)
    case .digits: return IntegerParser.digits(field, in: bytes).map(Cell.integer)
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
      if text.isEmpty, emptyIsValue { return .value(.text(text)) }
      return isRequired ? .missing : .value(.null)
    }
    let result = value(text, of: bytes, vocabulary(), made: &made)
    guard hasConstraints, case .value(let cell) = result else { return result }
    return vocabulary().check(cell, in: bytes, made) ?? result
  }

  /// Joins the columns of a record that a text is in, those that are empty left out.
  ///
  /// - Parameters:
  ///   - firstField: the record's first field, among all the batch's field ends.
  ///   - ends: where the fields of the batch end.
  ///   - bytes: the bytes of the batch.
  ///   - vocabulary: the texts that mean something in this column, and the columns.
  ///   - made: where the text is put; it will follow `bytes`.
  /// - Returns: the value, or why there is none.
  @inline(never)
  func join(
    _ firstField: Int, _ ends: Span<Int32>, of bytes: Span<UInt8>, _ vocabulary: ColumnVocabulary,
    made: inout [UInt8]
  ) -> Result {
    let start = made.count
    for position in vocabulary.joined {
      let text = bytes.trimmed(ends.range(ofField: firstField + position))
      guard !text.isEmpty, !bytes.contains(text, in: vocabulary.missingValues) else { continue }
      if made.count > start { made += vocabulary.separator }
      for index in text { made.append(bytes[index]) }
    }
    guard made.count > start else { return isRequired ? .missing : .value(.null) }
    let cell = Cell.text(bytes.count + start..<bytes.count + made.count)
    return hasConstraints ? vocabulary.check(cell, in: bytes, made) ?? .value(cell) : .value(cell)
  }

  /// Converts a text that stands for a value.
  @inline(__always)
  private func value(
    _ text: Range<Int>, of bytes: Span<UInt8>, _ vocabulary: @autoclosure () -> ColumnVocabulary,
    made: inout [UInt8]
  ) -> Result {
    switch kind {
    case .string:
      return .value(.text(FormulaGuard.removed(from: text, in: bytes)))
    case .part:
      guard let part = vocabulary().part?.range(in: text, of: bytes) else { return .invalid }
      return .value(.text(part))
    case .integer(let rules):
      guard let value = IntegerParser.integer(text, in: bytes, rules) else { return .invalid }
      return .value(.integer(value))
    case .number(let rules):
      guard let value = NumberParser.number(text, in: bytes, rules) else { return .invalid }
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
