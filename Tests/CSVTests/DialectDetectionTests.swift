import FileSupport
import Testing

@testable import CSV
@testable import Input

struct DialectDetectionTests {
  struct Case: CustomTestStringConvertible {
    let text: String
    let delimiter: String
    let fields: Int?
    var quote: UInt8? = 0x22
    var escape = Dialect.Escape.doubled
    var lineEnds = Dialect.LineEnds.lf

    init(
      _ text: String, _ delimiter: String, _ fields: Int?, quote: UInt8? = 0x22,
      escape: Dialect.Escape = .doubled, lineEnds: Dialect.LineEnds = .lf
    ) {
      self.text = text
      self.delimiter = delimiter
      self.fields = fields
      self.quote = quote
      self.escape = escape
      self.lineEnds = lineEnds
    }

    var testDescription: String { text.debugDescription }
  }

  static let cases =
    [
      Case("", ",", nil, lineEnds: .none),
      Case("a\nb\n", ",", 1),
      Case("a,b\r\n1,2\r\n", ",", 2, lineEnds: .crlf), Case("a;b\r1;2\r", ";", 2, lineEnds: .cr),
      Case("a\tb\n1\t2", "\t", 2), Case("a|b|c\r\n1|2|3\n", "|", 3, lineEnds: .mixed),
      Case("a b c\n1 2 3\n4 5 6\n", " ", 3),
      Case("id:name\n1:x\n2:y\n", ":", 2),
      Case("id^name^day\n1^x^2020-01-01\n2^y^2020-01-02\n", "^", 3),
      Case("id, name\n1, Ann Lee\n2, Bob Ray\n", ", ", 2),
      Case("id, name\n1,Ann Lee\n2, Bob Ray\n", ",", 2),
      Case("id;,name;,n\n1;,x;,2\n2;,y;,3\n", ";,", 3),
      Case("id||name\n1||x\n2||y\n", "||", 2),
      Case("a;b;c\n1,5;2,5;3,5\n1,5;2,5;3,5\n", ";", 3),
      Case("a,b\n\"1;2;3\",\"x;y\"\n\"1;2;3\",\"x;y\"\n", ",", 2),
      Case("a;b\n\"1,2\n3,4\n5,6\";7\n", ";", 2),
      Case("Title\n\na,b,c\n1,2,3\n4,5,6\n", ",", 3),
      Case("a,b;c,d\n1,2;3,4\n", ",", 3), Case("name, day\nx;1,50\ny;2,50\n", ",", 2),
      Case("Sales, May\n2023-05-01;Ann;4,50;x\n2023-05-02;Bob;5,50;y\n", ";", 4),
      Case("Sales, May\n\n2023-05-01\tAnn\t-4,50\n2023-05-02\tBob\t5,50\n", "\t", 3),
      Case("name\tnote\nx\ta, b\ny\tc\n", "\t", 2),
      Case("a,b\n1,2\n1,2\n1,2,3\n", ",", 2),
      Case("name\nAnn Lee\nBob Ray\n", ",", 1),
      Case("at\n2020-01-01 10:00\n2020-01-02 11:30\n", ",", 1),
      Case("at\n10:00\n11:30\n12:45\n", ",", 1),
      Case("at,n\n2020-01-01 10:00,1\n2020-01-02 11:30,2\n", ",", 2),
      Case("note\nsee: here\nnot: there\n", ",", 1),
      Case("'a','b'\n'x,y','it''s'\n'z','w'\n", ",", 2, quote: 0x27),
      Case("name,note\nO'Brien,'tis\nD'Arcy,x\n", ",", 2),
      Case("a,b\n\"x \\\"y\\\" z\",1\n\"u, v\",2\n", ",", 2, escape: .backslash),
      Case("a,b\nx\\,y,1\nu\\,v,2\nw,3\n", ",", 2, escape: .backslash),
      Case("a,b\n\"C:\\dir\\\",1\n\"C:\\\",2\n", ",", 2),
      Case("a,b\n\"C:\\a\\\"\"\",D:\n", ",", 2),
      Case("a,b,c\n\"\"\"q\\\"\"\"\",\"a\\\"\"b\",x\n", ",", 3),
      Case("a,b\n\"C:\\a\\\",\"D:\\\"\n", ",", 2),
      Case("name,city\nBankers\\' Bank,x\nFarmers\\' Bank,y\n", ",", 2),
      Case("a,b\n\"x,1\n\"y,2\n\"z,3\n", ",", 2, quote: nil),
    ] + few + twice

