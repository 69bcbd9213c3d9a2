import Testing

@testable import bank_etl

struct UsageErrorTests {
  @Test func `the hint leads to the help page of the command`() {
    let error = UsageError(message: "", path: ["change", "up"])
    #expect(error.hint == "see 'bank-etl change up --help'")
    #expect(UsageError(message: "", path: []).hint == "see 'bank-etl --help'")
  }
}
