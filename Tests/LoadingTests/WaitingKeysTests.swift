import Records
import SQLite
import Testing

@testable import Loading

@Suite struct WaitingKeysTests {
  @Test func `records that wait are known by what is unique in them`() {
    var batch = RecordBatch()
    var rows = RowBatch(columnCount: 2)
    let records: [TestRecord] = [
      TestRecord(values: ["Ann", 1], raw: ""), TestRecord(values: ["ANN", 2], raw: ""),
      TestRecord(values: ["bob", 1], raw: ""), TestRecord(values: [.null, .null], raw: ""),
    ]
    TestRecord.fill(&batch, &rows, records, firstNumber: 1)
    let values = BatchValues(rows, in: batch)
    let keys = [
      RowKey(cells: [ComparedCell(cell: 0, collation: .noCase)], definitions: [""]),
      RowKey(cells: [ComparedCell(cell: 1, collation: .binary)], definitions: [""]),
    ]
    func known(_ keys: WaitingKeys, ofAll: Bool) -> [Int] {
      (0..<4).filter { keys.mayContain($0, of: values, ofAll: ofAll) }
    }
    var waiting = WaitingKeys(keys)
    #expect(waiting.isEmpty && known(waiting, ofAll: true).isEmpty)
    waiting.insert(0, of: values, isNew: true)
    #expect(known(waiting, ofAll: true) == [0, 1, 2] && known(waiting, ofAll: false).isEmpty)
    #expect(!waiting.mayRepeat)
    waiting.insert(1, of: values, isNew: true)
    waiting.insert(2, of: values, isNew: false)
    #expect(waiting.mayRepeat && known(waiting, ofAll: false) == [0, 2])
    waiting.beginBatch()
    #expect(known(waiting, ofAll: false).isEmpty && known(waiting, ofAll: true) == [0, 1, 2])
    waiting.removeAll()
    #expect(waiting.isEmpty && !waiting.mayRepeat)
  }
}
