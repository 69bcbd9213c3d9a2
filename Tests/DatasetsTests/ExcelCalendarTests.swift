import Records
import Testing

@testable import Datasets

struct ExcelCalendarTests {
  @Test(
    "days",
    arguments: [
      (1, ExcelCalendar.from1900, "1900-01-01"), (59, .from1900, "1900-02-28"),
      (60, .from1900, nil), (61, .from1900, "1900-03-01"), (0, .from1900, nil),
      (-1, .from1900, nil),
      (25569, .from1900, "1970-01-01"), (38559, .from1900, "2005-07-26"),
      (2_958_465, .from1900, "9999-12-31"), (2_958_466, .from1900, nil), (.max, .from1900, nil),
      (0, .from1904, "1904-01-01"), (1, .from1904, "1904-01-02"), (59, .from1904, "1904-02-29"),
      (60, .from1904, "1904-03-01"), (24107, .from1904, "1970-01-01"),
      (2_957_003, .from1904, "9999-12-31"), (2_957_004, .from1904, nil), (.min, .from1904, nil),
    ] as [(Int, ExcelCalendar, String?)])
  func days(serial: Int, calendar: ExcelCalendar, expected: String?) {
    #expect(calendar.day(serial)?.description == expected)
  }

  @Test func `each day of the 1900 calendar follows the one before`() throws {
    var weekday = try #require(ExcelCalendar.from1900.day(61)).weekday
    for serial in 62..<200_000 {
      let day = try #require(ExcelCalendar.from1900.day(serial))
      weekday = (weekday + 1) % 7
      #expect(day.weekday == weekday)
      #expect(
        ExcelCalendar.from1904.day(serial - 1462)?.description
          == (serial < 1462 ? nil : day.description))
    }
  }

  @Test(
    "moments",
    arguments: [
      ("43831", "2020-01-01T00:00:00"), ("43831.0", "2020-01-01T00:00:00"),
      ("43831.25", "2020-01-01T06:00:00"), ("43831,25", "2020-01-01T06:00:00"),
      ("43831.26181", "2020-01-01T06:17:00"), ("43831.261805555558", "2020-01-01T06:17:00"),
      ("43831.99999999", "2020-01-02T00:00:00"), ("0.5", nil), ("1.5", "1900-01-01T12:00:00"),
      ("60.5", nil), ("43831.26", "2020-01-01T06:14:24"), ("43831.261806", "2020-01-01T06:17:00"),
      ("43831.2618", nil), ("43831.261", nil), ("43831.", nil), (".5", nil), ("-1", nil),
      ("+5", nil), ("43,831", nil),
      ("43 831", nil), ("99999999", nil), ("43831.5x", nil), ("1e3", nil),
      ("2020-01-01", "2020-01-01T00:00:00"), ("20200101", "2020-01-01T00:00:00"),
    ] as [(String, String?)])
  func moments(text: String, expected: String?) {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    let parser = DatetimeParser(rules: DateRules(excelSerial: .from1900))
    #expect(parser.append(bytes.indices, in: bytes.span, to: &output) == (expected != nil))
    #expect(String(decoding: output, as: UTF8.self) == expected ?? "")
  }

  @Test func `a date has no time of day, and no number is a date unless declared`() {
    let parser = DateParser(rules: DateRules(excelSerial: .from1900))
    for (text, day) in [("43831", "2020-01-01"), ("43831.0", "2020-01-01"), ("43831.25", nil)] {
      let bytes = Array(text.utf8)
      #expect(parser.date(bytes.indices, in: bytes.span)?.description == day)
    }
    #expect(day("43831") == nil)
  }
}
