/// A decimal number: `digits * 10 ^ exponent`, where `digits` does not end in a zero.
struct DecimalNumber: Equatable {
  /// No double needs more digits than these to be told from all others.
  private static let doubleDigitLimit = 17
  /// How many digits 64 bits always keep.
  private static let digitLimit = 19
  /// Beyond these nothing is a double any more, whatever the digits.
  private static let exponentLimit = 10_000

  private(set) var isNegative = false
  /// The digits; only the first 19 of them where there are more.
  private(set) var digits: UInt64 = 0
  private(set) var digitCount = 0
  private(set) var exponent = 0
  /// Zeros that were read last: they count once another digit follows.
  private var zeros = 0

  /// Zero, to which digits are added.
  init() {}

  /// Reads digits with a decimal mark, a sign and an exponent, or without; nil where the text is
  /// anything else.
  ///
  /// - Parameters:
  ///   - range: the indices of the text, without white space around it.
  ///   - text: the bytes that the text is part of.
  ///   - mark: the decimal mark; nil where the text can't have one.
  @inline(__always)
  init?(_ range: Range<Int>, in text: Span<UInt8>, mark: UInt8?) {
    var position = range.lowerBound
    let end = range.upperBound
    if position < end, text[position] == UInt8(ascii: "-") || text[position] == UInt8(ascii: "+") {
      isNegative = text[position] == UInt8(ascii: "-")
      position += 1
    }
    var hasDigit = false
    var hasMark = false
    while position < end {
      let byte = text[position]
      if case let digit = byte &- 0x30, digit < 10 {
        hasDigit = true
        append(digit, isDecimal: hasMark)
      } else if byte == mark, !hasMark {
        hasMark = true
      } else {
        break
      }
      position += 1
    }
    guard hasDigit else { return nil }
    if position < end {
      let length = shift(byExponentAt: position, before: end, in: text)
      guard length == end - position else { return nil }
    }
    finish()
  }

  /// Takes one more digit.
  @inline(__always)
  mutating func append(_ digit: UInt8, isDecimal: Bool) {
    if isDecimal { exponent -= 1 }
    guard digit != 0 else {
      zeros += 1
      return
    }
    digitCount = digitCount == 0 ? 1 : digitCount + zeros + 1
    // Past the limit the digits no longer matter, their number alone makes the text no value.
    if digitCount <= Self.digitLimit {
      if digits != 0 { for _ in 0..<zeros { digits *= 10 } }
      digits = digits * 10 + UInt64(digit)
    }
    zeros = 0
  }

  /// Makes the number negative.
  mutating func negate() { isNegative = true }

  /// Ends the number: zeros at its end become part of the exponent, and zero has no sign.
  @inline(__always)
  mutating func finish() {
    exponent += zeros
    zeros = 0
    if digits == 0 { self = Self() }
  }

  /// Takes in an exponent such as `e-5`.
  ///
  /// - Returns: how many bytes it has; 0 where there is none.
  mutating func shift(byExponentAt start: Int, before end: Int, in text: Span<UInt8>) -> Int {
    var position = start
    guard position < end, text[position] | 0x20 == UInt8(ascii: "e") else { return 0 }
    position += 1
    var sign = 1
    if position < end, text[position] == UInt8(ascii: "-") || text[position] == UInt8(ascii: "+") {
      if text[position] == UInt8(ascii: "-") { sign = -1 }
      position += 1
    }
    let firstDigit = position
    var value = 0
    while position < end, case let digit = text[position] &- 0x30, digit < 10 {
      value = min(value * 10 + Int(digit), Self.exponentLimit)
      position += 1
    }
    guard position > firstDigit else { return 0 }
    exponent += sign * value
    return position - start
  }
}

// Values.
extension DecimalNumber {
  /// The double that stands for these digits; nil where none does.
  ///
  /// Printed in the shortest way that reads back as itself, the double is this number.
  var double: Double? { exactDouble ?? nearestDouble }

  /// The double with this value, if one multiplication finds it; nil where it takes more.
  ///
  /// Up to 15 digits and powers of ten up to 10^22 are doubles themselves, and IEEE 754 rounds the
  /// product or quotient of two doubles correctly. Up to 15 digits survive that (`DBL_DIG`).
  private var exactDouble: Double? {
    guard digitCount <= 15, exponent.magnitude <= 22 else { return nil }
    var power = 1.0
    for _ in 0..<exponent.magnitude { power *= 10 }
    let value = exponent < 0 ? Double(digits) / power : Double(digits) * power
    return isNegative ? -value : value
  }

  private var nearestDouble: Double? {
    guard digitCount <= Self.doubleDigitLimit else { return nil }
    let text = "\(isNegative ? "-" : "")\(digits)e\(exponent)"
    guard let nearest = Double(text), nearest.isFinite else { return nil }
    // The description of a double is the shortest text that reads back as it.
    let shortest = Array(nearest.description.utf8)
    let point = DecimalMark.point.byte
    guard DecimalNumber(shortest.indices, in: shortest.span, mark: point) == self else {
      return nil
    }
    return nearest
  }

  /// Whether all decimals are zeros, whatever the size.
  var isWhole: Bool { exponent >= 0 }

  /// The whole number of 64 bits that this is; nil where there are decimals or too many digits.
  var integer: Int64? {
    guard exponent >= 0, digitCount + exponent <= Self.digitLimit else { return nil }
    // The negative side is the longer one, so the digits are taken away from zero.
    guard digits <= Int64.min.magnitude else { return nil }
    var value = 0 &- Int64(truncatingIfNeeded: digits)
    for _ in 0..<exponent {
      let (next, overflow) = value.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      value = next
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }
}
