import Testing

@testable import bank_etl

struct BackupSeriesTests {
  private static let times = ["20260101T000000Z", "20261130T091500Z", "20261130T091501Z"]

  @Test(arguments: [
    ("bank.db", "bank-20260101T000000Z.db"), ("x/bank", "x/bank-20260101T000000Z"),
    ("x.y/b.c.db", "x.y/b.c-20260101T000000Z.db"),
  ])
  func `the time is in the name`(path: String, expected: String) {
    #expect(BackupSeries(path: path).path(at: Self.times[0]) == expected)
  }

  @Test(arguments: [(0, [0, 1, 2]), (1, [0, 1]), (2, [0]), (3, []), (9, [])])
  func `the oldest are too many`(count: Int, expected: [Int]) {
    let series = BackupSeries(path: "x/bank.db")
    let paths = Self.times.map(series.path)
    let names = paths.reversed().map { String($0.dropFirst(2)) }
    #expect(series.surplus(among: names, keeping: count) == expected.map { paths[$0] })
  }

  @Test(arguments: [
    "bank.db", "bank-.db", "bank-2026.db", "bank-20260101T000000Z.dbx", "bank-20260101T000000Z",
    "bank-20260101T00000xZ.db", "bank-20260101t000000Z.db", "bank-old-20260101T000000Z.db",
    "bank-20260101T000000Z.db-journal", "xbank-20260101T000000Z.db", "bank-２0260101T000000Z.db",
    "bank-20260101T000000Z.db-unfinished-12",
  ])
  func `what is not exactly one of the series is never removed`(name: String) {
    #expect(BackupSeries(path: "bank.db").surplus(among: [name], keeping: 0) == [])
  }
}
