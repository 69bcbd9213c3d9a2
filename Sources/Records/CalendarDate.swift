/// A day of the Gregorian calendar, from 0001-01-01 to 9999-12-31.
package struct CalendarDate: Sendable, Hashable {
  /// The year, 1 to 9999.
  package let year: Int
  /// The month, counting from 1.
  package let month: Int
  /// The day of the month, counting from 1.
  package let day: Int

  /// How many bytes a date has in ISO-8601: `YYYY-MM-DD`.
  package static let isoLength = 10

  /// The day with these numbers, or nil where the calendar has no such day.
  ///
  /// - Parameters:
  ///   - year: the year in full.
  ///   - month: the month, counting from 1.
  ///   - day: the day of the month, counting from 1.
  @inline(__always)
  package init?(year: Int, month: Int, day: Int) {
    guard year >= 1, year <= 9999, month >= 1, month <= 12, day >= 1 else { return nil }
    guard day <= 28 || day <= Self.dayCount(month: month, year: year) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that many days after the 1st of January 1970; nil beyond the years 1 to 9999.
  ///
  /// - Parameter days: the number of days, negative for those before.
  package init?(daysSince1970 days: Int) {
    // Years begin in March here, so that the leap day is the last of its year, and are counted in
    // spans of 400 years, which all have the same number of days.
    guard days.magnitude < 4_000_000 else { return nil }
    let daysPerSpan = 146_097
    let daysSinceMarch = days + 719_468
    guard daysSinceMarch >= 0 else { return nil }
    let (span, dayOfSpan) = daysSinceMarch.quotientAndRemainder(dividingBy: daysPerSpan)
    // Each fourth year is a day longer, but each hundredth, and so is the last of the span.
    let leapDays = dayOfSpan / 1_460 - dayOfSpan / 36_524 + dayOfSpan / 146_096
    let yearOfSpan = (dayOfSpan - leapDays) / 365
    let dayOfYear = dayOfSpan - (365 * yearOfSpan + yearOfSpan / 4 - yearOfSpan / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      year: span * 400 + yearOfSpan + (month < 3 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// How many days a month has.
  private static func dayCount(month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The day of the week: 0 is Sunday, 6 is Saturday.
  package var weekday: Int {
    // Years begin in March here, so that the leap day is the last of its year and each month's
    // first weekday follows from the lengths of the months before it.
    let yearFromMarch = month < 3 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    let leapDays = yearFromMarch / 4 - yearFromMarch / 100 + yearFromMarch / 400
    let daysOfMonths = (153 * monthFromMarch + 2) / 5
    return (yearFromMarch + leapDays + daysOfMonths + day + 2) % 7
  }

  /// Appends the date as ISO-8601 has it, `isoLength` bytes.
  @inline(__always)
  package func append(to text: inout [UInt8]) {
    text.append(addingCapacity: Self.isoLength) { (output: inout OutputSpan<UInt8>) in
      Self.append(year / 100, to: &output)
      Self.append(year % 100, to: &output)
      output.append(UInt8(ascii: "-"))
      Self.append(month, to: &output)
      output.append(UInt8(ascii: "-"))
      Self.append(day, to: &output)
    }
  }

  /// Appends a number below 100 as two digits.
  @inline(__always)
  private static func append(_ number: Int, to output: inout OutputSpan<UInt8>) {
    output.append(UInt8(truncatingIfNeeded: 0x30 + number / 10))
    output.append(UInt8(truncatingIfNeeded: 0x30 + number % 10))
  }
}

extension CalendarDate: CustomStringConvertible {
  /// The date as ISO-8601 has it: `2023-03-10`.
  package var description: String {
    var text: [UInt8] = []
    append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
