/// Reads whole numbers.
package enum IntegerParser {
  /// The whole number that the text at `range` is.
  ///
  /// Read are digits with a sign or none, leading zeros included. Decimals are accepted where all
  /// are zero, as in `57053.0`, which is how a spreadsheet that took a column for decimal numbers
  /// writes it; but not three of them: half of the world writes fifty-seven thousand as `57.000`.
  ///
  /// - Parameters:
  ///   - range: the indices of the text, without white space around it.
  ///   - text: the bytes that the text is part of.
  /// - Returns: the number; nil where it is none, or doesn't fit 64 bits: it is never rounded.
  @inline(__always)
  package static func integer(_ range: Range<Int>, in text: Span<UInt8>) -> Int64? {
    // 18 digits can't overflow.
    guard range.count <= 18 else { return anyInteger(range, in: text) }
    var value: Int64 = 0
    for position in range {
      let digit = text[position] &- 0x30
      guard digit < 10 else { return anyInteger(range, in: text) }
      value = value &* 10 &+ Int64(digit)
    }
    return range.isEmpty ? nil : value
  }

  @inline(never)
  private static func anyInteger(_ range: Range<Int>, in text: Span<UInt8>) -> Int64? {
    guard let first = range.first else { return nil }
    var position = first
    let isNegative = text[first] == UInt8(ascii: "-")
    if isNegative || text[first] == UInt8(ascii: "+") { position += 1 }
    let start = position
    var value: Int64 = 0
    while position < range.upperBound, case let digit = text[position] &- 0x30, digit < 10 {
      // The negative side is the longer one, so the digits are taken away from zero.
      let (tens, overflowOfTens) = value.multipliedReportingOverflow(by: 10)
      let (next, overflow) = tens.subtractingReportingOverflow(Int64(digit))
      guard !overflowOfTens, !overflow else { return nil }
      value = next
      position += 1
    }
    guard position > start, isZeroFraction(position..<range.upperBound, in: text) else {
      return nil
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  /// Whether the text is empty, or a point and zeros that can't be a group of thousands.
  private static func isZeroFraction(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    guard let point = range.first else { return true }
    guard text[point] == UInt8(ascii: "."), range.count > 1, range.count != 4 else { return false }
    for position in range.dropFirst() where text[position] != UInt8(ascii: "0") { return false }
    return true
  }
}
