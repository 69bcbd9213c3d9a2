import Testing

@testable import bank_etl

struct StyleTests {
  @Test func `text is set off, or left as it is`() {
    #expect(Style(.always, for: .output).red("x") == "\u{1b}[31mx\u{1b}[0m")
    #expect(Style(.always, for: .output).bold("") == "")
    #expect(Style(.never, for: .output).dim("x") == "x")
  }
}
