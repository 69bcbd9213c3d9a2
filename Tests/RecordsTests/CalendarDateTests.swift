import Testing

@testable import Records

struct CalendarDateTests {
  @Test(
    "real days",
    arguments: [
      (1, 1, 1, "0001-01-01"), (9999, 12, 31, "9999-12-31"), (2000, 2, 29, "2000-02-29"),
      (2024, 2, 29, "2024-02-29"), (1996, 2, 29, "1996-02-29"), (2023, 2, 28, "2023-02-28"),
      (2023, 4, 30, "2023-04-30"), (2023, 1, 31, "2023-01-31"),
    ])
  func real(year: Int, month: Int, day: Int, text: String) {
    #expect(CalendarDate(year: year, month: month, day: day)?.description == text)
  }

  @Test(
    "days the calendar doesn't have",
    arguments: [
      (0, 1, 1), (10_000, 1, 1), (-1, 1, 1), (2023, 0, 1), (2023, 13, 1), (2023, 1, 0),
      (2023, 1, 32), (2023, 2, 29), (1900, 2, 29), (2100, 2, 29), (2000, 2, 30), (2023, 4, 31),
      (2023, 6, 31), (2023, 9, 31), (2023, 11, 31), (Int.max, Int.max, Int.max),
      (Int.min, Int.min, Int.min),
    ])
  func unreal(year: Int, month: Int, day: Int) {
    #expect(CalendarDate(year: year, month: month, day: day) == nil)
  }

  @Test func `each day from year 1 on has the weekday after the day before`() throws {
    var days = 0
    // 0001-01-01 was a Monday in the Gregorian calendar reckoned backwards.
    var weekday = 1
    for year in 1...2400 {
      for month in 1...12 {
        for day in 1...31 {
          guard let date = CalendarDate(year: year, month: month, day: day) else { continue }
          guard date.weekday == weekday else {
            Issue.record("\(date) is weekday \(date.weekday), expected \(weekday)")
            return
          }
          weekday = (weekday + 1) % 7
          days += 1
        }
      }
    }
    #expect(days == 6 * 146_097)
  }

  @Test(
    "weekdays that are known",
    arguments: [(2020, 10, 23, 5), (2023, 3, 10, 5), (2000, 1, 1, 6), (1970, 1, 1, 4)])
  func known(year: Int, month: Int, day: Int, weekday: Int) {
    #expect(CalendarDate(year: year, month: month, day: day)?.weekday == weekday)
  }
}
