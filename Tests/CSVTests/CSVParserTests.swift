import Testing

@testable import CSV

struct CSVParserTests {
  /// Parses the lines of a text one after the other.
  private func parse(
    _ lines: [String], quote: UInt8? = 0x22
  ) -> (outcomes: [CSVParser.Outcome], fields: [String]) {
    var parser = CSVParser(delimiter: 0x2C, quote: quote)
    var outcomes: [CSVParser.Outcome] = []
    var continues = false
    for line in lines {
      let text = Array(line.utf8)
      if !continues { parser.beginRecord() }
      let content = text.prefix { $0 != 0x0A && $0 != 0x0D }
      let outcome = parser.parse(
        text, from: 0, to: LineScanner.Line(end: content.count, next: text.count))
      outcomes.append(outcome)
      continues = outcome == .quoteOpen
      if outcome != .recordEnded, outcome != .quoteOpen { parser.abandonRecord() }
    }
    if continues, !parser.finish() { parser.abandonRecord() }
    var bytes: [UInt8] = []
    var ends: [Int32] = []
    parser.moveFields(to: &bytes, ends: &ends)
    let fields = ends.indices.map { index in
      String(
        decoding: bytes[(index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])], as: UTF8.self)
    }
    return (outcomes, fields)
  }

  static let plain: [(line: String, fields: [String])] = [
    ("a,b\n", ["a", "b"]), (" a,b\n", [" a", "b"]), ("a ,b\n", ["a ", "b"]),
    ("a, b\n", ["a", " b"]), ("a,b \r\n", ["a", "b "]), ("\ta\t,\t\n", ["\ta\t", "\t"]),
    (" \n", [" "]), (" , \n", [" ", " "]), ("a b,c\n", ["a b", "c"]), ("a ", ["a "]),
    (",,\n", ["", "", ""]),
  ]

  @Test(arguments: plain)
  func `space around a field is part of it`(row: (line: String, fields: [String])) {
    #expect(parse([row.line]).fields == row.fields)
    // Once space was found, the next lines take the other way; they must not differ.
    #expect(parse([" x\n", row.line]).fields == [" x"] + row.fields)
    #expect(parse(["\"x\"\n", row.line]).fields == ["x"] + row.fields)
  }

  @Test func `after a problem the next record is read as ever`() {
    let result = parse(["\"a\"b\n", "c,d\n", "\"e\n", "f\"x\n", " g\n", "h,\"i"])
    #expect(
      result.outcomes == [
        .strayQuote(at: 3), .recordEnded, .quoteOpen, .strayQuote(at: 2), .recordEnded, .quoteOpen,
      ])
    #expect(result.fields == ["c", "d", " g"])
  }

  @Test func `a field larger than the buffer is whole`() {
    let long = String(repeating: "x", count: 3_000_000)
    #expect(parse(["\"\(long)\",\(long)\n", "a\n"]).fields == [long, long, "a"])
  }
}
