/// Numbers as they stand in the XML of a sheet: decimal, with up to 17 digits, or with an exponent.
enum CellNumber {
  /// Whether the text is a decimal number that is kept as it is, as nearly all of them are.
  ///
  /// Up to 15 digits survive the way to a double and back (`DBL_DIG`), so there is no shorter text. All
  /// digits of a whole number are kept: that it was a double is not said anywhere.
  @inline(__always)
  static func isCanonical(_ text: Span<UInt8>) -> Bool {
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
    guard digits > 0 else { return false }
    guard hasPoint else { return true }
    let last = text[text.count - 1]
    return digits <= 15 && last != UInt8(ascii: "0") && last != UInt8(ascii: ".")
  }

  /// How a number is kept: as the shortest text of the double that it is, or as it is written where it is
  /// more than a double.
  ///
  /// A double is written with up to 17 digits, of which some may be left out. A whole number, or one
  /// with more digits than any double needs, is none that a program has rounded.
  ///
  /// - Parameter text: the number as it stands in the file.
  /// - Returns: nil where the text is no number.
  static func kept(_ text: Span<UInt8>) -> [UInt8]? {
    guard let value = value(text) else { return nil }
    let shortest = Self.text(value)
    let (written, rounded) = (DecimalDigits(text), DecimalDigits(shortest.span))
    guard let written, let rounded, written != rounded else { return shortest }
    if let whole = written.wholeNumber { return whole }
    let isShortened = written.digits.count <= 17 && rounded.digits.count < written.digits.count
    return isShortened ? shortest : Array(String(copying: text).utf8)
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
