import Records
import Testing

@testable import Loading

@Suite struct CellIndexTests {
  private func values(_ rows: [[Cell]], _ text: String) -> BatchValues {
    var batch = RecordBatch()
    batch.bytes = Array(text.utf8)
    var converted = RowBatch(columnCount: rows[0].count)
    for (index, row) in rows.enumerated() {
      converted.cells += row
      converted.records.append(Int32(index))
    }
    return BatchValues(converted, in: batch)
  }

  @Test func `rows are found by what SQLite takes for the same`() {
    let values = values(
      [
        [.integer(5), .text(0..<2)], [.real(5), .text(2..<4)], [.null, .text(0..<2)],
        [.text(4..<5), .integer(1)], [.real(5.5), .null], [.integer(5), .text(2..<4)],
      ], "abab5")
    let index = CellIndex(values, [0, 1], of: 0..<6) { $0 != 5 }
    #expect(index.row(after: -1, like: 0, [0, 1]) == 0)
    #expect(index.row(after: 0, like: 0, [0, 1]) == 1)
    #expect(index.row(after: 1, like: 0, [0, 1]) == nil)
    #expect(index.row(after: -1, like: 2, [0, 1]) == nil)
    #expect(index.row(after: -1, like: 3, [0, 1]) == 3)
    let texts = CellIndex(values, [1], of: 1..<6) { _ in true }
    #expect(texts.row(after: -1, like: 0, [1]) == 1)
    #expect(texts.row(after: 2, like: 0, [1]) == 5)
    #expect(texts.row(after: -1, like: 0, [0]) == nil)
    #expect(values.hash(4, [1]) == nil && values.hash(0, [0]) == values.hash(1, [0]))
    #expect(values.hash(0, [0]) != values.hash(3, [0]))
  }
}
