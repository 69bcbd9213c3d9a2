import Testing

@testable import bank_etl

struct MessageTests {
  @Test func `a line says where it comes from, and steers no terminal`() {
    #expect(Message("a\u{1b}[2J\nb").line == "bank-etl: a\\u{1b}[2J\\nb")
    #expect(Message("x", at: "a\nb.csv:3").line == "a\\nb.csv:3: x")
    let name = "f"
    #expect(("no \(name)" as Message) == Message("no f"))
  }

  @Test(
    arguments: [
      (nil, "a.csv:3: expected a date but found none\n"),
      (80, "a.csv:3: expected a date but found none\n"),
      (20, "a.csv:3: expected a\ndate but found none\n"),
      (7, "a.csv:3:\nexpected\na date\nbut\nfound\nnone\n"),
    ] as [(Int?, String)])
  func `a terminal gets lines that fit, and nobody else`(columns: Int?, expected: String) {
    let message = Message("expected a date but found none", at: "a.csv:3")
    #expect(message.lines(columns) == expected)
  }
}
