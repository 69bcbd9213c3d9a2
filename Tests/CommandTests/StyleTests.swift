import Testing

@testable import bank_etl

struct StyleTests {
  @Test func `text is set off, or left as it is`() {
    #expect(Style(.always, for: .output).red("x") == "\u{1b}[31mx\u{1b}[0m")
    #expect(Style(.always, for: .output).bold("") == "")
    #expect(Style(.never, for: .output).dim("x") == "x")
  }

  @Test(arguments: [
    (["bank"], "a bank, banks", "a \u{1b}[1;33mbank\u{1b}[0m, banks"),
    (["O'Fallon"], "(O'Fallon)", "(\u{1b}[1;33mO'Fallon\u{1b}[0m)"),
    (["é"], "é éé", "\u{1b}[1;33mé\u{1b}[0m éé"),
    ([], "bank", "bank"), ([""], "bank", "bank"),
  ])
  func `whole words stand out`(words: [String], text: String, expected: String) {
    #expect(Style(isColored: true).emphasising(words, in: text) == expected)
    #expect(Style(isColored: false).emphasising(words, in: text) == text)
  }
}