  /// Two columns, and lines that end in two bytes.
  private static let few = [", ", ";,", "||", "\t\t", "::", "|"].map { delimiter in
    Case(
      "name\(delimiter)n\r\n" + String(repeating: "Ann Lee\(delimiter)2.5\r\n", count: 9),
      delimiter, 2, lineEnds: .crlf)
  }

  private static let twice = [
    // As many records of one length as of another: the first table's.
    Case("a,b\n1,2\n3,4\na,b,c\n1,2,3\n3,4,5\n", ",", 2),
    Case("Title\nof it\na;b\n1;2\n", ";", 2),
    Case("a, b\n1, x\n3, y\na, b, c\n1, x, 3\n3, y, 5\n", ", ", 2),
    Case("a\t\tb\n'x\t\ty'\t\t1\n'z\nu'\t\t2\n", "\t\t", 2, quote: 0x27),
    // A stray quote spoils one record where a space before a quote counts.
    Case("a, b\n\"x y\", 1\n\"z u\", \"2\n\"v w\", 3\n", ", ", 2),
    // All records are on two lines, but one that has another delimiter.
    Case("a,b\n1,\"x\ny\"\n2,\"x\ny\"\n3;x\n4,\"x\ny\"\n5,\"x\ny\"\n", ",", 2),
    Case("'a'\n'x y'\n'z'\n", ",", 1, quote: 0x27),
    Case(
      "a,b\nx,1\ny,2\n\nc,d,e\n\"x \\\"y\\\" z\",1,2\n\"u\",2,3\n", ",", 2,
      escape: .backslash),
    Case("a,b\n'x\ny',1\nz,2\n", ",", 2, quote: 0x27),
    Case("a,b\n1,'tis so\n2,the boys'\n3,x\n", ",", 2),
    Case("a,b\n'tis so,1\nthe boys',2\n", ",", 2),
  ]

  /// A header and a line, which is there `count` times.
  static func table(_ header: String, _ line: String, _ count: Int = 8) -> String {
    header + "\n" + String(repeating: line + "\n", count: count)
  }

  static let values = [
    Case(table("time,val", "2021-01-05 10:10:12,10.5"), ",", 2),
    Case(table("time,val", "2021-01-05 10:10:12,10.5", 40) + "x\n", ",", 2),
    Case(table("mac,n", "00:1A:2B:3C:4D:5E,1", 3), ",", 2),
    Case(table("id,mac", "1,00:1A:2B:3C:4D:5E", 3), ",", 2),
    Case(table("id;mac", "1;00:1A:2B:3C:4D:5E", 3), ";", 2),
    Case(table("address,zip", "Main St 1,12000"), ",", 2),
    Case(table("phone,qty", "+49 30 12341,1"), ",", 2),
    Case(table("phone\tqty", "+49 30 12341\t1"), "\t", 2),
    Case(table("name,price", "item 7,7.50", 39), ",", 2),
    Case(table("model,kw", "Golf 1,1", 39), ",", 2),
    Case(table("name,parts", "x,1;2;3;4", 39), ",", 2),
    Case(table("mac,parts", "00:1A:2B:3C:4D:5E,a;b;c", 3), ",", 2),
    Case(table("path,n,ip", "a|b,12,2001:db8::1", 39), ",", 3),
    Case(table("address", "Main St 1", 39), ",", 1),
    Case(table("mac", "00:1A:2B:3C:4D:5E", 39), ",", 1),
    Case(table("name;price", "x;1,5", 39), ";", 2),
    Case(table("x y z w", "-1.5 2 30 4.25"), " ", 4),
    Case(table("total so far", "1 234 567"), ",", 1),
    Case(table("user is admin here", "ann yes no NA"), " ", 4),
    Case(table("x:y:z:w", "15:2:30:425"), ":", 4),
    Case(table("\"city\" \"land\"", "\"Porto Alegre\" \"Brazil\""), " ", 2),
    Case(table("full name", "Ann Lee"), ",", 1),
    Case(table("id||name||city", "1||Ann||Bonn"), "||", 3),
    Case(table("id||name||city", "1||||Bonn") + "2||Ann||\n", "||", 3),
    Case(table("id::name::city", "1::Ann Lee::Bad Ems"), "::", 3),
    Case(table("id::name::city", "1::Ann::Bonn", 3), "::", 3),
  ]

