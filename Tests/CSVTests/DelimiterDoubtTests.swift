import FileSupport
import Testing

@testable import CSV
@testable import Input

struct DelimiterDoubtTests {
  /// What may divide a text and does not, in short: `most 4`, `numbers 2`, `words 3`, `aligned`.
  static let cases: [(String, String?)] = [
    ("10 20 30\n40 50 60\n", "numbers 3 grave"), ("1 2\n3 4\n5 6\n", "numbers 2 grave"),
    ("1:5.5\n2:6.5\n", "numbers 2 grave"), ("10:20\n10:30\n", nil),
    ("16:9\n4:3\n", "numbers 2 grave"), ("Ratio\n16:9\n4:3\n", nil),
    ("Coordinates\n52.5,13.4\n53.1,14.2\n", nil), ("Report\nof May\n1,2\n3,4\n", nil),
    ("Config\n\nname: x\nport: 80\nhost: y\n", nil),
    ("Config of server\nname:x\nport:80\nhost:y\n", "below title 2 grave"),
    ("Price\n1,50\n2,50\n", "numbers 2 grave"), ("Net amount\n1 234,50\n2 345,50\n", "words 2"),
    ("1 234\n5 678\n", "words 2"), ("1 2\n", nil), ("1 2\n3 4 5\n", nil),
    ("2020-01-02 10:30\n2020-01-03 11:30\n", "words 2"),
    ("Full name\nAnn Lee\nBob Ray\n", "words 2"), ("Name\nAnn Lee\nBob Ray\n", "words 2"),
    ("Name\nAnn Lee\nAnn Ray\n", nil), ("Stock report\na b c\nx y z\nu v w\n", "words 3"),
    ("Report of January\na b c\nx y z\n", "words 3"),
    ("a b c\n1 2 3\n4 5 6\n", nil),
    ("Our sales list\nname qty\nbox 2\npen 3\n", "below title 2 grave"),
    ("Product\nIphone pro max\nGalaxy S 21\nPixel phone 7\n", "below title 3 grave"),
    ("Address\nMain St 1\nElm St 2\nOak St 3\n", nil),
    ("id  name\n1   red pen\n2   cup\n", "aligned grave"),
    ("  a\n  b  \n", nil), ("note\nsome  text\nother text\n", nil),
    ("\"a,b\"\n\"1,2\"\n", nil), ("\"1,5\"\n\"2,5\"\n", "quoted lines 1 grave"),
    ("\"1,5,0\"\r\n\"1,2,3\"\r\n", "quoted lines 2 grave"), ("\"a,b\"\n", nil),
    ("\"Lee, Ann\"\n\"Ray, Bob\"\n", nil), ("\"a,b\"\n\"1,2,3\"\n", nil),
    ("\"w\" \"n\"\n\"Red 4\" 21 6\n\"Oak 7\" 22.8 4\n\"Val\" 18 6\n", "quoted fields 3 grave"),
    ("\"Great\" film\n\"Bad\" show\n", nil),
    ("Report\nDate of birth\n18 January 2000\n26 March 1995\n16 July 2008\n", "words 3"),
    ("Report\nOpen hours today\n07:00 - 14:30\n07:00 - 12:30\n06:00 - 15:30\n", "words 3"),
    ("Customers\n\nFull postal address\n12 Oak Street\n14 Elm Street\n", "below title 3 grave"),
    ("Customers\n\nName Street\n12 Oak\n14 Elm\n", "below title 2 grave"),
    ("Report\n1,2\n3,4\n", "numbers 2 grave"), ("tag\na:b\nc:d\ne:f\n", nil),
    ("users\nann:x\nbob:y\neve:z\n", nil),
    ("Report\nname:town\nann:x\nbob:y\n", "below title 2 grave"),
    ("\"a,b\"\n\"x,\"\"y\nz\"\"\"\n\"2,u\"\n", "quoted records 2 grave"),
    ("\"a\"\n\"x, \"\"y\nz\"\"\"\n", nil), ("\"a,b\"\n\"x,y\nz\"\n", nil),
    ("Ann 12,50\nBob 13,50\nEve 4,20\n", "decimals 2 grave"),
    ("12,50 EUR\n13,50 EUR\n1,20 USD\n", "decimals 2 grave"), ("Ann 12,500\nBob 13,50\n", nil),
    ("Ann 12,50 3\nBob 13,50 4\n", nil), ("name price\nAnn 12,50\nBob 13,50\n", nil),
    ("name,price\nAnn 12,50\nBob 13,50\n", nil), ("Ann Lee,5\nBob Ray,6\n", nil),
    ("1,2,3\n4,5,6\n", nil), ("2020-01-02 10:30,5\n2020-01-02 10:30,5\n", nil),
    ("formula\nx^2\ny^2\nz^3\n", "below title 2 grave"), ("x^2\ny^2\n", nil),
    ("Report\n1:x\n2:y\n", "below title 2 grave"), ("Ratio\na:9\nz:3\n", nil),
    ("Stock\n1:x:5\n2:y:6\n", "below title 3 grave"),
    ("key\nuser:ann:1\nuser:bob:2\n", nil), ("mac\n00:1A:2B\n10:1A:2B\n", nil),
    ("Report\n2020-01-02 box 5\n2020-01-03 pen 6\n", "below title 3 grave"),
    ("Report\n12 Oak Street\n14 Elm Street\n", nil), ("Report\n0171 23 x\n0171 23 y\n", nil),
    ("Ann -12,50\nBob 13,50\n", "decimals 2 grave"),
    (
      "387 2024-12-24 -122,20 \"7.81 USD\" x\n391 2018-01-24 425,81 \"8.14 USD\" y\n",
      "decimals 5 grave"
    ),
    ("a:x:1,22\nb:y:3,45\nc:z:4,50\n", "decimals 3 grave"), ("1:x:5,467\n2:y:6,100\n", nil),
    ("\"1;TX\"\n\"2;CA\"\n\"3;CA\"\n", "quoted records 2 grave"),
    ("\"TX,\"\"304,889.02\"\"\"\n\"CA,\"\"637,943.85\"\"\"\n", "quoted records 2 grave"),
    ("\"Lee; Ann\"\n\"Ray; Bob\"\n", nil), ("\"a;b\"\n\"c\"\n", nil),
    ("\"a\",\"b\"\n\"1\",\"2\"\n", nil), ("\"a\"\n\"b\"\n", nil), ("\"a,b\"\n1\n", nil),
  ]

