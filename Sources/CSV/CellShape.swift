import Records

/// What a field looks like, whatever it means: the evidence that a dialect divides a text well.
package enum CellShape: Int, CaseIterable, Sendable {
  case empty
  /// Digits with what belongs to numbers, amounts of money and shares: `-1.234,50 €`, `(5)`, `30%`,
  /// `1.5e-5`.
  case number
  /// Digits with what belongs to dates and times, `5/6/2016`, `2023-03-05 10:00`, or a date or a time as
  /// `DateText` and `TimeOfDay` read it: `30SEP2025`, `March 5, 2021`, `10:11:12 UTC`.
  case moment
  /// One word or code, an address, a mail address: no white space.
  case word
  /// Text with white space in it.
  case text
  /// What no field of a good dialect looks like: another delimiter or a quote at its border.
  case odd

  /// The shape of the field at `range`.
  ///
  /// - Parameters:
  ///   - range: where the field is, white space around it included.
  ///   - bytes: the bytes that it is part of.
  ///   - delimiter: the delimiter of the dialect, which a field can only hold in quotes.
  package init(_ range: Range<Int>, in bytes: Span<UInt8>, delimiter: [UInt8]) {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while start < end, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    guard start < end else {
      self = .empty
      return
    }
    var kinds: Kinds = []
    for position in start..<end { kinds.insert(Self.kinds[Int(bytes[position])]) }
    let hasDelimiter = kinds.remove(.delimiter) != nil
    if hasDelimiter, Self.hasForeign(start..<end, in: bytes, delimiter) {
      self = .odd
    } else if Self.isQuote(bytes[start]) || Self.isQuote(bytes[end - 1]) && end - start > 1 {
      self = Self.hasInnerQuote(start..<end, in: bytes) ? .text : .odd
    } else if kinds.contains(.digit), kinds.isSubset(of: [.digit, .numeric, .shared, .space]) {
      self = .number
    } else if kinds.contains(.digit), kinds.isSubset(of: [.digit, .temporal, .shared, .space]) {
      self = .moment
    } else if kinds.contains(.digit), let value = Self.value(start..<end, in: bytes) {
      self = value
    } else {
      self = kinds.contains(.space) ? .text : .word
    }
  }

  /// Whether fields of this shape are values: numbers, dates or times.
  var isValue: Bool { self == .number || self == .moment }

  /// The shape of a value that has letters in it; nil where it is none.
  private static func value(_ range: Range<Int>, in bytes: Span<UInt8>) -> CellShape? {
    guard range.count <= valueBytesMax else { return nil }
    if DateText(range, in: bytes) != nil || TimeOfDay(range, in: bytes) != nil { return .moment }
    return isAmount(range, in: bytes) || isPower(range, in: bytes) ? .number : nil
  }

  /// No date in words with a time and a zone is longer.
  private static let valueBytesMax = 64

  /// Whether a currency is in front of a number, or behind it.
  private static func isAmount(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    func isNumber(_ part: Range<Int>) -> Bool {
      let kinds = part.map { Self.kinds[Int(bytes[$0])] }
      return kinds.contains(.digit)
        && kinds.allSatisfy { !$0.isDisjoint(with: [.digit, .numeric, .shared, .space]) }
    }
    let front = Currency.length(at: range.lowerBound, before: range.upperBound, in: bytes)
    if front > 0 { return isNumber(range.dropFirst(front)) }
    guard let last = range.last(where: { bytes[$0] &- 0x30 < 10 }) else { return false }
    var unit = last + 1
    while unit < range.upperBound, kinds[Int(bytes[unit])] == .space { unit += 1 }
    return unit < range.upperBound && isNumber(range.lowerBound..<unit)
      && Currency.length(at: unit, before: range.upperBound, in: bytes) == range.upperBound - unit
  }

  /// Whether a number has a power of ten behind it: `-1.5E+05`.
  private static func isPower(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    func isDigit(_ position: Int) -> Bool { bytes[position] &- 0x30 < 10 }
    guard let mark = range.first(where: { bytes[$0] | 0x20 == UInt8(ascii: "e") }) else {
      return false
    }
    var exponent = range[mark + 1..<range.upperBound]
    if let sign = exponent.first,
      bytes[sign] == UInt8(ascii: "-") || bytes[sign] == UInt8(ascii: "+")
    {
      exponent = exponent.dropFirst()
    }
    let number = range.lowerBound..<mark
    return !exponent.isEmpty && exponent.allSatisfy(isDigit) && number.contains(where: isDigit)
      && number.allSatisfy { isDigit($0) || "+-.,".utf8.contains(bytes[$0]) }
  }

  /// How much the shape speaks for the dialect, from 0 to 1.
  var weight: Double {
    switch self {
    case .number, .moment, .word: 1
    case .text: 0.95
    case .empty: 0.75
    case .odd: 0.1
    }
  }

  private struct Kinds: OptionSet {
    let rawValue: UInt8
    static let digit = Kinds(rawValue: 1)
    /// Part of a number, and not of a date.
    static let numeric = Kinds(rawValue: 2)
    /// Part of a date or time, and not of a number.
    static let temporal = Kinds(rawValue: 4)
    /// Part of both.
    static let shared = Kinds(rawValue: 8)
    static let space = Kinds(rawValue: 16)
    static let delimiter = Kinds(rawValue: 32)
    static let other = Kinds(rawValue: 64)
  }

  /// For each byte, what it can be part of.
  private static let kinds: [Kinds] = (0..<256).map { byte in
    switch UInt8(byte) {
    case 0x30...0x39: .digit
    // The euro sign and NBSP are a few bytes beyond ASCII.
    case UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "+"), UInt8(ascii: "'"), 0xE2, 0x82, 0xAC, 0xC2, 0xA0, 0xAF, 0x80, 0x89:
      .numeric
    case UInt8(ascii: ","): [.numeric, .delimiter]
    case UInt8(ascii: "-"), UInt8(ascii: "."): .shared
    case UInt8(ascii: ":"): [.temporal, .delimiter]
    case UInt8(ascii: "/"), UInt8(ascii: "T"), UInt8(ascii: "Z"): .temporal
    case 0x20, 0x09: byte == 0x09 ? [.space, .delimiter] : .space
    case UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "^"): [.delimiter, .other]
    default: .other
    }
  }

  /// Whether a delimiter of another dialect is there, where it is not part of a number or a text.
  private static func hasForeign(
    _ range: Range<Int>, in bytes: Span<UInt8>, _ delimiter: [UInt8]
  ) -> Bool {
    // Half of a delimiter of two bytes is as foreign as any other one.
    let own = delimiter.count == 1 ? delimiter[0] : 0
    for position in range {
      let byte = bytes[position]
      switch byte {
      case 0x09, 0x3B, 0x7C, 0x5E:
        if own != byte { return true }
      case 0x2C:
        if own == byte { continue }
        // In text a space follows a comma, in a number a digit is on either side of it.
        let isText = position + 1 < range.upperBound && bytes[position + 1] == 0x20
        if !isText, !isBetweenDigits(position, range, in: bytes) { return true }
      case 0x3A:
        if own == byte { continue }
        let next = position + 1 < range.upperBound ? bytes[position + 1] : 0x20
        let isText = next == 0x20 || next == 0x2F
        if !isText, !isBetweenDigits(position, range, in: bytes) { return true }
      default: continue
      }
    }
    return false
  }

  private static func isBetweenDigits(
    _ position: Int, _ range: Range<Int>, in bytes: Span<UInt8>
  ) -> Bool {
    position > range.lowerBound && position + 1 < range.upperBound
      && bytes[position - 1] &- 0x30 < 10 && bytes[position + 1] &- 0x30 < 10
  }

  private static func isQuote(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x27 }

  /// Whether a text that a quote ends or begins has another quote in it: 3 x "A" is no odd text.
  private static func hasInnerQuote(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let isBoth = isQuote(bytes[range.lowerBound]) && isQuote(bytes[range.upperBound - 1])
    guard !isBoth else { return false }
    let quotes = range.count { isQuote(bytes[$0]) }
    return quotes > 1
  }
}
