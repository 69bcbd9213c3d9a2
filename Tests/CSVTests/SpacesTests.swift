import Testing

@testable import CSV
@testable import Input

struct SpacesTests {
  typealias Case = DialectDetectionTests.Case

  /// Spaces between digits: fields of their own below as many labels, or parts of a value.
  static let spacesInDigits = [2, 3, 10, 40].flatMap { count in
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
    ]
  }

  @Test(arguments: spacesInDigits, blockSizes)
  func `spaces divide values below as many labels, and no parts of one`(
    row: Case, blockSize: Int
  ) throws {
    try DialectDetectionTests().`the dialect that makes records alike wins`(
      row: row, blockSize: blockSize)
  }
}
