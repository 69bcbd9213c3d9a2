/// A decimal number by its digits, however many there are.
struct DecimalDigits: Equatable {
  /// Whether it is less than zero.
  private(set) var isNegative = false
  /// Its digits as bytes, without zeros at either end; none for zero.
  private(set) var digits: [UInt8] = []
  /// The power of ten that the last digit counts.
  private(set) var exponent = 0

  /// More digits than this are not written for a number with an exponent.
  private static let wholeDigitsMax = 40

  /// Reads a number such as `-12.50` or `1.5E+3`.
  ///
  /// - Returns: nil where the text is something else.
  init?(_ text: Span<UInt8>) {
    var position = 0
    if !text.isEmpty, text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") {
      isNegative = text[0] == UInt8(ascii: "-")
      position = 1
    }
    var (decimals, hasPoint, count) = (0, false, 0)
    while position < text.count {
      let byte = text[position]
      if byte &- 0x30 < 10 {
        digits.append(byte)
        count += 1
        if hasPoint { decimals += 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        break
      }
      position += 1
    }
    guard count > 0 else { return nil }
    if position < text.count {
      guard text[position] | 0x20 == UInt8(ascii: "e"),
        let power = Int(String(copying: text.extracting((position + 1)..<text.count))),
        power.magnitude < 10_000
      else { return nil }
      exponent = power
    }
    exponent -= decimals
    while digits.last == 0x30 {
      digits.removeLast()
      exponent += 1
    }
    digits = Array(digits.drop { $0 == 0x30 })
    if digits.isEmpty { (isNegative, exponent) = (false, 0) }
  }

  /// The number with all its digits where it is a whole one; nil where it has decimals or is very large.
  var wholeNumber: [UInt8]? {
    guard exponent >= 0, digits.count + exponent <= Self.wholeDigitsMax else { return nil }
    let sign: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    return sign + digits + Array(repeating: 0x30, count: exponent)
  }
}
