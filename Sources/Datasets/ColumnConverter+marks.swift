import Records

/// Values of sources that say more of them than a text does, such as JSON.
extension ColumnConverter {
  /// Converts the field at `field` of `bytes`, given what its source says of it.
  ///
  /// A text column gets a text to the letter, the empty one too; a number is read as JSON writes it,
  /// whatever the column's own marks are. A text in another column is read like that of a list.
  ///
  /// - Parameters:
  ///   - field: the bytes of the field.
  ///   - mark: what the source says of it.
  ///   - bytes: the bytes of the batch.
  ///   - vocabulary: the texts that mean something in this column.
  ///   - made: where text is put that isn't in `bytes` as it is; it will follow `bytes`.
  /// - Returns: the value, or why there is none.
  @inline(never)
  func convert(
    _ field: Range<Int>, _ mark: FieldMark, of bytes: Span<UInt8>, _ vocabulary: ColumnVocabulary,
    made: inout [UInt8]
  ) -> Result {
    switch (mark, kind) {
    case (.null, _): return isRequired ? .missing : .value(.null)
    case (.nested, _): return .invalid
    case (.bytes, _): return hasBytes ? .value(.text(field)) : .invalid
    case (.string, .string):
      if hasMissingValues, bytes.contains(field, in: vocabulary.missingValues) {
        return isRequired ? .missing : .value(.null)
      }
      // An empty text names nobody.
      if field.isEmpty, !emptyIsValue, isRequired || hasBytes {
        return isRequired ? .missing : .value(.null)
      }
      return checked(.value(.text(field)), in: bytes, vocabulary, made)
    case (.number, .integer):
      guard let value = IntegerParser.integer(field, in: bytes, Self.programRules) else {
        return .invalid
      }
      return checked(.value(.integer(value)), in: bytes, vocabulary, made)
    case (.number, .number):
      guard
        let value = NumberParser.number(field, in: bytes, Self.programRules)
          ?? Self.infinity(field, in: bytes)
      else { return .invalid }
      return checked(.value(.real(value)), in: bytes, vocabulary, made)
    case (.boolean, .boolean):
      return .value(.integer(bytes[field.lowerBound] == UInt8(ascii: "t") ? 1 : 0))
    case (.number, .boolean) where field.count == 1 && bytes[field.lowerBound] | 1 == 0x31:
      return .value(.integer(Int64(bytes[field.lowerBound] & 1)))
    default: return convert(field, of: bytes, vocabulary, made: &made)
    }
  }

  /// Numbers as programs write them: a point, no groups, no units.
  private static var programRules: NumberRules {
    NumberRules(decimalMark: .point, groups: .none, units: .none)
  }

  /// What an export writes for a number beyond all others; nil for any other text.
  private static func infinity(_ field: Range<Int>, in bytes: Span<UInt8>) -> Double? {
    switch String(decoding: field.map { bytes[$0] }, as: UTF8.self) {
    case "9e999": .infinity
    case "-9e999": -.infinity
    default: nil
    }
  }

  private func checked(
    _ result: Result, in bytes: Span<UInt8>, _ vocabulary: ColumnVocabulary, _ made: [UInt8]
  ) -> Result {
    guard hasConstraints, case .value(let cell) = result else { return result }
    return vocabulary.check(cell, in: bytes, made) ?? result
  }
}

extension RecordConverter {
  /// Converts a field of a record whose source marks its values.
  mutating func convertMarked(
    _ index: Int, firstField: Int, of batch: borrowing RecordBatch
  ) -> ColumnConverter.Result {
    let converter = converters[index]
    let (ends, bytes) = (batch.fieldEnds.span, batch.bytes.span)
    guard converter.isJoined else {
      let field = firstField + converter.position
      return converter.convert(
        ends.range(ofField: field), batch.fieldMarks[field], of: bytes, vocabularies[index],
        made: &made)
    }
    let marks = vocabularies[index].joined.map { batch.fieldMarks[firstField + $0] }
    guard !marks.contains(.nested), !marks.contains(.bytes) else { return .invalid }
    return converter.join(firstField, ends, of: bytes, vocabularies[index], made: &made)
  }
}
