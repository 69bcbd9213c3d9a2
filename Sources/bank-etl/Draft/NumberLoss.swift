/// What a text would lose if it were kept as a number: it is then a code that only looks like one.
enum NumberLoss: Equatable {
  case leadingZero
  case leadingPlus
  case trailingMinus
  case exponent
  /// Spaces that are not between groups of three digits.
  case spaces
  /// Groups of three digits from the first on: a phone number, unless others of the column show that
  /// thousands are grouped.
  case phoneLike

  /// What is lost, for a message.
  var words: String {
    switch self {
    case .leadingZero: "has a leading zero, which a number would lose"
    case .leadingPlus: "has a leading +, which a number would lose"
    case .trailingMinus: "ends with a -, which a number would lose"
    case .exponent: "may be a code, which a number would write out"
    case .spaces: "has spaces that group no thousands, which a number would lose"
    case .phoneLike: "may be a phone number, which a number would lose the space of"
    }
  }

  /// What a text would lose; nil where it would lose nothing.
  ///
  /// - Parameter text: the text of a field, as UTF-8.
  init?(_ text: ArraySlice<UInt8>) {
    let text = Self.trimmed(text)
    guard let first = text.first, let last = text.last else { return nil }
    let start = first == UInt8(ascii: "-") ? Self.trimmed(text.dropFirst()) : text
    if first == UInt8(ascii: "+") {
      self = .leadingPlus
    } else if last == UInt8(ascii: "-"), text.dropLast().last.map(Self.isDigit) ?? true {
      self = .trailingMinus
    } else if start.first == UInt8(ascii: "0"), start.dropFirst().first.map(Self.isDigit) ?? false {
      self = .leadingZero
    } else if Self.isExponent(start) {
      self = .exponent
    } else if let loss = Self.spaces(in: start), loss == .spaces || first != UInt8(ascii: "-") {
      self = loss
    } else {
      return nil
    }
  }

  /// Whether a text has groups of thousands with spaces that no phone number has: `1 234`.
  static func groupsThousands(_ text: ArraySlice<UInt8>) -> Bool {
    trimmed(text).contains(space) && NumberLoss(text) == nil
  }

  private static let space = UInt8(ascii: " ")

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = text.drop { $0 <= space }
    return start.prefix(start.lastIndex { $0 > space }.map { $0 - start.startIndex + 1 } ?? 0)
  }

  /// Digits, an e, digits: with a point or a sign it is a number of a computer.
  private static func isExponent(_ text: ArraySlice<UInt8>) -> Bool {
    let exponent = text.drop(while: isDigit)
    return exponent.startIndex > text.startIndex && exponent.count > 1
      && exponent.first.map { $0 | 0x20 } == UInt8(ascii: "e")
      && exponent.dropFirst().allSatisfy(isDigit)
  }

  private static func spaces(in text: ArraySlice<UInt8>) -> NumberLoss? {
    // Only spaces between digits group them: others are before a currency or a percent sign.
    let groups = text.split(separator: space, omittingEmptySubsequences: false)
    guard groups.count > 1, groups.allSatisfy({ $0.first.map(isDigit) ?? false }) else {
      return nil
    }
    let whole = groups.dropLast() + [groups[groups.count - 1].prefix(while: isDigit)]
    guard whole[0].count <= 3, whole[0].allSatisfy(isDigit),
      whole.dropFirst().allSatisfy({ $0.count == 3 && $0.allSatisfy(isDigit) })
    else { return .spaces }
    let isWhole = groups[groups.count - 1].count == 3
    return isWhole && whole[0].count == 3 ? .phoneLike : nil
  }
}