  @Test(arguments: cases, [1, 4096])
  func `what may divide a text and does not is told`(
    row: (text: String, told: String?), blockSize: Int
  ) throws {
    let file = try TemporaryFile(Array(row.text.utf8))
    var reading = Reading(blockSize: blockSize)
    reading.request = DialectRequest()
    let doubt = try reading.reader(of: file.path).detection.doubt
    #expect(doubt.map(Self.words) == row.told)
  }

  private static func words(_ doubt: DelimiterDoubt) -> String {
    let words =
      switch doubt {
      case .most(let found): "most \(found.fields)"
      case .belowTitle(let found): "below title \(found.fields)"
      case .numbers(let found): "numbers \(found.fields)"
      case .quotedFields(let found): "quoted fields \(found.fields)"
      case .aligned: "aligned"
      case .quotedLines(let commas): "quoted lines \(commas)"
      case .quotedRecords(let fields): "quoted records \(fields)"
      case .decimals(let found): "decimals \(found.fields)"
      case .words(let found): "words \(found.fields)"
      }
    return words + (doubt.isGrave ? " grave" : "")
  }

  @Test func `what was asked for is no doubt`() throws {
    let file = try TemporaryFile(Array("10 20\n30 40\n".utf8))
    var reading = Reading()
    reading.request = DialectRequest(delimiter: .comma)
    #expect(try reading.reader(of: file.path).detection.doubt == nil)
  }
}
