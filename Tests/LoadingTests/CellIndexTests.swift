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
    func cells(_ cells: Int...) -> [ComparedCell] {
      cells.map { ComparedCell(cell: $0, collation: .binary) }
    }
    let index = CellIndex(values, cells(0, 1), of: 0..<6) { $0 != 5 }
    #expect(index.row(after: -1, like: 0, cells(0, 1)) == 0)
    #expect(index.row(after: 0, like: 0, cells(0, 1)) == 1)
    #expect(index.row(after: 1, like: 0, cells(0, 1)) == nil)
    #expect(index.row(after: -1, like: 2, cells(0, 1)) == nil)
    #expect(index.row(after: -1, like: 3, cells(0, 1)) == 3)
    let texts = CellIndex(values, cells(1), of: 1..<6) { _ in true }
    #expect(texts.row(after: -1, like: 0, cells(1)) == 1)
    #expect(texts.row(after: 2, like: 0, cells(1)) == 5)
    #expect(texts.row(after: -1, like: 0, cells(0)) == nil)
    #expect(values.hash(4, cells(1)) == nil && values.hash(0, cells(0)) == values.hash(1, cells(0)))
    #expect(values.hash(0, cells(0)) != values.hash(3, cells(0)))
  }
}
