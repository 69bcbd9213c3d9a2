import Testing

@testable import CSV
@testable import Input

struct ColonsTests {
  typealias Case = DialectDetectionTests.Case

  /// Colons between digits: fields of their own below as many labels, or times.
  static let colonsInDigits = [3, 10, 11, 40].flatMap { count in
    [
      Case(DialectDetectionTests.table("day:price:qty", "2023-01-02:101.50:3", count), ":", 3),
      Case(DialectDetectionTests.table("id:qty", "7:20", count), ":", 2),
      Case(DialectDetectionTests.table("day:qty", "2023-01-02:3", count), ":", 2),
      Case("Report\n\n" + DialectDetectionTests.table("id:min:max", "1:20:30", count), ":", 3),
      Case(DialectDetectionTests.table("2023-01-01:99.00:1", "2023-01-02:101.50:3", count), ":", 3),
      Case(DialectDetectionTests.table("time", "10:20", count), ",", 1),
      Case(DialectDetectionTests.table("time", "10:20:30", count), ",", 1),
      Case(DialectDetectionTests.table("10:20:30", "10:20:30.125", count), ",", 1),
      Case(DialectDetectionTests.table("HH:MM", "10:20", count), ",", 1),
      Case(DialectDetectionTests.table("Duration (hh:mm:ss)", "0:12:59", count), ",", 1),
      Case(DialectDetectionTests.table("Time (UTC+1:00)", "10:20", count), ",", 1),
      Case(DialectDetectionTests.table("Time: local", "10:20", count), ",", 1),
      Case(DialectDetectionTests.table("at", "2020-01-01 10:00:05", count), ",", 1),
      Case(DialectDetectionTests.table("2020-01-01:10:00", "2020-01-01:10:05", count), ",", 1),
      Case(
        DialectDetectionTests.table("30SEP2025:10:11:12.5", "1OCT2025:10:11:12.5", count), ",", 1),
      Case(DialectDetectionTests.table("10:20:30:40", "11:20:30:40", count), ":", 4),
      Case(DialectDetectionTests.table("1:5.5", "2:6.5", count), ",", 1),
      Case("Report\n" + DialectDetectionTests.table("id:name", "1:box", count), ":", 2),
      Case("Report\n\n" + DialectDetectionTests.table("id:name", "x:box", count), ":", 2),
      Case("Notes\n" + DialectDetectionTests.table("foo: bar", "baz: qux", count), ",", 1),
      Case("Config\n\n" + DialectDetectionTests.table("name: x", "port: 80", count), ",", 1),
    ]
  }

  @Test(arguments: colonsInDigits, blockSizes)
  func `colons divide digits below labels, and no times`(row: Case, blockSize: Int) throws {
    try DialectDetectionTests().`the dialect that makes records alike wins`(
      row: row, blockSize: blockSize)
  }
}
