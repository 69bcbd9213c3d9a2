import Testing

@testable import CSV

struct LineScannerTests {
  static let rows: [(text: String, lines: [String], complete: Int)] = [
    ("", [], 0), ("a", ["a"], 0), ("a\n", ["a"], 1), ("a\r\n", ["a"], 1), ("a\r", ["a"], 0),
    ("\n", [""], 1), ("\r\r", ["", ""], 1), ("\r\n\r\n", ["", ""], 2), ("\n\r", ["", ""], 1),
    ("a\nb\r\nc\rd", ["a", "b", "c", "d"], 3), ("a\r\rb\n\nc", ["a", "", "b", "", "c"], 4),
    ("a\0b\nc", ["a\0b", "c"], 1),
  ]

  @Test(arguments: rows)
  func `lines end at a line feed, a carriage return or both`(
    row: (text: String, lines: [String], complete: Int)
  ) {
    let text = Array(row.text.utf8)
    for atEnd in [true, false] {
      var scanner = LineScanner()
      var lines: [String] = []
      var position = 0
      while let line = scanner.line(in: text, from: position, atEnd: atEnd) {
        lines.append(String(decoding: text[position..<line.end], as: UTF8.self))
        position = line.next
      }
      #expect(lines == (atEnd ? row.lines : Array(row.lines.prefix(row.complete))))
    }
  }
}
