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
      "", "10:11", "2021-03-05T10:11:12.5", "2021-03-05T10:11:12+02:00", "2021-03-05T25:00",
      "2021-03-05T10", "2021-02-29T10:00", "2021-03-05 13:00 PM",
      "2021-03-05 6:17 p.m", "2021-03-05,6:17", "43831.25",
    ])
  func none(text: String) {
    #expect(moment(text) == nil)
  }
}
