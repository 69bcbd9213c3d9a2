import Testing

@testable import CSV
@testable import Input

struct SpacesTests {
  typealias Case = DialectDetectionTests.Case

  /// Spaces between digits: fields of their own below as many labels, or parts of a value.
  static let spacesInDigits =
    [2, 3, 10, 40].flatMap { count in
      [
        Case(DialectDetectionTests.table("a b c", "1 2 3", count), " ", 3),
        Case(DialectDetectionTests.table("Count Due", "8 04/19/2007", count), " ", 2),
        Case(DialectDetectionTests.table("Due Price Qty", "05/09/2000 26.56 7", count), " ", 3),
        Case(DialectDetectionTests.table("Price Start No", "617.34 22:08 66", count), " ", 3),
        Case(DialectDetectionTests.table("Gain On Share", "$540.00 21.07.2016 88%", count), " ", 3),
        Case(DialectDetectionTests.table("Event Time", "2020-01-02 10:30", count), ",", 1),
        Case(DialectDetectionTests.table("Total net amount", "1 234 567", count), ",", 1),
        Case(DialectDetectionTests.table("Net amount", "1 234.50", count), ",", 1),
        Case(DialectDetectionTests.table("Phone number", "0171 2345678", count), ",", 1),
        Case(DialectDetectionTests.table("Net amount", "1 234,50", count), ";", 1),
        Case(
          DialectDetectionTests.table("Event Time Zone", "2020-01-02 10:30 +02:00", count), ",", 1),
        Case(
          DialectDetectionTests.table("Event Time Zone", "2020-01-02 10:30 CEST", count), ",", 1),
        Case(DialectDetectionTests.table("Start Time", "10:30 AM", count), ",", 1),
        Case(
          DialectDetectionTests.table("Date Time Event", "2020-01-02 10:30 open", count), " ", 3),
      ]
    } + besideCommas

  /// No labels: commas within numbers, or between fields that have spaces.
  private static let besideCommas = [
    Case("68,5 bay 2\n425,2 valley 3\n", " ", 3),
    Case("Ann 12,50 3\nBob 13,50 4\n", " ", 3),
    Case("+49 30 12341,1\n+49 30 12342,2\n", ",", 2),
    Case("12,5 Main St\n13,7 Elm St\n", ",", 2),
    Case("item 7,7.50\nitem 8,8.50\n", ",", 2),
    Case("2010-02-25 02:48:11 UTC\n2010-02-26 02:48:11 UTC\n", ",", 1),
    Case("Name 'Full Name' ID\na x 705\nb y 706\n", " ", 3, quote: 0x27),
    Case("sku qty\nAB12 100\nAB13 250\nAB14 300\n", " ", 2),
    Case("room beds\nR101 120\nR102 130\n", " ", 2),
    Case("code price\nA-1962 493,64\nB-5034 311,39\n", " ", 2),
    Case("\"Ulm, Anna\" 5 x\n\"Aix, Bob\" 6 y\n", " ", 3),
    Case("5 \"Ulm, Anna\"\n6 \"Aix; Bob\"\n", " ", 2),
    Case("5 \"Ulm;Anna\" x\n6 \"A;B\" y\n", " ", 3),
    Case("\"Ulm,Anna\" \"x;y\"\n\"Aix,Bob\" \"z;u\"\n", " ", 2),
    Case("\"Ulm,Anna\" 5\n\"A,B\" 6\n", " ", 2),
    Case("\"Ulm, Anna\",5 x\n\"Aix, Bob\",6 y\n", ",", 2),
    Case("box $15,467.66 x\npen $5,467.66 y\n", " ", 3),
    Case("Main St 15,467.66\nElm St 12,389.50\n", ",", 2),
    Case("Report\n\n2020-01-02 box 5\n2020-01-03 pen 6\n", " ", 3),
    Case("Report\n\n10 20 30\n40 50 60\n", ",", 1), Case("Hours\n\n1 to 2\n3 to 4\n", ",", 1),
    Case("Customers\n\n12 Oak Street\n14 Elm Road\n", ",", 1),
    Case("note\nthe 'big one' here\nthe 'small one' there\n", ",", 1),
  ]

  /// A title, and what spaces divide below it.
  static let titles = ["Report", "Our sales list", "Report of the old shop"].flatMap { title in
    [
      Case(title + "\nid name qty place\n1 box 2 ulm\n2 pen 3 aix\n", " ", 4),
      Case(title + "\n\nid name\n1 box\n2 pen\n", " ", 2),
      Case(title + "\nid name\n1 box\n2 pen\n", ",", 1),
      Case(title + "\nold town one two\nbox town 2 3\npen town 4 5\n", ",", 1),
      Case(title + "\nid name qty place\n" + words, " ", 4),
    ]
  }

  /// Quotes around each field, whatever it is; below a title, too.
  static let quoted = [
    Case("\"id\" \"tel\"\n\"1\" \"555-0112\"\n\"2\" \"555-0113\"\n", " ", 2),
    Case("\"amt\" \"n\"\n\"1\" \"234\"\n\"2\" \"345\"\n", " ", 2),
    Case("amt n\n\"1\" \"234\"\n\"2\" \"345\"\n", " ", 2),
    Case("\"day\" \"time\"\n\"2020-01-02\" \"10:30\"\n\"2020-01-03\" \"11:30\"\n", " ", 2),
    Case("\"code\" \"qty\"\n\"A-1962\" \"493.50\"\n\"B-5034\" \"311.50\"\n", " ", 2),
    Case(
      "\"a\" \"b\" \"c\"\n\"1\" \"234\" \"200-555-0112\"\n\"2\" \"345\" \"200-555-0112\"\n", " ", 3),
    Case("Report\n\"1\" \"x\" \"5\"\n\"2\" \"y\" \"6\"\n", " ", 3),
    Case("Report\n\"1\":\"x\"\n\"2\":\"y\"\n", ":", 2),
    Case("Report\n\"1\",\"2\"\n\"3\",\"4\"\n", ",", 2),
    Case("Report of January\n\"10\",\"2020-01-02\"\n\"30\",\"2020-01-03\"\n", ",", 2),
    Case("Report\n\"March 19, 2015\",\"83996\"\n\"March 20, 2025\",\"79236\"\n", ",", 2),
    Case("Report\n04/05/2020,200-555-0112\n05/06/2020,300-555-0113\n", ",", 2),
  ]

  @Test(arguments: quoted, [1, 7, 4096])
  func `quotes around each field settle where it is`(row: Case, blockSize: Int) throws {
    try DialectDetectionTests().`the dialect that makes records alike wins`(
      row: row, blockSize: blockSize)
  }

  @Test func `an address below its label is none`() throws {
    try `a title is no line of the table`(
      row: Case("Address\nMain St 1\nElm St 2\n", ",", 1), blockSize: 4096)
  }

  private static let words = "box ulm oak rod\npen aix elm bag\ncup ems ash hat\njar pau fir pot\n"

  @Test(arguments: titles, [1, 7, 4096])
  func `a title is no line of the table`(row: Case, blockSize: Int) throws {
    try DialectDetectionTests().`the dialect that makes records alike wins`(
      row: row, blockSize: blockSize)
  }

  @Test(arguments: spacesInDigits, blockSizes)
  func `spaces divide values below as many labels, and no parts of one`(
    row: Case, blockSize: Int
  ) throws {
    try DialectDetectionTests().`the dialect that makes records alike wins`(
      row: row, blockSize: blockSize)
  }
}
