import Records
import Testing

@testable import Loading

@Suite struct KeyOrderTests {
  private func order(
    _ keys: [Cell], bytes: String = "", unsorted: Int = 0, by collation: Collation = .binary
  ) -> [Int32] {
    var batch = RecordBatch()
    batch.bytes = Array(bytes.utf8)
    var rows = RowBatch(columnCount: 2)
    for (index, key) in keys.enumerated() {
      rows.cells += [.null, key]
      rows.records.append(Int32(index))
      rows.numbers.append(Int64(index + 1))
    }
    var order = KeyOrder(keyPositions: [1], collation: collation, unsortedRows: unsorted)
    let found = order.order(of: rows, in: batch)
    #expect(order.isSorting == !found.isEmpty)
    return found
  }

  @Test func `keys in no order are put in order, equal ones as they come`() {
    #expect(order([5, -3, 5, .max, -3].map(Cell.integer)) == [1, 4, 0, 2, 3])
    #expect(order([.real(2.5), .null, .real(-1)]) == [1, 2, 0])
  }

  @Test func `texts are in the order of their bytes, as far as that matters`() {
    let text = "KS\u{e9}GAlong name Along name B"
    let cells: [Cell] = [.text(0..<2), .text(2..<4), .text(4..<6), .text(4..<4)]
    #expect(order(cells, bytes: text) == [3, 2, 0, 1])
    #expect(order([.text(17..<28), .text(6..<17)], bytes: text).isEmpty)
  }

  @Test func `keys that are the same by their collation stay as they come`() {
    let cells: [Cell] = [.text(0..<3), .text(3..<6), .text(6..<9), .text(9..<12)]
    #expect(order(cells, bytes: "bobBOBannANN") == [3, 1, 2, 0])
    #expect(order(cells, bytes: "bobBOBannANN", by: .noCase) == [2, 3, 0, 1])
    #expect(order([.text(0..<2), .text(2..<3)], bytes: "b b", by: .rTrim).isEmpty)
  }

  @Test func `what is in order, or among the first rows, stays as it is`() {
    #expect(order([1, 1, 2, 9].map(Cell.integer)).isEmpty)
    #expect(order([2, 1].map(Cell.integer), unsorted: 1).isEmpty)
    #expect(order([]).isEmpty)
  }
}
