import Records

/// A number as people write it.
///
/// Understood are, where the column's rules allow it:
///
/// - groups of three digits with a comma, a point, an apostrophe or a space of any kind between
///   them, which is the same in all of the number and isn't the decimal mark: `1,234.50`,
///   `1.234,50`, `1 234,50`, `1'234.50`;
/// - a sign in front, or a minus behind the digits: `-5`, `5-`, `+5`;
/// - parentheses in place of a minus: `(1,234.50)`;
/// - a currency or a percent sign: `$1,234.50`, `96,58 €`, `55.91 USD`, `30.00%`, `$(9,999.99)`;
/// - a dash beside a currency, which is how a spreadsheet's accounts show zero: `$-`.
///
/// A percent sign is a unit like any other: `30.00%` is 30.
struct WrittenNumber {
  private(set) var decimal = DecimalNumber()
  private(set) var hasExponent = false
  /// Where the currency or percent sign is; nil where there is none.
  private(set) var unit: Range<Int>?

  let mark: DecimalMark
  private let rules: NumberRules
  private var position: Int
  private let end: Int
  private var hasSign = false
  private var isNegative = false
  private var isOpen = false
  private var unitCount = 0

  /// Reads the text at `range`, which has no space around it; nil where it is no number under the
  /// rules, or, where they leave the decimal mark open, could be two.
  init?(_ range: Range<Int>, in text: Span<UInt8>, _ rules: NumberRules) {
    if let mark = rules.decimalMark {
      self.init(range, in: text, rules, mark: mark)
      return
    }
    let point = WrittenNumber(range, in: text, rules, mark: .point)
    let comma = WrittenNumber(range, in: text, rules, mark: .comma)
    if let point, let comma, point.decimal != comma.decimal { return nil }
    guard let number = point ?? comma else { return nil }
    self = number
  }

  /// Reads the text at `range`, with the given decimal mark; nil where it is no number.
  init?(_ range: Range<Int>, in text: Span<UInt8>, _ rules: NumberRules, mark: DecimalMark) {
    self.mark = mark
    self.rules = rules
    position = range.lowerBound
    end = range.upperBound
    guard readFront(in: text) else { return nil }
    if position == end {
      guard isNilOfAccounts(in: text) else { return nil }
    } else {
      guard readDigits(in: text), readBack(in: text) else { return nil }
    }
    if isNegative { decimal.negate() }
    decimal.finish()
  }

  /// Whether what was read is a dash and a currency, and nothing else.
  private func isNilOfAccounts(in text: Span<UInt8>) -> Bool {
    guard let unit, unitCount == 1, isNegative, !isOpen else { return false }
    return Currency.length(at: unit.lowerBound, before: unit.upperBound, in: text) == unit.count
  }

  /// Reads a sign, a parenthesis and a unit, in any order.
  private mutating func readFront(in text: Span<UInt8>) -> Bool {
    while position < end {
      position += spaceLength(in: text)
      guard position < end else { break }
      let byte = text[position]
      if let length = minusLength(in: text) {
        guard !hasSign, !isOpen else { return false }
        (hasSign, isNegative) = (true, true)
        position += length
      } else if byte == UInt8(ascii: "+") {
        guard !hasSign, !isOpen else { return false }
        hasSign = true
        position += 1
      } else if byte == UInt8(ascii: "(") {
        guard !hasSign, !isOpen else { return false }
        (isOpen, isNegative) = (true, true)
        position += 1
      } else if byte &- 0x30 < 10 || byte == mark.byte {
        return true
      } else {
        guard readUnit(in: text) else { return false }
      }
    }
    return true
  }

  /// Reads what follows the digits: a minus, a parenthesis and a unit.
  private mutating func readBack(in text: Span<UInt8>) -> Bool {
    var isClosed = !isOpen
    // "5,-" is how a price of five is written where its cents are left out: it is not read as -5.
    if position < end, text[position] == UInt8(ascii: "-"), !hasSign, !isOpen,
      text[position - 1] != mark.byte
    {
      (hasSign, isNegative) = (true, true)
      position += 1
    }
    while position < end {
      position += spaceLength(in: text)
      guard position < end else { break }
      if text[position] == UInt8(ascii: ")") {
        guard !isClosed else { return false }
        isClosed = true
        position += 1
      } else {
        guard readUnit(in: text, isBehind: true) else { return false }
      }
    }
    return isClosed
  }

