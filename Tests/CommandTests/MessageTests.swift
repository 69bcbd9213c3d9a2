import Testing

@testable import bank_etl

struct MessageTests {
  @Test func `a line says where it comes from, and steers no terminal`() {
    #expect(Message("a\u{1b}[2J\nb").line == "bank-etl: a\\u{1b}[2J\\nb")
    #expect(Message("x", at: "a\nb.csv:3").line == "a\\nb.csv:3: x")
    let name = "f"
    #expect(("no \(name)" as Message) == Message("no f"))
  }
}
