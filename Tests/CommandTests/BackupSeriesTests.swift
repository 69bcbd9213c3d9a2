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

  /// The newest is `newest`: those after it are of a clock that was wrong.
  @Test(
    arguments: [
      (1, 2, [0, 1], []), (2, 2, [0], []), (3, 2, [], []), (9, 2, [], []), (1, 1, [0], [2]),
      (2, 1, [], [2]), (1, 0, [], [1, 2]), (9, 0, [], [1, 2]),
    ] as [(Int, Int, [Int], [Int])])
  func `the oldest are too many, and what is later than the newest counts for nothing`(
    count: Int, newest: Int, surplus: [Int], later: [Int]
  ) {
    let series = BackupSeries(path: "x/bank.db")
    let paths = Self.times.map(series.path)
    let names = paths.reversed().map { String($0.dropFirst(2)) }
    let found = series.surplus(among: names, keeping: count, newest: paths[newest])
    #expect(found.surplus == surplus.map { paths[$0] } && found.later == later.map { paths[$0] })
  }

  @Test(arguments: [
    "bank.db", "bank-.db", "bank-2026.db", "bank-20260101T000000Z.dbx", "bank-20260101T000000Z",
    "bank-20260101T00000xZ.db", "bank-20260101t000000Z.db", "bank-old-20260101T000000Z.db",
    "bank-20260101T000000Z.db-journal", "xbank-20260101T000000Z.db", "bank-２0260101T000000Z.db",
    "bank-20260101T000000Z.db-unfinished-12",
  ])
  func `what is not exactly one of the series is never removed`(name: String) {
    let series = BackupSeries(path: "bank.db")
    let found = series.surplus(among: [name], keeping: 0, newest: "bank-99990101T000000Z.db")
    #expect(found.surplus == [] && found.later == [])
  }
}