  private mutating func readUnit(in text: Span<UInt8>, isBehind: Bool = false) -> Bool {
    let length: Int
    switch rules.units {
    case .none, .unproved: return false
    case .known:
      guard unit == nil else { return false }
      let isPercent = isBehind && text[position] == UInt8(ascii: "%")
      length = isPercent ? 1 : Currency.length(at: position, before: end, in: text)
    case .any:
      let currency = Currency.length(at: position, before: end, in: text)
      length = currency > 0 ? currency : UnitWord.length(at: position, before: end, in: text)
    }
    guard length > 0 else { return false }
    unitCount += 1
    unit = position..<position + length
    position += length
    return true
  }
}

// Digits.
extension WrittenNumber {
  /// Reads the whole part, the decimals and the exponent.
  private mutating func readDigits(in text: Span<UInt8>) -> Bool {
    let start = position
    guard readWholePart(in: text) else { return false }
    var digitCount = position - start
    if position < end, text[position] == mark.byte {
      position += 1
      let firstDecimal = position
      while position < end, case let digit = text[position] &- 0x30, digit < 10 {
        decimal.append(digit, isDecimal: true)
        position += 1
      }
      digitCount += position - firstDecimal
    }
    guard digitCount > 0 else { return false }
    let length = decimal.shift(byExponentAt: position, before: end, in: text)
    hasExponent = length > 0
    position += length
    return true
  }

  /// Reads the digits in front of the decimals; false where their groups are none.
  private mutating func readWholePart(in text: Span<UInt8>) -> Bool {
    let start = position
    var groupStart = position
    var groupMark: GroupMark?
    while position < end {
      let digit = text[position] &- 0x30
      if digit < 10 {
        decimal.append(digit, isDecimal: false)
        position += 1
        continue
      }
      guard let (next, length) = nextGroupMark(in: text) else { break }
      // 0,123 and 1234,567 are no groups, nor is 1,234.567 in a number with decimal comma.
      let size = position - groupStart
      if groupMark == nil {
        guard 1...3 ~= size, text[start] != UInt8(ascii: "0") else { return false }
      } else {
        guard size == 3, next == groupMark else { return false }
      }
      groupMark = next
      position += length
      groupStart = position
    }
    return groupMark == nil || position - groupStart == 3
  }

  /// The mark between two groups of digits, with a digit behind it; nil where there is none.
  private func nextGroupMark(in text: Span<UInt8>) -> (mark: GroupMark, length: Int)? {
    let found: (mark: GroupMark, length: Int)
    switch text[position] {
    case mark.byte: return nil
    case UInt8(ascii: ","): found = (.comma, 1)
    case UInt8(ascii: "."): found = (.point, 1)
    case UInt8(ascii: "'"): found = (.apostrophe, 1)
    case 0xE2 where isNext([0xE2, 0x80, 0x99], in: text): found = (.apostrophe, 3)
    default:
      let length = text.anySpaceLength(at: position, before: end)
      guard length > 0, text[position] >= 0x20 else { return nil }
      found = (.space, length)
    }
    let next = position + found.length
    guard next < end, text[next] &- 0x30 < 10 else { return nil }
    switch rules.groups {
    case .any: return found
    case .none: return nil
    case .only(let mark): return mark == found.mark ? found : nil
    }
  }
}

// Marks and spaces.
extension WrittenNumber {
  private func spaceLength(in text: Span<UInt8>) -> Int {
    var next = position
    while next < end, case let length = text.anySpaceLength(at: next, before: end), length > 0 {
      next += length
    }
    return next - position
  }

  /// How many bytes the minus has, which may be the sign of typographers (U+2212).
  private func minusLength(in text: Span<UInt8>) -> Int? {
    if text[position] == UInt8(ascii: "-") { return 1 }
    return isNext([0xE2, 0x88, 0x92], in: text) ? 3 : nil
  }

  private func isNext(_ bytes: [3 of UInt8], in text: Span<UInt8>) -> Bool {
    guard position + 3 <= end else { return false }
    return text[position] == bytes[0] && text[position + 1] == bytes[1]
      && text[position + 2] == bytes[2]
  }
}
