internal import Records
internal import SQLite

/// Records that refer to a row which is not there yet, and may come behind them in the same file.
struct WaitingRecords: ~Copyable {
  private(set) var batch = RecordBatch()
  var rows: RowBatch
  /// Whether a record may still begin to wait.
  var areAccepted = true

  /// The most that may wait, in bytes.
  static let capacity = 8 << 20
  /// How often they are tried again: each time, those are loaded whose parents were the time before.
  static let rounds = 64

  /// No records, of rows of `columnCount` cells.
  init(columnCount: Int) { rows = RowBatch(columnCount: columnCount) }

  /// How many records wait.
  var count: Int { rows.rowCount }

  /// Whether it is time to try them again.
  var isFull: Bool {
    batch.bytes.count + batch.raw.count + rows.cells.count * MemoryLayout<Cell>.stride
      >= WaitingRecords.capacity
  }

  /// Adds a record.
  ///
  /// - Parameters:
  ///   - row: its row.
  ///   - source: the batch that it is in.
  ///   - sourceRows: the rows of that batch; its repair, if it has one, is counted when it is loaded.
  mutating func add(row: Int, of source: borrowing RecordBatch, _ sourceRows: inout RowBatch) {
    let record = Int(sourceRows.records[row])
    let rawStart = batch.raw.count
    batch.raw += source.rejectText(ofRecord: record)
    let number = sourceRows.numbers[row]
    rows.beginPart(lacking: sourceRows.parts(in: row..<row + 1).first?.absentColumns ?? [])
    rows.records.append(Int32(batch.records.count))
    batch.records.append(
      RecordBatch.Record(
        firstField: 0, fieldCount: 0, rawStart: Int32(rawStart), rawEnd: Int32(batch.raw.count),
        line: source.records[record].line, lineCount: source.records[record].lineCount))
    rows.numbers.append(number)
    for cell in sourceRows.cells[row * rows.columnCount..<(row + 1) * rows.columnCount] {
      guard cell.kind == .text else {
        rows.cells.append(cell)
        continue
      }
      let start = batch.bytes.count
      batch.bytes += source.bytes[Int(cell.payload)..<Int(cell.payload) + Int(cell.length)]
      rows.cells.append(.text(start..<batch.bytes.count))
    }
    rows.repairs += sourceRows.repairs.filter { $0.record == number }
    sourceRows.repairs.removeAll { $0.record == number }
  }
}

// MARK: Trying them again

extension RowLoader {
  /// Loads the records that waited, now that others have come; those that still have no parent become
  /// rejects.
  ///
  /// - Parameter account: takes in what became of some of them.
  /// - Throws: `DatabaseError`, or what `account` throws.
  func loadWaiting(_ account: (_ rows: borrowing RowBatch, RunCounts) throws -> Void) throws {
    var (last, round) = (Int.max, 0)
    defer { waiting.areAccepted = true }
    while waiting.count > 0 {
      waiting.areAccepted = waiting.count < last && round < WaitingRecords.rounds
      (last, round) = (waiting.count, round + 1)
      var due = WaitingRecords(columnCount: waiting.rows.columnCount)
      swap(&due, &waiting)
      waiting.areAccepted = due.areAccepted
      let counts = try load(due.batch, &due.rows, after: 0)
      try account(due.rows, counts)
    }
  }
}

extension [TargetTable] {
  /// Whether a record may refer to a row that a later record of the same file has: by a foreign key
  /// from one of the tables to one of them, which is not filled with the id of the record's own row.
  func mayHaveParentsBehind(in database: Database) throws(DatabaseError) -> Bool {
    for table in self {
      let filled = table.parents.map { $0.column.lowercased() }
      for key in try ForeignKey.all(of: table.name, in: database)
      where contains(where: { $0.name.lowercased() == key.parent.lowercased() })
        && !key.columns.contains(where: { filled.contains($0.lowercased()) })
      {
        return true
      }
    }
    return false
  }
}
