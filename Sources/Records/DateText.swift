/// What the text of a date says by itself, before the rules of its column are applied.
///
/// Understood are, with spaces, dashes, slashes or dots between the parts, and a weekday in front:
///
/// - `23-Feb-07`, `1 November 2019`, `30SEP2025`, `5th of March 2021`, `5 de mayo de 2021`: day,
///   name of the month, year;
/// - `March 5, 2021`: name of the month, day, year;
/// - `2013-03-05`, `2021-Mar-05`, `20130305`: a year of four digits first;
/// - `5/6/2016`, `05.03.13`: numbers whose order the column decides;
///
/// and a time of day after any of them, as `TimeOfDay` reads it. `DateNames` has the languages of the names.
package struct DateText {
  /// The numbers of a date, and which of them is known to be what.
  package enum Numbers {
    /// The month is named, or the order is plain: the year, the month and the day.
    case named(year: DateScanner.Number, month: Int, day: Int)
    /// Three numbers as they stand there.
    case numeric(DateScanner.Number, Int, DateScanner.Number)
  }

  /// Its numbers.
  package let numbers: Numbers
  /// The day of the week written in front, 0 for Sunday.
  package let weekday: Int?
  /// The time of day behind; nil where there is none.
  package let time: TimeOfDay?

  /// Reads the text at `range`, which has no space around it; nil where it is no date.
  package init?(_ range: Range<Int>, in text: Span<UInt8>) {
    var scanner = DateScanner(range)
    let name = scanner.word(in: text)
    var meaning = name.isEmpty ? nil : DateNames.meaning(name, in: text)
    var hasName = !name.isEmpty
    if case .weekday(let number) = meaning {
      weekday = number
      scanner.skipWeekdaySuffix(in: text)
      switch scanner.separator(in: text) {
      case .space, .comma: break
      default: return nil
      }
      let next = scanner.word(in: text)
      hasName = !next.isEmpty
      meaning = hasName ? DateNames.meaning(next, in: text) : nil
    } else {
      weekday = nil
    }
    let numbers =
      hasName
      ? Self.monthFirst(meaning, &scanner, in: text)
      : Self.numbers(&scanner, in: text)
    guard let numbers else { return nil }
    self.numbers = numbers
    if scanner.isAtEnd {
      time = nil
    } else {
      guard let time = TimeOfDay(&scanner, in: text) else { return nil }
      self.time = time
    }
  }

  /// Reads what follows the name of a month: `5, 2021`.
  private static func monthFirst(
    _ name: DateNames.Meaning?, _ scanner: inout DateScanner, in text: Span<UInt8>
  ) -> Numbers? {
    guard case .month(let month) = name else { return nil }
    _ = scanner.skip(UInt8(ascii: "."), in: text)
    guard scanner.separator(in: text) != .comma else { return nil }
    guard let day = scanner.number(in: text), day.digits <= 2 else { return nil }
    scanner.skipOrdinal(of: day.value, in: text)
    guard scanner.separator(in: text) != .none else { return nil }
    _ = scanner.skipParticle(in: text)
    guard let year = scanner.number(in: text) else { return nil }
    return .named(year: year, month: month, day: day.value)
  }

  /// Reads a date that begins with a number.
  private static func numbers(_ scanner: inout DateScanner, in text: Span<UInt8>) -> Numbers? {
    guard let first = scanner.number(in: text) else { return nil }
    if first.digits == 8 {
      return .named(
        year: DateScanner.Number(value: first.value / 10_000, digits: 4),
        month: first.value / 100 % 100, day: first.value % 100)
    }
    let digitsEnd = scanner.position
    if first.digits <= 2 { scanner.skipOrdinal(of: first.value, in: text) }
    let isOrdinal = scanner.position > digitsEnd
    let separator = scanner.separator(in: text)
    guard separator != .comma else { return nil }
    let hasParticle = separator == .space && scanner.skipParticle(in: text)
    let name = scanner.word(in: text)
    if name.isEmpty {
      return isOrdinal || hasParticle ? nil : numeric(first, separator, &scanner, in: text)
    }
    guard let month = DateNames.month(name, in: text) else { return nil }
    _ = scanner.skip(UInt8(ascii: "."), in: text)
    let second = scanner.separator(in: text)
    if second == .space { _ = scanner.skipParticle(in: text) }
    guard let last = scanner.number(in: text) else { return nil }
    if first.digits == 4 {
      guard separator != .none, second != .none, second != .comma, last.digits <= 2 else {
        return nil
      }
      return .named(year: first, month: month, day: last.value)
    }
    return first.digits <= 2 ? .named(year: last, month: month, day: first.value) : nil
  }

  /// Reads what follows the first number of a date in numbers.
  private static func numeric(
    _ first: DateScanner.Number, _ separator: DateScanner.Separator, _ scanner: inout DateScanner,
    in text: Span<UInt8>
  ) -> Numbers? {
    guard separator != .none else { return nil }
    guard let second = scanner.number(in: text), second.digits <= 2 else { return nil }
    guard scanner.separator(in: text) == separator else { return nil }
    guard let last = scanner.number(in: text) else { return nil }
    switch first.digits {
    case 4:
      guard last.digits <= 2 else { return nil }
      return .named(year: first, month: second.value, day: last.value)
    case 1, 2:
      return .numeric(first, second.value, last)
    default:
      return nil
    }
  }
}
