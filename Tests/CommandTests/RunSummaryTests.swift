import Testing

@testable import bank_etl

/// What is gathered is gathered for the whole process: one test looks at it.
struct RunSummaryTests {
  @Test func `lines are gathered, as many as a service takes`() {
    RunSummary.add([Message("one", at: "a.csv:3")])
    #expect(RunSummary.text.contains("a.csv:3: one\n"))
    RunSummary.add(String(repeating: "x", count: RunSummary.bytesMax))
    #expect(RunSummary.text.utf8.count == RunSummary.bytesMax)
    RunSummary.add("more")
    #expect(!RunSummary.text.contains("more"))
  }
}
