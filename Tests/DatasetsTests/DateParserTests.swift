import Records
import Testing

@testable import Datasets

/// The day that `text` means, as ISO-8601; nil where it is none.
func day(_ text: String, _ order: DateOrder? = nil, pivot: Int = 69) -> String? {
  let bytes = Array(text.utf8)
  let parser = DateParser(rules: DateRules(order: order, pivot: pivot))
  return parser.date(bytes.indices, in: bytes.span)?.description
}

struct DateParserTests {
  @Test(
    "dates that don't depend on an order",
    arguments: [
      ("23-Feb-07", "2007-02-23"), ("1-Nov-19", "2019-11-01"), ("05-Mar-13", "2013-03-05"),
      ("1-Nov-2019", "2019-11-01"), ("01-Nov-2019", "2019-11-01"), ("31-Dec-99", "1999-12-31"),
      ("March 5, 2021", "2021-03-05"), ("March 5 2021", "2021-03-05"),
      ("March 5,2021", "2021-03-05"), ("March 5,, 2021", "2021-03-05"),
      ("Mar. 5, 2021", "2021-03-05"),
      ("Mar-05-2021", "2021-03-05"), ("Mar/05/21", "2021-03-05"), ("May 5, 21", "2021-05-05"),
      ("Sept 30, 2020", "2020-09-30"), ("Sept. 30, 2020", "2020-09-30"),
      ("Sep 30, 2020", "2020-09-30"), ("October 23, 2020", "2020-10-23"),
      ("23 October 2020", "2020-10-23"), ("23 Oct. 2020", "2020-10-23"),
      ("23. Oct 2020", "2020-10-23"), ("23.Oct.2020", "2020-10-23"),
      ("23/Oct/2020", "2020-10-23"), ("23 - Oct - 2020", "2020-10-23"),
      ("30SEP2025", "2025-09-30"), ("1SEP25", "2025-09-01"), ("30Sept2025", "2025-09-30"),
      ("2013-03-05", "2013-03-05"), ("2013/3/5", "2013-03-05"), ("2013.03.05", "2013-03-05"),
      ("2013 03 05", "2013-03-05"), ("2021-Mar-05", "2021-03-05"), ("2021 March 5", "2021-03-05"),
      ("20130305", "2013-03-05"), ("0001-01-01", "0001-01-01"), ("9999-12-31", "9999-12-31"),
      ("Fri, 23 Oct 2020", "2020-10-23"), ("Friday, October 23, 2020", "2020-10-23"),
      ("Friday October 23, 2020", "2020-10-23"), ("Fri. 23-Oct-20", "2020-10-23"),
      ("Fri., 23-Oct-20", "2020-10-23"), ("friday,23/oct/20", "2020-10-23"),
      ("Fri 2020-10-23", "2020-10-23"), ("Thurs, 22 Oct 2020", "2020-10-22"),
      ("2021-03-05T00:00:00", "2021-03-05"), ("2021-03-05 00:00:00", "2021-03-05"),
      ("2021-03-05T00:00:00Z", "2021-03-05"), ("2021-03-05T00:00:00.000Z", "2021-03-05"),
      ("2021-03-05T00:00:00.0000000", "2021-03-05"), ("2021-03-05T00:00", "2021-03-05"),
      ("2021-03-05t00:00:00z", "2021-03-05"), ("2021-03-05T00:00:00+00:00", "2021-03-05"),
      ("2021-03-05T00:00:00+0000", "2021-03-05"), ("March 5, 2021 12:00 AM", "2021-03-05"),
      ("5-Mar-21 12:00:00 am", "2021-03-05"), ("5-Mar-21 0:00", "2021-03-05"),
      ("29-Feb-24", "2024-02-29"), ("29-Feb-00", "2000-02-29"), ("29-Feb-2000", "2000-02-29"),
      ("March\u{A0}5,\u{A0}2021", "2021-03-05"),
      ("23\u{A0}-\u{A0}Feb\u{A0}-\u{A0}07", "2007-02-23"),
      ("23\u{A0}Feb\u{A0}07", "2007-02-23"), ("23  Feb \u{A0} 2007", "2007-02-23"),
    ])
  func fixed(text: String, expected: String) {
    for spelling in [text, text.uppercased(), text.lowercased()] {
      #expect(day(spelling) == expected, "\(spelling)")
      for order in DateOrder.allCases { #expect(day(spelling, order) == expected, "\(spelling)") }
    }
  }

  @Test(
    "dates in numbers under an order",
    arguments: [
      ("5/6/2016", DateOrder.monthDayYear, "2016-05-06"),
      ("5/6/2016", .dayMonthYear, "2016-06-05"), ("5/6/2016", .yearMonthDay, nil),
      ("12/15/2017", .monthDayYear, "2017-12-15"), ("12/15/2017", .dayMonthYear, nil),
      ("15/12/2017", .monthDayYear, nil), ("15/12/2017", .dayMonthYear, "2017-12-15"),
      ("05.03.2013", .dayMonthYear, "2013-03-05"), ("05.03.2013", .monthDayYear, "2013-05-03"),
      ("5-3-2013", .dayMonthYear, "2013-03-05"), ("5 3 2013", .dayMonthYear, "2013-03-05"),
      ("5. 3. 2013", .dayMonthYear, "2013-03-05"), ("5 / 3 / 2013", .dayMonthYear, "2013-03-05"),
      ("01/06/05", .monthDayYear, "2005-01-06"), ("01/06/05", .dayMonthYear, "2005-06-01"),
      ("01/06/05", .yearMonthDay, "2001-06-05"), ("1/6/05", .yearMonthDay, nil),
      ("99/12/31", .yearMonthDay, "1999-12-31"), ("99/12/31", .monthDayYear, nil),
      ("31/12/99", .yearMonthDay, nil), ("07/04/77", .monthDayYear, "1977-07-04"),
      ("2/29/2024", .monthDayYear, "2024-02-29"), ("2/29/2023", .monthDayYear, nil),
      ("2/29/1900", .monthDayYear, nil), ("2/29/2000", .monthDayYear, "2000-02-29"),
      ("29.2.1900", .dayMonthYear, nil), ("0/1/2016", .monthDayYear, nil),
      ("1/0/2016", .monthDayYear, nil), ("13/1/2016", .monthDayYear, nil),
      ("1/32/2016", .monthDayYear, nil), ("1/33/2014", .dayMonthYear, nil),
      ("1/2/0000", .monthDayYear, nil), ("Fri 3/5/2021", .monthDayYear, "2021-03-05"),
      ("Fri 3/5/2021", .dayMonthYear, nil), ("1/2/2009 00:00", .monthDayYear, "2009-01-02"),
      ("1/2/2009 6:17", .monthDayYear, nil),
    ] as [(String, DateOrder, String?)])
  func numeric(text: String, order: DateOrder, expected: String?) {
    #expect(day(text, order) == expected)
  }

  @Test(
    "without an order, only what means one day",
    arguments: [
      ("5/5/2016", "2016-05-05"), ("05/05/05", "2005-05-05"), ("5/6/2016", nil),
      ("11/11/05", nil), ("11/11/2005", "2005-11-11"), ("Fri 3/5/2021", "2021-03-05"),
    ] as [(String, String?)])
  func open(text: String, expected: String?) {
    #expect(day(text) == expected)
  }

  @Test(
    "what is no date",
    arguments: [
      "", "-", "/", "x", "n/a", "TBD", "0", "1", "12", "2013", "201303", "2013035", "201303050",
      "20131305", "20130230", "2013-3", "2013-03", "2013-13-05", "2013-00-05", "2013-03-00",
      "2013-02-29", "30-Feb-07", "31-Apr-07", "0-Feb-07", "00-Feb-07", "32-Jan-07", "123-Jan-07",
      "23-Foo-07", "23-Febr-07", "23-Feb-7", "23-Feb-007", "23-Feb-20070", "23-Feb-", "23-Feb",
      "Feb-07", "-23-Feb-07", "23--Feb-07", "23-Feb--07", "23-Feb-07-", "23-Feb-07x", "23Feb",
      "Feb 23", "February 2007", "23, Feb 2007", "Feb, 23 2007", "Feb2307", "FebFeb 1 2007",
      "5/6-2016", "5/6.2016", "5,6,2016", "5//6/2016", "5/6/2016/", "5/6/016", "5/6/20160",
      "123/5/2016", "5/123/2016", "2016/123/5", "2016/5/123", "20165/6", "1/2", "2013-03-05-",
      "2013-03-05T", "2013-03-05T00", "2013-03-05T24:00", "2013-03-05T00:60",
      "2013-03-05T00:00:60", "2013-03-05T00:00:00.", "2013-03-05T00:00:00.5",
      "2013-03-05T00:00:01", "2013-03-05T10:00", "2013-03-05T00:00:00+02:00",
      "2013-03-05T00:00:00-05:00", "2013-03-05T00:00:00+0",
      "2013-03-05T00:00:00+00:", "2013-03-05T00:00:00+00:000", "2013-03-05T00:00:00Zulu",
      "2013-03-05T0:0", "2013-03-0500:00", "2013-03-05 12:00 PM", "2013-03-05 13:00 AM",
      "2013-03-05 0:00 AM", "2013-03-05 12:00 A", "2013-03-05 12:00", "2013-03-05  ",
      "Thu, 23 Oct 2020", "Monday", "Friday, ", "Fri23 Oct 2020", "Fri/23 Oct 2020",
      "Someday, 23 Oct 2020", "38559", "1e5", "２０１３-03-05", "23–Feb–07", "23-Feb-07\0",
      "\0\0\0\0\0\0\0\0", "--------", "00000000", "0000-00-00", "1900-02-29", "Feb 29, 2023",
      "29 February 1900", "99999999",
    ])
  func none(text: String) {
    #expect(day(text) == nil)
    for order in DateOrder.allCases { #expect(day(text, order) == nil) }
  }

  @Test(
    "years of two digits",
    arguments: [
      (69, "68", "2068"), (69, "69", "1969"), (69, "99", "1999"), (69, "00", "2000"),
      (0, "00", "1900"), (0, "99", "1999"), (100, "99", "2099"), (100, "00", "2000"),
      (30, "29", "2029"), (30, "30", "1930"),
    ])
  func pivot(pivot: Int, short: String, year: String) {
    #expect(day("2-Jan-\(short)", pivot: pivot) == "\(year)-01-02")
    #expect(day("Jan 2, \(short)", pivot: pivot) == "\(year)-01-02")
    #expect(day("1/2/\(short)", .monthDayYear, pivot: pivot) == "\(year)-01-02")
    #expect(day("2.1.\(short)", .dayMonthYear, pivot: pivot) == "\(year)-01-02")
    #expect(day("\(short)-01-02", .yearMonthDay, pivot: pivot) == "\(year)-01-02")
  }

  @Test func `a date is read wherever it lies in the bytes`() {
    let bytes = Array("9923-Feb-0799".utf8)
    let parser = DateParser(rules: DateRules())
    #expect(parser.date(2..<11, in: bytes.span)?.description == "2007-02-23")
  }
}
