import Records
import SQLite

@testable import Loading

/// A record of a test: the values of its cells, and its text.
struct TestRecord {
  var values: [Value]
  var raw: String

  /// What a load of some of them came to.
  struct Outcome {
    var run: Int64
    var counts: RunCounts
    /// How many rows of the first table the file lacks.
    var absent: Int64
    var rejects: [Reject]
  }

  /// Loads a file of them, in batches of a size, and ends the run.
  ///
  /// A failure is noted in the ledger. Before the first batch, `prepare` is called.
  static func load(
    _ records: [TestRecord], into tables: [TargetTable], of database: Database,
    _ start: Ledger.Start, batch size: Int = 100, options: Loader.Options = .init(),
    prepare: (Loader) throws -> Void = { _ in }
  ) throws -> Outcome {
    let loader = try Loader(database, tables, start, options)
    var rejects: [Reject] = []
    do {
      try prepare(loader)
      for first in stride(from: 0, to: records.count, by: size) {
        var batch = RecordBatch()
        var rows = RowBatch(columnCount: records[first].values.count)
        fill(
          &batch, &rows, records[first..<min(first + size, records.count)], firstNumber: first + 1)
        try loader.load(batch, &rows)
        rejects += rows.rejects
      }
      let absent = try loader.finish(sha256: "x", bytes: 1)
      return Outcome(
        run: loader.run, counts: loader.counts, absent: absent,
        rejects: rejects + loader.lateRejects)
    } catch {
      loader.fail("\(error)")
      throw error
    }
  }

  /// Records and rows as a reader and a converter make them; the lines are the numbers and one more, for the
  /// header.
  static func fill(
    _ batch: inout RecordBatch, _ rows: inout RowBatch, _ records: some Collection<TestRecord>,
    firstNumber: Int
  ) {
    for (offset, record) in records.enumerated() {
      let raw = batch.raw.count
      batch.raw += record.raw.utf8
      for value in record.values {
        let start = batch.bytes.count
        switch value {
        case .integer(let integer): rows.cells.append(.integer(integer))
        case .text(let text):
          batch.bytes += text.utf8
          rows.cells.append(.text(start..<batch.bytes.count))
        default: rows.cells.append(.null)
        }
      }
      batch.fieldEnds.append(Int32(batch.bytes.count))
      batch.records.append(
        RecordBatch.Record(
          firstField: Int32(offset), fieldCount: 1, rawStart: Int32(raw),
          rawEnd: Int32(batch.raw.count), line: Int64(firstNumber + offset + 1), lineCount: 1))
      rows.records.append(Int32(offset))
      rows.numbers.append(Int64(firstNumber + offset))
    }
  }
}