  /// A header and records with a cell of several lines.
  private static func letters(_ header: String, _ cell: String, _ count: Int = 30) -> String {
    header + "\n" + (0..<count).map { "\($0),\"\(cell)\"\n" }.joined()
  }

  private static func lines(_ line: String, _ count: Int) -> String {
    Array(repeating: line, count: count).joined(separator: "\n")
  }

  /// Cells with lines that another delimiter divides.
  static let cells = [
    Case(letters("id,note", "a; b\nc; d\n"), ",", 2),
    Case(letters("id,note", "a | b\nc | d\n"), ",", 2),
    Case("Notes\n\n" + letters("id,note", "a | b\nc | d\n"), ",", 2),
    Case(letters("id,note", "a; b\nc; d\n") + "31,x,y\n32,\"x\"y\n", ",", 2),
    Case(letters("id,log", lines("12:00:01 INFO: start", 3)), ",", 2),
    Case(letters("id,text", lines("well, it is, so", 30), 200), ",", 2),
    Case(letters("id,text", lines("a plain line", 60), 200), ",", 2),
    Case("id,text\n1,x\n2,\"\(lines("line; of text", 12_000))\"\n3,y\n", ",", 2),
    Case("id;text\n1;x\n2;\"\(lines("a, b", 99))\"\n3;y\n", ";", 2),
  ]

  @Test(arguments: cells, [997, 1 << 16])
  func `what divides the lines of cells is no delimiter`(row: Case, blockSize: Int) throws {
    try `the dialect that makes records alike wins`(row: row, blockSize: blockSize)
  }

  static let colonsAndCarets = [
    Case("Report\nmade 2024\n\nid:name:qty\n1:box:3\n2:pen:4\n3:cup:5\n", ":", 3),
    Case("Report\nmade 2024\n\nid^name^qty\n1^box^3\n2^pen^4\n3^cup^5\n", "^", 3),
    Case(
      "Report of May\nmade 2024\n\n\"id\"^\"name\"^\"qty\"\n\"1\"^\"box\"^\"3\"\n"
        + "\"2\"^\"pen\"^\"4\"\n", "^", 3),
    Case(
      "Report\nmade 2024\n\nDay^Bank^Fund\n10/20/2001^Second Bank, N.A.^7980\n"
        + "6/4/1993^First Bank, N.A.^5152\n", "^", 3),
    Case(
      "1:blue:\"10:30\":$15,467.66\n2:red:\"11:30\":$5,467.66\n3:red:\"11:40\":$2,467.66\n", ":", 4),
    Case("1:x:March 5, 2020\n2:y:March 6, 2020\n3:z:May 6, 2020\n", ":", 3),
    Case("00:1A:55,467\n00:1A:56,468\n", ",", 2), Case("10:30:15,100\n10:30:16,200\n", ",", 2),
    Case("x:1,y\nz:$2,u\n", ",", 2), Case("Note: March 5, 2020\nNote: May 5, 2020\n", ", ", 2),
    Case("Report\n1:x:5\n2:y:6\n", ":", 3), Case("Stock of May\n1:x:5\n2:y:6\n", ":", 3),
    Case("Stock\n\n1:x:5\n2:y:6\n", ":", 3), Case("Stock\n1:x:5\n2:y:6\n", ",", 1),
    Case("Users\n\nuser:ann:1\nuser:bob:2\n", ",", 1),
    Case("Report\n00:1A:2B:3C\n10:1B:2C:3D\n", ",", 1),
    Case("formula\nx^2\ny^2\nz^3\n", ",", 1), Case("x^2\ny^2\nz^3\n", "^", 2),
    Case("Report\nx^2\ny^2\nz^3\n", "^", 2), Case("Stock\n\n1^2\n2^2\n", "^", 2),
    Case("Stock\n1^2020-01-02\n2^2020-01-02\n", "^", 2), Case("Stock\n1^2^3\n2^2^3\n", "^", 3),
    Case("Stock\n904.78^18\n738.36^4\n", "^", 2),
    Case("Hours\nof May\n\nMon: 10\nTue: 12\nWed: 9\n", ",", 1),
    Case("Times\n10:30:15\n11:20:05\n12:10:45\n", ",", 1),
    Case(
      "9/25/2019:Peoples Bank, N.A.:10606\n1/25/1996:Second Bank, N.A.:8085\n"
        + "3/18/1991:First Bank, N.A.:9247\n", ":", 3),
    Case(String(repeating: "2021-01-05 10:10:12,10.5\n", count: 9), ",", 2),
    Case(String(repeating: "00:1A:2B:3C:4D:5E,1\n", count: 9), ",", 2),
    Case("A;,B;,C\nA;,30%;,EUR\nB;,'$1,234.50';,EUR\nC;,5;,EUR\n", ";,", 3, quote: 0x27),
    Case("a,b\n1,'tis so\n2,the boys' x\n", ",", 2),
  ]

