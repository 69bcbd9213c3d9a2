import Records

/// A copy of one record, with its problem, that outlives its batch.
struct HeldRecord {
  private let fields: [[UInt8]]
  private let raw: [UInt8]
  private let record: RecordBatch.Record
  private let problem: RecordProblem?

  /// A copy of a record.
  ///
  /// - Parameters:
  ///   - row: the record, counting from 0.
  ///   - batch: its batch.
  init(_ row: Int, of batch: borrowing RecordBatch) {
    record = batch.records[row]
    fields = (0..<Int(record.fieldCount)).map {
      Array(batch.bytes[batch.range(ofField: $0, in: row)])
    }
    raw = Array(batch.raw[Int(record.rawStart)..<Int(record.rawEnd)])
    problem = batch.problems.last { $0.record == row }
  }

  /// A batch with nothing but the record.
  var batch: RecordBatch {
    var batch = RecordBatch(fields, like: record)
    batch.raw = raw
    (batch.records[0].rawStart, batch.records[0].rawEnd) = (0, Int32(raw.count))
    if var problem {
      problem.record = 0
      batch.problems.append(problem)
    }
    return batch
  }
}

extension RecordBatch {
  /// A batch of one record with these fields, on the lines of another one, without its source text.
  init(_ fields: [[UInt8]], like record: Record) {
    self.init()
    for field in fields {
      bytes.append(contentsOf: field)
      fieldEnds.append(Int32(bytes.count))
    }
    var record = record
    (record.firstField, record.fieldCount) = (0, Int32(fields.count))
    records.append(record)
  }
}
