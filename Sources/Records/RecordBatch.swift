/// Records of one source in the order of the source, a few hundred KiB to a few MiB at a time.
///
/// The bytes of all fields lie behind one another in `bytes`; a field is where the one before it
/// ends. A batch is filled by a reader on one thread, handed to the loader on another, and handed
/// back to be filled again, so that reading allocates nothing per record or field.
package struct RecordBatch: ~Copyable, Sendable {
  /// The text of the fields, unquoted, as UTF-8.
  ///
  /// A converter may append what it makes of a field (a date in ISO-8601) behind them.
  package var bytes: [UInt8] = []

  /// Where each field ends in `bytes`, counted over all the records of the batch.
  package var fieldEnds: [Int32] = []

  /// What the source says of each field's value beyond its text; empty where it says so of none.
  package var fieldMarks: [FieldMark] = []

  /// The records, in the order of the source.
  package var records: [Record] = []

  /// The source text of the records, as UTF-8 (what could not be decoded is passed on as it was).
  package var raw: [UInt8] = []

  /// What kept records or fields of them from being read, in ascending order of `RecordProblem.record`.
  package var problems: [RecordProblem] = []

  /// The bytes of the source, before decoding, that had been read when this batch was complete.
  package var consumedBytes: Int64 = 0

  /// The SHA-256 of those bytes; empty where the reader has none.
  package var consumedSHA256: [UInt8] = []

  /// How many times as large as usual the batch is to be; a reader of text heeds it, others need not.
  package var sizeFactor = 1

  /// An empty batch.
  package init() {}

  /// Forgets the records and keeps the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    fieldEnds.removeAll(keepingCapacity: true)
    fieldMarks.removeAll(keepingCapacity: true)
    records.removeAll(keepingCapacity: true)
    raw.removeAll(keepingCapacity: true)
    problems.removeAll(keepingCapacity: true)
    consumedBytes = 0
    consumedSHA256 = []
  }

  /// The bytes of a field in `bytes`.
  ///
  /// - Parameters:
  ///   - field: the field, counting from 0, less than the record's `fieldCount`.
  ///   - record: the record, counting from 0 in this batch.
  /// - Returns: an index range of `bytes`.
  package func range(ofField field: Int, in record: Int) -> Range<Int> {
    let index = Int(records[record].firstField) + field
    let start = index == 0 ? 0 : Int(fieldEnds[index - 1])
    return start..<Int(fieldEnds[index])
  }

  /// The record that starts on a line.
  ///
  /// - Parameter line: a physical line, counting from 1.
  /// - Returns: the record, counting from 0 in this batch, or nil.
  /// - Complexity: O(log *n*)
  package func record(atLine line: Int64) -> Int? {
    var (low, high) = (0, records.count)
    while low < high {
      let middle = (low + high) / 2
      if records[middle].line < line { low = middle + 1 } else { high = middle }
    }
    return low < records.count && records[low].line == line ? low : nil
  }

  /// Whether something kept a record, or a field of it, from being read.
  ///
  /// - Parameter record: the record, counting from 0 in this batch.
  /// - Returns: whether there is a problem of it.
  /// - Complexity: O(log *n*) in the problems.
  package func hasProblem(_ record: Int) -> Bool { !problems(ofRecord: record).isEmpty }

  /// What kept a record, or fields of it, from being read.
  ///
  /// - Parameter record: the record, counting from 0 in this batch.
  /// - Returns: its problems, in their order in the record.
  /// - Complexity: O(log *n*) in the problems
  package func problems(ofRecord record: Int) -> ArraySlice<RecordProblem> {
    var (low, high) = (0, problems.count)
    while low < high {
      let middle = (low + high) / 2
      if problems[middle].record < record { low = middle + 1 } else { high = middle }
    }
    return problems[low...].prefix { $0.record == record }
  }

  /// The most of a record's source text that a reject keeps, in bytes.
  package static let maximumRejectBytes = 65_536

  /// The source text of a record, as a reject keeps it.
  ///
  /// - Parameter record: the record, counting from 0 in this batch.
  /// - Returns: a copy of its bytes, at most `maximumRejectBytes` of them.
  package func rejectText(ofRecord record: Int) -> [UInt8] {
    let (start, end) = (Int(records[record].rawStart), Int(records[record].rawEnd))
    return Array(raw[start..<min(end, start + RecordBatch.maximumRejectBytes)])
  }

  /// The text of a field, with U+FFFD where it is not UTF-8: for messages and headers.
  ///
  /// - Parameters:
  ///   - field: the field, counting from 0, less than the record's `fieldCount`.
  ///   - record: the record, counting from 0 in this batch.
  /// - Returns: a copy of the text.
  package func text(ofField field: Int, in record: Int) -> String {
    String(decoding: bytes[range(ofField: field, in: record)], as: UTF8.self)
  }
}

extension RecordBatch {
  /// Where one record is in its batch and in its source.
  package struct Record: Sendable, Equatable {
    /// The index of the record's first field in `fieldEnds`.
    package var firstField: Int32
    /// How many fields the record has.
    package var fieldCount: Int32
    /// Where the record's source text starts in `raw`.
    package var rawStart: Int32
    /// Where the record's source text ends in `raw`, its line end left out.
    package var rawEnd: Int32
    /// The physical line (or the sheet's row) the record starts on, counting from 1.
    package var line: Int64
    /// How many physical lines the record spans, at least 1.
    package var lineCount: Int32

    /// A record at the given places.
    package init(
      firstField: Int32, fieldCount: Int32, rawStart: Int32, rawEnd: Int32, line: Int64,
      lineCount: Int32
    ) {
      self.firstField = firstField
      self.fieldCount = fieldCount
      self.rawStart = rawStart
      self.rawEnd = rawEnd
      self.line = line
      self.lineCount = lineCount
    }
  }
}

/// What kept one record, or a field of it, from being read: it makes the record a reject where it is
/// the record's, or the field is one that is loaded.
package struct RecordProblem: Sendable, Equatable {
  /// The record's index in its batch.
  package var record: Int
  /// The only field that has no value for it, counting from 0; nil where it is the whole record.
  package var field: Int?
  /// The reject's code.
  package var code: RejectCode
  /// What was expected and what was found, as one line.
  package var message: String

  /// A problem of the record at `record`, or of a field of it.
  package init(record: Int, field: Int? = nil, code: RejectCode, message: String) {
    self.record = record
    self.field = field
    self.code = code
    self.message = message
  }
}
