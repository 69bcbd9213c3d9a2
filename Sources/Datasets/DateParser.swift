package import Records

/// Reads the dates of one column.
///
/// `DateText` lists the forms that are understood. A value that the column's rules contradict is no
/// date: in a column of the order month/day/year, `23/02/2007` is not the 23rd of February.
package struct DateParser: Sendable, BitwiseCopyable {
  /// What decides where the text leaves it open.
  package let rules: DateRules

  /// A parser for a column with these rules.
  package init(rules: DateRules) {
    self.rules = rules
  }

  /// The day that the text at `range` means.
  ///
  /// A time of day behind the date must be midnight, a weekday in front of it must be that day's.
  ///
  /// - Parameters:
  ///   - range: the indices of the text, without white space around it.
  ///   - text: the bytes that the text is part of.
  /// - Returns: the day; nil where the text is no real day, or not one under the column's rules.
  @inline(__always)
  package func date(_ range: Range<Int>, in text: Span<UInt8>) -> CalendarDate? {
    monthNameDate(range, in: text) ?? isoDate(range, in: text) ?? otherDate(range, in: text)
  }

  /// Reads `1-Nov-19`, `23-Feb-2007`: the form of the FDIC's lists, before anything else.
  @inline(__always)
  private func monthNameDate(_ range: Range<Int>, in text: Span<UInt8>) -> CalendarDate? {
    guard range.count >= 8, range.count <= 11 else { return nil }
    let start = range.lowerBound
    guard var day = digit(text[start]) else { return nil }
    var dash = start + 1
    if let second = digit(text[dash]) {
      day = day * 10 + second
      dash += 1
    }
    let yearStart = dash + 5
    guard text[dash] == UInt8(ascii: "-"), text[dash + 4] == UInt8(ascii: "-") else { return nil }
    guard let month = Self.month(text[dash + 1], text[dash + 2], text[dash + 3]) else {
      return nil
    }
    var year = 0
    for position in yearStart..<range.upperBound {
      guard let next = digit(text[position]) else { return nil }
      year = year * 10 + next
    }
    guard let year = rules.year(year, digits: range.upperBound - yearStart) else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  /// The month, counting from 1, that three letters in any case abbreviate in English.
  @inline(__always)
  private static func month(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int? {
    let letters = UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third) | 0x202020
    return switch letters {
    case 0x6A616E: 1  // jan
    case 0x666562: 2  // feb
    case 0x6D6172: 3  // mar
    case 0x617072: 4  // apr
    case 0x6D6179: 5  // may
    case 0x6A756E: 6  // jun
    case 0x6A756C: 7  // jul
    case 0x617567: 8  // aug
    case 0x736570: 9  // sep
    case 0x6F6374: 10  // oct
    case 0x6E6F76: 11  // nov
    case 0x646563: 12  // dec
    default: nil
    }
  }

  /// Reads `2013-03-05`.
  @inline(__always)
  private func isoDate(_ range: Range<Int>, in text: Span<UInt8>) -> CalendarDate? {
    let start = range.lowerBound
    guard range.count == CalendarDate.isoLength, text[start + 4] == UInt8(ascii: "-"),
      text[start + 7] == UInt8(ascii: "-")
    else { return nil }
    guard let century = pair(at: start, in: text), let year = pair(at: start + 2, in: text),
      let month = pair(at: start + 5, in: text), let day = pair(at: start + 8, in: text)
    else { return nil }
    return CalendarDate(year: century * 100 + year, month: month, day: day)
  }

  @inline(__always)
  private func digit(_ byte: UInt8) -> Int? {
    let digit = byte &- 0x30
    return digit < 10 ? Int(digit) : nil
  }

  @inline(__always)
  private func pair(at position: Int, in text: Span<UInt8>) -> Int? {
    guard let tens = digit(text[position]), let ones = digit(text[position + 1]) else {
      return nil
    }
    return tens * 10 + ones
  }

  @inline(never)
  private func otherDate(_ range: Range<Int>, in text: Span<UInt8>) -> CalendarDate? {
    if let calendar = rules.excelSerial, let moment = calendar.moment(range, in: text) {
      return moment.second == 0 ? moment.day : nil
    }
    guard let parts = DateText(range, in: text), parts.time?.isMidnight != false else {
      return nil
    }
    return date(parts)
  }

  /// The day that the parts of a date mean under the column's rules.
  func date(_ parts: DateText) -> CalendarDate? {
    if let order = rules.order { return date(parts, order: order) }
    // Where the order is open, only what means one day in whichever order it is a day.
    var only: CalendarDate?
    for order in DateOrder.allCases {
      guard let date = date(parts, order: order) else { continue }
      guard only == nil || only == date else { return nil }
      only = date
    }
    return only
  }

  /// The day that the parts of a date mean, if dates in numbers have the given order.
  func date(_ parts: DateText, order: DateOrder) -> CalendarDate? {
    let date =
      switch parts.numbers {
      case .named(let year, let month, let day):
        rules.year(year.value, digits: year.digits).flatMap {
          CalendarDate(year: $0, month: month, day: day)
        }
      case .numeric(let first, let second, let last):
        numericDate(first, second, last, order: order)
      }
    guard let date, parts.weekday == nil || parts.weekday == date.weekday else { return nil }
    return date
  }

  private func numericDate(
    _ first: DateScanner.Number, _ second: Int, _ last: DateScanner.Number, order: DateOrder
  ) -> CalendarDate? {
    switch order {
    case .monthDayYear:
      guard let year = rules.year(last.value, digits: last.digits) else { return nil }
      return CalendarDate(year: year, month: first.value, day: second)
    case .dayMonthYear:
      guard let year = rules.year(last.value, digits: last.digits) else { return nil }
      return CalendarDate(year: year, month: second, day: first.value)
    case .yearMonthDay:
      guard last.digits <= 2, let year = rules.year(first.value, digits: first.digits) else {
        return nil
      }
      return CalendarDate(year: year, month: second, day: last.value)
    }
  }
}
