/// Numbers as they stand in the XML of a sheet: decimal, with up to 17 digits, or with an exponent.
enum CellNumber {
  /// Whether the text is a decimal number in its shortest form, as nearly all of them are.
  ///
  /// Up to 15 digits survive the way to a double and back (`DBL_DIG`), so there is no shorter text.
  @inline(__always)
  static func isCanonical(_ text: Span<UInt8>) -> Bool {
    guard text.count <= 16, !text.isEmpty else { return false }
    var digits = 0
    var hasPoint = false
    for index in text.indices {
      let byte = text[index]
      if byte &- 0x30 < 10 {
        digits += 1
      } else if byte == UInt8(ascii: "."), !hasPoint, digits > 0 {
        hasPoint = true
      } else if byte != UInt8(ascii: "-") || index > 0 {
        return false
      }
    }
    guard digits > 0, digits <= 15 else { return false }
    let last = text[text.count - 1]
    return !hasPoint || last != UInt8(ascii: "0") && last != UInt8(ascii: ".")
  }

  /// The number that a text is; nil where it is none.
  static func value(_ text: Span<UInt8>) -> Double? {
    if let whole = Int(decimal: text) { return Double(whole) }
    guard let value = Double(String(copying: text)), value.isFinite else { return nil }
    return value
  }

  /// The shortest decimal text that reads back as the same number.
  ///
  /// - Parameter value: a finite number.
  /// - Returns: digits, with an exponent where the number is very large or very small.
  static func text(_ value: Double) -> [UInt8] {
    if value == value.rounded(), value.magnitude < 9_007_199_254_740_992 {
      return Array(String(Int64(value)).utf8)
    }
    let shortest = value.description
    return Array((shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest).utf8)
  }
}
