import Records

/// Which of the first records are of a table, as one dialect divides a text: those that are as long as
/// most, and those of tables above or below with another number of columns.
///
/// Such a table begins with labels, behind an empty line or with values below them; where the delimiter is no
/// space, which is in any text, it may have two records of text as well.
struct TableRuns {
  /// For each record, whether it is of a table.
  private(set) var isOfTable: [Bool]
  /// How many are.
  let records: Int
  /// The first one that is, counting from 0; nil where none is.
  let first: Int?
  /// Whether an empty line is above that one.
  let isApart: Bool

  /// Looks at the records that could be read.
  ///
  /// - Parameters:
  ///   - records: the records, in the order of the text.
  ///   - width: how many fields most of them have.
  ///   - batch: what they are part of.
  ///   - delimiter: what divides them.
  init(
    _ records: [RecordBatch.Record], width: Int32, of batch: borrowing RecordBatch,
    delimiter: [UInt8]
  ) {
    func isNext(_ row: Int) -> Bool {
      row > 0 && records[row].line == records[row - 1].line + Int64(records[row - 1].lineCount)
    }
    isOfTable = records.map { $0.fieldCount == width }
    var start = 0
    while start < records.count {
      let fields = records[start].fieldCount
      var end = start + 1
      while end < records.count, records[end].fieldCount == fields, isNext(end) { end += 1 }
      if fields != width, fields > 1, end - start > (start == 0 ? 2 : 1),
        Self.areLabels(records[start], of: batch, delimiter),
        start > 0 && !isNext(start) || delimiter != [0x20] && end - start > 2
          || Self.hasValue(records[start + 1], of: batch, delimiter)
      {
        for row in start..<end { isOfTable[row] = true }
      }
      start = end
    }
    self.records = isOfTable.count { $0 }
    first = isOfTable.firstIndex(of: true)
    isApart = first.map { $0 > 0 && !isNext($0) } ?? false
  }

  /// How many fields a small table has that ends a text, below lines that nothing divides: three labels or
  /// more and as many fields below them, one of them a value.
  ///
  /// - Returns: nil where there is no such table.
  static func lastWidth(
    _ records: [RecordBatch.Record], of batch: borrowing RecordBatch, _ delimiter: [UInt8]
  ) -> Int32? {
    guard let width = records.last?.fieldCount, width > 2,
      let first = records.firstIndex(where: { $0.fieldCount > 1 }), first > 0,
      first + 1 < records.count, records[first...].allSatisfy({ $0.fieldCount == width }),
      areLabels(records[first], of: batch, delimiter),
      hasValue(records[first + 1], of: batch, delimiter)
    else { return nil }
    return width
  }

  /// Whether the fields of a record are words that start with no digit.
  static func areLabels(
    _ record: RecordBatch.Record, of batch: borrowing RecordBatch, _ delimiter: [UInt8]
  ) -> Bool {
    let bytes = batch.bytes.span
    return ranges(record, of: batch).allSatisfy { range in
      let shape = CellShape(range, in: bytes, delimiter: delimiter)
      return (shape == .word || shape == .text) && bytes[range.lowerBound] &- 0x30 >= 10
    }
  }

  private static func hasValue(
    _ record: RecordBatch.Record, of batch: borrowing RecordBatch, _ delimiter: [UInt8]
  ) -> Bool {
    let bytes = batch.bytes.span
    return ranges(record, of: batch).contains { range in
      let shape = CellShape(range, in: bytes, delimiter: delimiter)
      return shape == .number || shape == .moment
    }
  }

  /// Where the fields of a record are.
  private static func ranges(
    _ record: RecordBatch.Record, of batch: borrowing RecordBatch
  ) -> [Range<Int>] {
    let first = Int(record.firstField)
    return (first..<first + Int(record.fieldCount)).map { field in
      (field == 0 ? 0 : Int(batch.fieldEnds[field - 1]))..<Int(batch.fieldEnds[field])
    }
  }
}
