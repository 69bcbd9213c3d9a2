import Records
import SQLite
import Testing

@testable import Loading

/// Stored rows that are found by their key, or where they are expected.
@Suite struct SiftTests {
  static let stored = (1...200).map { Line(k: $0 * 3, a: "row \($0)", b: $0) }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let file: [TestTable.Line]
    let unchanged: Int64
    var updated: Int64 = 0
    var inserted: Int64 = 0
    var skipped: Int64 = 0

    init(
      _ name: String, unchanged: Int64, updated: Int64 = 0, inserted: Int64 = 0,
      skipped: Int64 = 0, _ file: [TestTable.Line]
    ) {
      testDescription = name
      self.file = file
      self.unchanged = unchanged
      self.updated = updated
      self.inserted = inserted
      self.skipped = skipped
    }
  }

  static let cases = [
    Case("the same file", unchanged: 200, stored),
    Case("backwards", unchanged: 200, stored.reversed()),
    Case("from the middle", unchanged: 200, Array(stored[90...] + stored[..<90])),
    Case("every second row", unchanged: 100, stored.filter { $0.k % 2 == 0 }),
    Case(
      "some changed", unchanged: 160, updated: 40,
      stored.map { $0.k % 5 == 0 ? Line(k: $0.k, a: "new", b: 0) : $0 }),
    Case("all changed", unchanged: 0, updated: 200, stored.map { Line(k: $0.k, a: "new", b: 0) }),
    Case("all new", unchanged: 0, inserted: 200, stored.map { Line(k: $0.k + 1, a: "", b: 0) }),
    Case(
      "new ones between", unchanged: 200, inserted: 200,
      stored.flatMap { [$0, Line(k: $0.k + 1, a: "new", b: 0)] }),
    Case("each twice", unchanged: 200, skipped: 200, stored.flatMap { [$0, $0] }),
    Case("the whole twice", unchanged: 200, skipped: 200, stored + stored),
  ]

  @Test(arguments: cases, [1, 2, 3, 16, 17, 50, 1_000])
  func `the counts are the same however rows are found`(
    row: Case, size: Int
  ) throws {
    let table = try TestTable()
    try table.load(Self.stored)
    let (counts, absent, rejects) = try table.load(row.file, batch: size)
    var expected = RunCounts()
    expected.read = Int64(row.file.count)
    (expected.unchanged, expected.updated) = (row.unchanged, row.updated)
    (expected.inserted, expected.skipped) = (row.inserted, row.skipped)
    #expect(counts == expected)
    #expect(rejects.isEmpty)
    #expect(absent == 200 - row.unchanged - row.updated)
  }

  @Test func `a row where one was expected, but of another key, is not taken for it`() throws {
    let table = try TestTable()
    try table.load([Line(k: 1, a: "x", b: 1), Line(k: 2, a: "y", b: 2), Line(k: 3, a: "z", b: 3)])
    try table.database.execute("UPDATE t SET k = k + 10 WHERE k > 1")
    let file = [Line(k: 1, a: "x", b: 1), Line(k: 2, a: "y", b: 2), Line(k: 12, a: "y", b: 2)]
    let counts = try table.load(file).counts
    #expect([counts.unchanged, counts.inserted, counts.updated] == [2, 1, 0])
  }
}
