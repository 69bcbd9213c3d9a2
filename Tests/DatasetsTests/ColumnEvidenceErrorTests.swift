import Testing

@testable import Datasets

struct ColumnEvidenceErrorTests {
  @Test func `the values are shown, with what they can be, and what to do`() {
    let error = ColumnEvidenceError(
      column: "Closing\u{A0}Date", expected: "dates that show their order",
      examples: [
        (#""5/6/2016""#, 2, ["month/day/year", "day/month/year"]), (#""x""#, 3, []),
      ], advice: "do something")
    #expect(error.line == 2)
    #expect(
      error.description
        == #""Closing\u{A0}Date": expected dates that show their order but found "5/6/2016" "#
        + #"(line 2, month/day/year or day/month/year) and "x" (line 3); do something"#)
  }
}
