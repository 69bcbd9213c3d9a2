import FileSupport
import Testing

@testable import CSV
@testable import Input

/// Lines among forty records that show what the columns look like, and among none.
struct RecordMenderTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let line: String
    /// Nil where nothing is changed.
    let fields: String?
    let explanation: String

    init(_ line: String, _ fields: String?, _ explanation: String = "") {
      (testDescription, self.line, self.fields) = (line, line, fields)
      self.explanation = explanation
    }
  }

  private static let others = (10..<50).map { row in
    let words = row % 2 == 0 ? "\"Some words, say\"" : "so"
    return "K-\(1000 + row),2020-01-\(row % 19 + 10),\(row % 9 + 1),\(words),\(row).50,"
      + (row % 3 == 0 ? "x\n" : "\n")
  }.joined()

  private static func mend(_ line: String, among others: String) throws -> LineEdit? {
    let file = try TemporaryFile(Array(others.utf8))
    var input = try TextInput(path: file.path, encoding: nil)
    var window = TextWindow()
    try window.fill(from: &input, unread: 1 << 16)
    var mender = RecordMender(
      Dialect(), head: window, headerLine: 0, width: 6, limits: ReadingLimits())
    return mender.mended(Array(line.utf8))
  }

  private static func text(_ edit: LineEdit?) -> String? {
    edit.map { edit in
      edit.fields.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "|")
    }
  }

  static let cases = [
    Case(
      "K-1;2020-01-12;3;Some words, 9;7.50;", "K-1|2020-01-12|3|Some words, 9|7.50|", "semicolon"),
    Case("K-1 2020-01-12 3 \"Some words\" 7.50 x", "K-1|2020-01-12|3|Some words|7.50|x", "space"),
    Case(
      "K-1001 2020-01-12 3 Some more words 17.50 x", "K-1001|2020-01-12|3|Some more words|17.50|x"),
    Case(",K-1,2020-01-12,3,a,7.50,x", "K-1|2020-01-12|3|a|7.50|x", "field 1 is one too many"),
    Case("K-1,2020-01-12,3,a,,7.50,", "K-1|2020-01-12|3|a|7.50|", "field 5 is one too many"),
    Case("K-10012020-01-12,3,a,7.50,x", "K-1001|2020-01-12|3|a|7.50|x", "fields 1 and 2"),
    Case("K-1001,2020-01-123,a,7.50,x", "K-1001|2020-01-12|3|a|7.50|x", "fields 2 and 3"),
    Case("K-1001,2020-01-12,3\"a, b\",7.50,x", "K-1001|2020-01-12|3|a, b|7.50|x", "fields 3 and 4"),
    Case("K-1001,2020-01-12,3,a7.50,x", nil), Case("K-1001,2020-01-12,3,a,7.50", nil),
    Case("K-1001,2020-01-12,3,a,7.50,,", nil), Case("List of all that there is", nil),
    Case("     ", nil), Case("what is this", nil), Case("", nil),
  ]

  @Test(arguments: cases)
  func `a line is what the other records show that it is`(row: Case) throws {
    let edit = try Self.mend(row.line, among: Self.others)
    #expect(Self.text(edit) == row.fields)
    #expect(edit?.explanation.contains(row.explanation) ?? true)
  }

  @Test(arguments: [
    ("a;b;c;d;e;f", "a|b|c|d|e|f"), ("1 b 2 d 3 f", "1|b|2|d|3|f"),
    ("a b c d e f", nil), ("     ", nil), ("\t\t\t\t\t", nil), ("a,,b,c,d,e,f", nil),
    ("ab,c,d,e,f", nil), ("\"\"a, b\",c,d,e,f,g", "\"a, b|c|d|e|f|g"),
  ])
  func `where nothing shows what columns look like, only dialects and quotes are changed`(
    line: String, fields: String?
  ) throws {
    #expect(Self.text(try Self.mend(line, among: "a,b,c,d,e,f\n")) == fields)
  }

  /// Records of three columns, the last one of which has numbers, and the field with a quote that can't be
  /// meant.
  private static let quoted: [(line: String, field: Int?)] = [
    ("x,y,1\"5", 3), ("x,y,15\"", nil), ("x,1\"5,2", nil), ("Bo\"b,Ul\"m,2", 1), ("Bo\"b,y,2", nil),
    ("3/8\" x,1/2\",2", nil), ("3\"x4,5\",2", nil), ("5'10\",6\",2", nil),
    ("the \"A\" x,a \"B\",2", nil),
    ("\"Bo\"\"b\",\"Ul\"\"m\",2", nil), ("42\"-5,10 €\",2", 1),
  ]

  @Test(arguments: quoted.indices)
  func `quotes that can't be meant are found`(index: Int) throws {
    let (line, field) = Self.quoted[index]
    let file = try TemporaryFile(Array("a,b,c\nx,y,1\nz,u,2\n".utf8))
    var input = try TextInput(path: file.path, encoding: nil)
    var window = TextWindow()
    try window.fill(from: &input, unread: 1 << 16)
    var mender = RecordMender(
      Dialect(), head: window, headerLine: 1, width: 3, limits: ReadingLimits())
    #expect(mender.strayQuote(in: Array(line.utf8)[...]) == field, "\(line)")
  }
}
