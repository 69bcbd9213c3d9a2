/// Reads decimal numbers as doubles.
package enum NumberParser {
  /// The number that the text at `range` is.
  ///
  /// Read are digits with a decimal point, a sign and an exponent, or without. A number is accepted
  /// where the nearest double stands for the same digits: printed in the shortest way that reads
  /// back as itself, it is the number that was read. All numbers of up to 15 significant digits
  /// within a double's range are; `9007199254740993` isn't.
  ///
  /// - Parameters:
  ///   - range: the indices of the text, without white space around it.
  ///   - text: the bytes that the text is part of.
  /// - Returns: the number; nil where it is none, or a double doesn't keep it: it is never rounded.
  package static func number(_ range: Range<Int>, in text: Span<UInt8>) -> Double? {
    guard let decimal = Decimal(range, in: text) else { return nil }
    return decimal.exactDouble ?? nearestDouble(range, in: text, decimal)
  }

  @inline(never)
  private static func nearestDouble(
    _ range: Range<Int>, in text: Span<UInt8>, _ decimal: Decimal
  ) -> Double? {
    guard decimal.digitCount <= Decimal.digitLimit else { return nil }
    var ascii = ""
    for position in range { ascii.unicodeScalars.append(UnicodeScalar(text[position])) }
    guard let nearest = Double(ascii), nearest.isFinite else { return nil }
    // The description of a double is the shortest text that reads back as it.
    let shortest = Array(nearest.description.utf8)
    guard Decimal(shortest.indices, in: shortest.span) == decimal else { return nil }
    return nearest
  }
}

/// A decimal number: `digits * 10 ^ exponent`, where `digits` does not end in a zero.
private struct Decimal: Equatable {
  /// No double needs more digits than these to be told from all others.
  static let digitLimit = 17
  /// Beyond these nothing is a double any more, whatever the digits.
  private static let exponentLimit = 10_000

  private(set) var isNegative = false
  private(set) var digits: UInt64 = 0
  private(set) var digitCount = 0
  private(set) var exponent = 0

  /// Reads a number; nil where the text is none.
  init?(_ range: Range<Int>, in text: Span<UInt8>) {
    var position = range.lowerBound
    let end = range.upperBound
    if position < end, text[position] == UInt8(ascii: "-") || text[position] == UInt8(ascii: "+") {
      isNegative = text[position] == UInt8(ascii: "-")
      position += 1
    }
    var zeros = 0
    var hasDigit = false
    var hasPoint = false
    while position < end {
      let byte = text[position]
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else if case let digit = byte &- 0x30, digit < 10 {
        hasDigit = true
        if hasPoint { exponent -= 1 }
        append(digit, &zeros)
      } else {
        break
      }
      position += 1
    }
    exponent += zeros
    guard hasDigit else { return nil }
    if position < end {
      guard let shift = Self.exponent(position..<end, in: text) else { return nil }
      exponent += shift
    }
    if digits == 0 { self = Self() }
  }

  private init() {}

  /// Takes one more digit; zeros are held back until another digit follows them.
  private mutating func append(_ digit: UInt8, _ zeros: inout Int) {
    guard digit != 0 else {
      zeros += 1
      return
    }
    digitCount = digitCount == 0 ? 1 : digitCount + zeros + 1
    // Past the limit the digits no longer matter, their number alone makes the text no double.
    if digitCount <= Self.digitLimit {
      if digits != 0 { for _ in 0..<zeros { digits *= 10 } }
      digits = digits * 10 + UInt64(digit)
    }
    zeros = 0
  }

  /// Reads `e-5`; nil where it is no exponent.
  private static func exponent(_ range: Range<Int>, in text: Span<UInt8>) -> Int? {
    var position = range.lowerBound
    guard text[position] | 0x20 == UInt8(ascii: "e") else { return nil }
    position += 1
    var sign = 1
    if position < range.upperBound {
      if text[position] == UInt8(ascii: "-") { sign = -1 }
      if text[position] == UInt8(ascii: "-") || text[position] == UInt8(ascii: "+") {
        position += 1
      }
    }
    guard position < range.upperBound else { return nil }
    var value = 0
    while position < range.upperBound {
      let digit = text[position] &- 0x30
      guard digit < 10 else { return nil }
      value = min(value * 10 + Int(digit), exponentLimit)
      position += 1
    }
    return sign * value
  }

  /// The double with this value, if one multiplication finds it; nil where it takes more.
  ///
  /// Up to 15 digits and powers of ten up to 10^22 are doubles themselves, and IEEE 754 rounds the
  /// product or quotient of two doubles correctly. Up to 15 digits survive that (`DBL_DIG`).
  var exactDouble: Double? {
    guard digitCount <= 15, exponent.magnitude <= 22 else { return nil }
    var power = 1.0
    for _ in 0..<exponent.magnitude { power *= 10 }
    let value = exponent < 0 ? Double(digits) / power : Double(digits) * power
    return isNegative ? -value : value
  }
}