  @Test(arguments: colonsAndCarets, blockSizes)
  func `colons and carets divide what is below a title`(row: Case, blockSize: Int) throws {
    try `the dialect that makes records alike wins`(row: row, blockSize: blockSize)
  }

  @Test(arguments: values, blockSizes)
  func `what is part of the values is no delimiter`(row: Case, blockSize: Int) throws {
    try `the dialect that makes records alike wins`(row: row, blockSize: blockSize)
  }

  @Test(arguments: cases, blockSizes)
  func `the dialect that makes records alike wins`(row: Case, blockSize: Int) throws {
    let file = try TemporaryFile(Array(row.text.utf8))
    var reading = Reading(blockSize: blockSize)
    reading.request = DialectRequest()
    let detection = try reading.reader(of: file.path).detection
    #expect(
      detection.dialect
        == Dialect(
          delimiter: try #require(Delimiter(row.delimiter)), quote: row.quote, escape: row.escape,
          lineEnds: row.lineEnds))
    #expect(detection.fieldCount == row.fields)
    #expect(!detection.isRequested)
  }

  @Test func `what was asked for is used`() throws {
    let file = try TemporaryFile(Array("a,b:c\n'1','2:3'\n".utf8))
    var reading = Reading()
    reading.request = DialectRequest(delimiter: Delimiter(0x3A), quote: .byte(0x27))
    let detection = try reading.reader(of: file.path).detection
    #expect(detection.isRequested)
    #expect(detection.dialect.delimiter == Delimiter(0x3A))
    #expect(detection.dialect.quote == 0x27)
    #expect(detection.candidates.count == 1)
  }

  @Test func `the last line of a long head does not count`() throws {
    let file = try TemporaryFile(Array((String(repeating: "a,b\n", count: 10) + "a;b;c;d").utf8))
    var reading = Reading()
    reading.limits.headBytes = 42
    reading.request = DialectRequest()
    let best = try #require(try reading.reader(of: file.path).detection.candidates.first)
    #expect(best.delimiter == .comma)
    #expect(best.records == 10)
    #expect(best.fields == 2)
    #expect(best.agreeing == 10)
  }

  @Test(arguments: [
    (",", "comma"), (";", "semicolon"), ("\t", "tab"), ("|", "pipe"), (":", "colon"),
    (", ", "comma and space"), (";,", ";,"), ("\u{1}", "\"\\u{1}\""), ("~", "~"),
  ])
  func `a delimiter has a name`(text: String, name: String) {
    #expect(Delimiter(text)?.name == name)
  }

  @Test(arguments: ["", "\n", "a\r", "\0", "123456789"])
  func `not every text can be a delimiter`(text: String) {
    #expect(Delimiter(text) == nil)
  }
}
