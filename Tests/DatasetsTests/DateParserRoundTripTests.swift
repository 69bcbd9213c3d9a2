import Records
import Testing

@testable import Datasets

private let monthNames = [
  "January", "February", "March", "April", "May", "June", "July", "August", "September",
  "October", "November", "December",
]

private let weekdayNames = [
  "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
]

/// One way to write a date, and the order it takes to read it.
private struct Form: CustomTestStringConvertible, Sendable {
  let testDescription: String
  var order: DateOrder?
  /// Whether the year is written in two digits, which tell the years 1969 to 2068 apart.
  var isShort = false
  let write: @Sendable (CalendarDate) -> String
}

private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

private let forms: [Form] = [
  Form(testDescription: "d-Mon-yy", isShort: true) {
    "\($0.day)-\(monthNames[$0.month - 1].prefix(3))-\(two($0.year % 100))"
  },
  Form(testDescription: "dd-Mon-yyyy") {
    "\(two($0.day))-\(monthNames[$0.month - 1].prefix(3))-\($0.year)"
  },
  Form(testDescription: "ddMONyyyy") {
    "\(two($0.day))\(monthNames[$0.month - 1].prefix(3).uppercased())\($0.year)"
  },
  Form(testDescription: "Month d, yyyy") { "\(monthNames[$0.month - 1]) \($0.day), \($0.year)" },
  Form(testDescription: "Weekday, d Month yyyy") {
    "\(weekdayNames[$0.weekday]), \($0.day) \(monthNames[$0.month - 1]) \($0.year)"
  },
  Form(testDescription: "yyyy-mm-dd") { $0.description },
  Form(testDescription: "yyyymmdd") { "\($0.year)\(two($0.month))\(two($0.day))" },
  Form(testDescription: "yyyy-mm-ddT00:00:00Z") { "\($0)T00:00:00Z" },
  Form(testDescription: "m/d/yyyy", order: .monthDayYear) { "\($0.month)/\($0.day)/\($0.year)" },
  Form(testDescription: "mm/dd/yy", order: .monthDayYear, isShort: true) {
    "\(two($0.month))/\(two($0.day))/\(two($0.year % 100))"
  },
  Form(testDescription: "dd.mm.yyyy", order: .dayMonthYear) {
    "\(two($0.day)).\(two($0.month)).\($0.year)"
  },
  Form(testDescription: "yy/mm/dd", order: .yearMonthDay, isShort: true) {
    "\(two($0.year % 100))/\(two($0.month))/\(two($0.day))"
  },
]

struct DateParserRoundTripTests {
  @Test("each day from 1900 to 2100 reads back", arguments: forms)
  private func roundTrip(form: Form) {
    var count = 0
    for year in form.isShort ? 1969...2068 : 1900...2100 {
      for month in 1...12 {
        for day in 1...31 {
          guard let date = CalendarDate(year: year, month: month, day: day) else { continue }
          let written = Array(form.write(date).utf8)
          let parser = DateParser(rules: DateRules(order: form.order))
          guard parser.date(written.indices, in: written.span) == date else {
            Issue.record("\(form.write(date)) is not read as \(date)")
            return
          }
          count += 1
        }
      }
    }
    // 1900 and 2100 aren't leap years, 2000 is.
    #expect(count == (form.isShort ? 36_525 : 73_414))
  }
}
