/// Reads whole numbers.
package enum IntegerParser {
  /// The whole number that the text at `range` is.
  ///
  /// Read are digits, leading zeros included, and the signs and groups of `WrittenNumber`, but no
  /// exponent. Decimals are accepted where all are zero, as in `57053.0`, which is how a spreadsheet
  /// that took a column for decimal numbers writes it; but, unless the decimal mark is declared, not
  /// three of them: half of the world writes fifty-seven thousand as `57.000`, and the other half
  /// as `57,000`.
  ///
  /// - Parameters:
  ///   - range: the indices of the text, without white space around it.
  ///   - text: the bytes that the text is part of.
  ///   - rules: the column's rules.
  /// - Returns: the number; nil where it is none, or doesn't fit 64 bits: it is never rounded.
  @inline(__always)
  package static func integer(
    _ range: Range<Int>, in text: Span<UInt8>, _ rules: NumberRules = .wholeNumber
  ) -> Int64? {
    guard !range.isEmpty else { return nil }
    return digits(range, in: text) ?? anyInteger(range, in: text, rules)
  }

  /// The whole number at `range`, which is not empty, where it is nothing but a few digits.
  @inline(__always)
  static func digits(_ range: Range<Int>, in text: Span<UInt8>) -> Int64? {
    // 18 digits can't overflow.
    guard range.count <= 18 else { return nil }
    var value: Int64 = 0
    for position in range {
      let digit = text[position] &- 0x30
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
    }
    return value
  }

  @inline(never)
  private static func anyInteger(
    _ range: Range<Int>, in text: Span<UInt8>, _ rules: NumberRules
  ) -> Int64? {
    guard let first = range.first, let last = range.last, !isMark(text[first]),
      !isMark(text[last])
    else { return nil }
    guard let number = WrittenNumber(range, in: text, rules), !number.hasExponent else {
      return nil
    }
    return number.decimal.integer
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == DecimalMark.point.byte || byte == DecimalMark.comma.byte
  }
}
