import Testing

@testable import Loading

/// The rows that a file has met.
@Suite struct SeenRowsTests {
  /// Rowids on both sides of the edges of pages, the least and the greatest ones among them.
  private static let rows: [Int64] = [
    1, 2, 0, -1, 16_383, 16_384, 16_385, -16_384, -16_385, 1_000_000, .min, .max, 63, 64, 127,
  ]

  @Test func rowsAreMarkedByThemselves() {
    var seen = SeenRows()
    for (index, row) in Self.rows.enumerated() {
      #expect(Self.rows[index...].allSatisfy { !seen.contains($0) }, "before \(row)")
      #expect(seen.line(row) == nil)
      seen.insert(row, line: Int64(index) + 2)
      #expect(Self.rows[...index].allSatisfy { seen.contains($0) }, "behind \(row)")
      for (earlier, row) in Self.rows[...index].enumerated() {
        #expect(seen.line(row) == Int64(earlier) + 2)
      }
    }
  }

  @Test func marksAreTakenBack() {
    var seen = SeenRows()
    for row in Self.rows { seen.insert(row, line: 7) }
    for (index, row) in Self.rows.enumerated() {
      seen.remove(row)
      #expect(!seen.contains(row))
      #expect(Self.rows[(index + 1)...].allSatisfy { seen.contains($0) }, "behind \(row)")
    }
    seen.remove(5_000_000)
    #expect(!seen.contains(5_000_000))
  }

  /// Beyond the pages that keep lines, rows are marked all the same.
  @Test func linesAreKeptOfTheFirstPagesOnly() {
    var seen = SeenRows()
    let rows = (0..<70).map { Int64($0) * 16_384 + 3 }
    for row in rows { seen.insert(row, line: row + 1) }
    for (index, row) in rows.enumerated() {
      #expect(seen.contains(row) && !seen.contains(row + 1))
      #expect(seen.line(row) == (index < 64 ? row + 1 : nil))
    }
  }

  /// A line that has no room in what is kept of it is not known; it is never another one.
  @Test(arguments: [Int64(UInt32.max), Int64(UInt32.max) + 1])
  func longLinesAreForgotten(line: Int64) {
    var seen = SeenRows()
    seen.insert(9, line: line)
    #expect(seen.contains(9))
    #expect(seen.line(9) == (line <= Int64(UInt32.max) ? line : nil))
  }
}
