import Testing

@testable import Datasets

struct DateOrderErrorTests {
  private func example(_ text: String, _ line: Int64, _ orders: [DateOrder])
    -> DateOrderEvidence.Example
  {
    DateOrderEvidence.Example(text: text, line: line, orders: orders)
  }

  @Test func `what leaves the order open is shown, with the option`() {
    let error = DateOrderError(
      column: "Closing\u{A0}Date",
      decision: .ambiguous([
        example(#""5/6/2016""#, 2, [.monthDayYear, .dayMonthYear]),
        example(#""5/12/2016""#, 3, [.monthDayYear, .dayMonthYear]),
      ]))
    #expect(error.line == 2)
    #expect(
      error.description
        == #""Closing\u{A0}Date": expected dates that show their order but found "5/6/2016" "#
        + #"(line 2, month/day/year or day/month/year) and "5/12/2016" "#
        + "(line 3, month/day/year or day/month/year); "
        + #"set the order with --date-order mdy or --date-order dmy, or declare "dateOrder" "#
        + "for the field")
  }

  @Test func `what contradicts one another is shown, with the option`() {
    let error = DateOrderError(
      column: "Day",
      decision: .contradiction(
        example(#""23/02/2007""#, 2, [.dayMonthYear]),
        example(#""02/23/2007""#, 9, [.monthDayYear])))
    #expect(
      error.description
        == #""Day": expected dates of one order but found "23/02/2007" (line 2, day/month/year) "#
        + #"and "02/23/2007" (line 9, month/day/year); "#
        + #"set the order with --date-order mdy or --date-order dmy, or declare "dateOrder" "#
        + "for the field")
  }
}
