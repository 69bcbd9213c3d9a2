/// A place in the text of a date, which the parts of the date are read from one by one.
///
/// The text is handed to each function, because a struct can't keep a span.
package struct DateScanner {
  /// What lies between two parts of a date.
  enum Separator {
    case none
    case space
    case dash
    case slash
    case dot
    case comma
  }

  /// Digits and what they say.
  package struct Number {
    /// Their value.
    package var value: Int
    /// How many there are.
    package var digits: Int
  }

  /// Eight digits are the longest number in a date: 20130305.
  private static let digitLimit = 8

  private(set) var position: Int
  private let end: Int

  init(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { position == end }

  /// Reads digits; nil where there are none, or more than a date can have.
  mutating func number(in text: Span<UInt8>) -> Number? {
    let start = position
    var value = 0
    while position < end, case let digit = text[position] &- 0x30, digit < 10 {
      guard position - start < Self.digitLimit else { return nil }
      value = value * 10 + Int(digit)
      position += 1
    }
    return position == start ? nil : Number(value: value, digits: position - start)
  }

  /// Reads one digit; nil where there is none.
  mutating func digit(in text: Span<UInt8>) -> UInt8? {
    guard position < end, case let digit = text[position] &- 0x30, digit < 10 else { return nil }
    position += 1
    return digit
  }

  /// Reads letters, of ASCII or with an accent; an empty range where there are none.
  mutating func word(in text: Span<UInt8>) -> Range<Int> {
    let start = position
    while position < end,
      case let length = FoldedName.letterLength(at: position, before: end, text),
      length > 0
    {
      position += length
    }
    return start..<position
  }

  /// Reads what makes the number of a day an ordinal: `th`, `1er`, `º`.
  @inline(__always)
  mutating func skipOrdinal(of day: Int, in text: Span<UInt8>) {
    // Most numbers have a mark or a space behind them.
    guard position < end, text[position] > 0x40 else { return }
    skipEnding(of: day, in: text)
  }

  private mutating func skipEnding(of day: Int, in text: Span<UInt8>) {
    if position + 1 < end, text[position] == 0xC2, [0xAA, 0xB0, 0xBA].contains(text[position + 1]) {
      position += 2
      return
    }
    var after = self
    let ending = FoldedName(after.word(in: text), in: text)
    if ending == FoldedName.ordinal(of: day) || day == 1 && ending == FoldedName.french1st {
      self = after
    }
  }

  /// Reads a word between two parts and the space behind it, as in `5 de mayo`, if one is there.
  @inline(__always)
  mutating func skipParticle(in text: Span<UInt8>) -> Bool {
    guard position + 2 < end, DateNames.mayStartParticle(text[position], text[position + 1]) else {
      return false
    }
    return skipParticleInFull(in: text)
  }

  private mutating func skipParticleInFull(in text: Span<UInt8>) -> Bool {
    var after = self
    let word = after.word(in: text)
    guard DateNames.isParticle(word, in: text), after.skipSpace(in: text) else {
      return false
    }
    self = after
    return true
  }

  /// Reads what may follow a weekday: a dot, or what Portuguese adds, as in `segunda-feira`.
  mutating func skipWeekdaySuffix(in text: Span<UInt8>) {
    if skip(UInt8(ascii: "."), in: text) { return }
    var after = self
    if after.skip(UInt8(ascii: "-"), in: text), DateNames.isFeira(after.word(in: text), in: text) {
      self = after
    }
  }

  /// Whether the next byte is `byte`.
  func isNext(_ byte: UInt8, in text: Span<UInt8>) -> Bool {
    position < end && text[position] == byte
  }

  /// Reads one byte, if it is `byte`.
  mutating func skip(_ byte: UInt8, in text: Span<UInt8>) -> Bool {
    guard position < end, text[position] == byte else { return false }
    position += 1
    return true
  }

  /// Reads one letter in either case, if it is `letter`, which is in lower case.
  mutating func skip(letter: UInt8, in text: Span<UInt8>) -> Bool {
    guard position < end, text[position] | 0x20 == letter else { return false }
    position += 1
    return true
  }

  /// Reads a mark between two parts, with the spaces around it, or spaces alone.
  mutating func separator(in text: Span<UInt8>) -> Separator {
    let hadSpace = skipSpace(in: text)
    guard position < end else { return hadSpace ? .space : .none }
    let mark: Separator
    switch text[position] {
    case UInt8(ascii: "-"): mark = .dash
    case UInt8(ascii: "/"): mark = .slash
    case UInt8(ascii: "."): mark = .dot
    case UInt8(ascii: ","): mark = .comma
    default: return hadSpace ? .space : .none
    }
    position += 1
    _ = skipSpace(in: text)
    // A slip of the hand that changes nothing: the list of 2011 has "September 14,, 2011".
    while mark == .comma, skip(UInt8(ascii: ","), in: text) { _ = skipSpace(in: text) }
    return mark
  }

  /// Reads white space, no-break spaces included, and says whether there was any.
  mutating func skipSpace(in text: Span<UInt8>) -> Bool {
    let start = position
    while position < end {
      let length = text.anySpaceLength(at: position, before: end)
      guard length > 0 else { break }
      position += length
    }
    return position > start
  }
}
