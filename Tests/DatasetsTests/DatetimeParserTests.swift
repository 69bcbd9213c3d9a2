import Testing

@testable import Datasets

struct DatetimeParserTests {
  private func moment(_ text: String, _ order: DateOrder? = nil) -> String? {
    let bytes = Array(text.utf8)
    var output = Array("<".utf8)
    let parser = DatetimeParser(rules: DateRules(order: order))
    let isMoment = parser.append(bytes.indices, in: bytes.span, to: &output)
    let made = String(decoding: output, as: UTF8.self)
    if !isMoment { #expect(made == "<", "nothing is left behind") }
    return isMoment ? String(made.dropFirst()) : nil
  }

  @Test(
    "moments",
    arguments: [
      ("2021-03-05T10:11:12", "2021-03-05T10:11:12"), ("2021-03-05", "2021-03-05T00:00:00"),
      ("2021-03-05 10:11", "2021-03-05T10:11:00"), ("2021-03-05T10:11:12Z", "2021-03-05T10:11:12Z"),
      ("2021-03-05T10:11:12.000Z", "2021-03-05T10:11:12Z"),
      ("2021-03-05T10:11:12+00:00", "2021-03-05T10:11:12Z"),
      ("5-Mar-21 6:17 PM", "2021-03-05T18:17:00"), ("5-Mar-21 12:00am", "2021-03-05T00:00:00"),
      ("5-Mar-21 12:30 PM", "2021-03-05T12:30:00"),
      ("March 5, 2021 23:59:59", "2021-03-05T23:59:59"),
      ("March 5, 2021, 6:17 PM", "2021-03-05T18:17:00"),
      ("5-Mar-21 6:17:08\u{202F}PM", "2021-03-05T18:17:08"),
      ("5-Mar-21 6:17 a.m.", "2021-03-05T06:17:00"),
      ("2021-03-05T10:11:12.5", "2021-03-05T10:11:12.5"),
      ("2021-03-05 10:11:12,000120Z", "2021-03-05T10:11:12.00012Z"),
      ("2021-03-05T10:11:12.1234567890", "2021-03-05T10:11:12.123456789"),
      ("2021-03-05 6:17 PM GMT", "2021-03-05T18:17:00Z"),
      ("30/Sep/2025:10:11:12 +0000", "2025-09-30T10:11:12Z"),
      ("2021-03-05 10:11:12+00", "2021-03-05T10:11:12Z"),
      ("20210305T1011", "2021-03-05T10:11:00"),
    ])
  func moments(text: String, expected: String) {
    #expect(moment(text) == expected)
  }

  @Test func `a moment in numbers takes the column's order`() {
    #expect(moment("1/2/09 6:17", .monthDayYear) == "2009-01-02T06:17:00")
    #expect(moment("1/2/09 6:17", .dayMonthYear) == "2009-02-01T06:17:00")
    #expect(moment("1/2/2009, 6:17:00 AM", .monthDayYear) == "2009-01-02T06:17:00")
    #expect(moment("1/2/09 6:17PM", .dayMonthYear) == "2009-02-01T18:17:00")
    #expect(moment("1/2/09 6:17") == nil)
  }

  @Test(
    "what is no moment, or would lose something",
    arguments: [
      "", "10:11", "2021-03-05T10:11:12.1234567891", "2021-03-05T10:11:12+02:00",
      "2021-03-05T25:00", "2021-03-05 10:11:12 CET", "2021-03-05 10:11:12 UTC+2",
      "2021-03-05 10:11:12 UT", "2021-03-05 10:11:12+00:", "2021-03-05 10:11:12 Z Z",
      "20210305T240000", "20210305T106112", "20210305T10111", "20210305T101112 PM",
      "20210305101112", "20210305 101112", "30SEP2025:10", "30SEP2025::10:11",
      "2021-03-05T10:11:12.",
      "2021-03-05T10", "2021-02-29T10:00", "2021-03-05 13:00 PM",
      "2021-03-05 6:17 p.m", "2021-03-05,6:17", "43831.25",
    ])
  func none(text: String) {
    #expect(moment(text) == nil)
  }

  /// One way to write a moment, without and with its seconds' decimals.
  private static let dates: [@Sendable (Int, Int, Int) -> String] = [
    { "\($0)-\(two($1))-\(two($2))T" }, { "\($0)-\(two($1))-\(two($2)) " },
    { "\(two($2))\(months[$1 - 1])\($0):" }, { "\(two($2))-\(months[$1 - 1])-\($0), " },
    { "\($0)\(two($1))\(two($2))T" },
  ]
  private static let months = [
    "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
  ]
  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  @Test(
    "a moment reads back, however its zone is written",
    arguments: ["", "Z", " Z", "UTC", " UTC", "GMT", " GMT", " gmt", "+00:00", "+0000", " +00"],
    ["", ".1", ".123", ".000001", ".123456789"])
  func roundTrip(zone: String, decimals: String) {
    var generator = SystemRandomNumberGenerator()
    for write in Self.dates {
      for separator in [":", ""] {
        let (year, month) = (Int.random(in: 1900...2100, using: &generator), Int.random(in: 1...12))
        let day = Int.random(in: 1...28)
        let parts = [0..<24, 0..<60, 0..<60].map { Self.two(Int.random(in: $0)) }
        let date = write(year, month, day)
        // Without colons only behind a T.
        guard separator == ":" || date.hasSuffix("T") else { continue }
        let text = date + parts.joined(separator: separator) + decimals + zone
        let iso = "\(year)-\(Self.two(month))-\(Self.two(day))T" + parts.joined(separator: ":")
        #expect(moment(text) == iso + decimals + (zone.isEmpty ? "" : "Z"), "\(text)")
      }
    }
  }
}
