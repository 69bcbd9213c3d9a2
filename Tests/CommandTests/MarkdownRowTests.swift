import SQLite
import Testing

@testable import bank_etl

struct MarkdownRowTests {
  @Test(
    arguments: [
      ([.integer(1), .null, "NULL", ""], "| 1 | NULL | \"NULL\" | \"\" |\n"),
      (["a|b", "c\\d", "<b>*x*</b>"], "| a\\|b | c\\\\d | \\<b>\\*x\\*\\</b> |\n"),
      (["two\nlines", "\u{1b}[31m"], "| two<br>lines | &#27;\\[31m |\n"),
      ([" a ", "\"\"", "\"NULL\""], "| &#32;a&#32; | \\\"\\\" | \\\"NULL\\\" |\n"),
      (["a<br>b", "&#32;"], "| a\\<br>b | \\&#32; |\n"),
    ] as [([Value], String)])
  func `a row is one line, and nothing in it is a mark-up`(row: [Value], expected: String) {
    var bytes: [UInt8] = []
    MarkdownRow.append(row, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test func `the labels have a line under them`() {
    var bytes: [UInt8] = []
    MarkdownRow.appendHeader(["a", "b_c"], to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "| a | b\\_c |\n| --- | --- |\n")
  }
}
