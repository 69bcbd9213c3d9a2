import Testing

@testable import CSV

struct LineSplitterTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let line: String
    var literal: [Int] = []
    var missing: Int?
    /// Nil where the quotes do not pair up.
    let fields: [String]?
    var bareQuotes = 0

    init(
      _ line: String, literal: [Int] = [], missing: Int? = nil, _ fields: [String]?, bare: Int = 0
    ) {
      testDescription = "\(line) \(literal) \(missing.map(String.init) ?? "")"
      (self.line, self.literal, self.missing) = (line, literal, missing)
      (self.fields, bareQuotes) = (fields, bare)
    }
  }

  static let cases = [
    Case("a,b", ["a", "b"]), Case("", [""]), Case(",", ["", ""]), Case("a,", ["a", ""]),
    Case("\"a,b\",c", ["a,b", "c"]), Case(" \"a\" ,b", ["a", "b"]), Case("\"a\"\"b\"", ["a\"b"]),
    Case("a\"b,c", ["a\"b", "c"], bare: 1), Case("\"a", nil), Case("\"a\"b,c", nil),
    Case("\"\"a, b\",c", literal: [1], ["\"a, b", "c"]),
    Case("\"a,b", literal: [0], ["\"a", "b"]),
    Case("\"a\"\",b", literal: [2], ["a\"", "b"]),
    Case("\"a \"b\" c\",d", literal: [3, 5], ["a \"b\" c", "d"]),
    Case("a\"b, c\",d", missing: 1, ["a", "b, c", "d"]),
    Case("\"a\"\"b\"", missing: 2, ["a", "b"]), Case("\"a\"b,c", missing: 2, ["a", "b", "c"]),
    Case("\"a\",b", missing: 2, nil),
  ]

  @Test(arguments: cases)
  func `a line is cut`(row: Case) {
    let line = LineSplitter(Dialect()).split(
      Array(row.line.utf8), literal: row.literal, missing: row.missing)
    #expect(line?.fields.map { String(decoding: $0, as: UTF8.self) } == row.fields)
    #expect(line?.bareQuotes ?? row.bareQuotes == row.bareQuotes)
  }

  @Test func `a backslash is before what it takes the meaning of`() {
    let splitter = LineSplitter(Dialect(escape: .backslash))
    let line = splitter.split(Array(#""a\"b\\",c\,d,\e"#.utf8))
    #expect(
      line?.fields.map { String(decoding: $0, as: UTF8.self) } == [#"a"b\"#, "c,d", #"\e"#])
  }
}
