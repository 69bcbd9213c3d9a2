import CSV
import Datasets
import Records

/// Repairs the records of a file that one small change makes fit the types of their dataset.
///
/// Each change that makes as many fields as there should be is tried with the dataset's own
/// converters. What is left must be one row: two are no repair.
struct RecordRepair: ~Copyable, Sendable {
  private let dialect: Dialect
  private let fieldCount: Int
  private var converter: RecordConverter

  /// What was repaired in a batch: the record's index, and what was changed.
  struct Change: Sendable {
    let record: Int
    let message: String
  }

  /// A repair of the records of one file.
  ///
  /// - Parameters:
  ///   - match: how the file's columns go to the fields.
  ///   - dialect: how the file is written.
  init(_ match: HeaderMatch, _ dialect: Dialect) {
    self.dialect = dialect
    fieldCount = match.fieldCount
    converter = RecordConverter(match)
  }

  /// Changes the records of a batch that can be repaired, before they are converted.
  ///
  /// A record that several changes would make fit stays a problem, which says so.
  ///
  /// - Parameter batch: as it was read: nothing has been appended to its bytes.
  /// - Returns: what was changed, in the order of the records.
  mutating func repair(_ batch: inout RecordBatch) -> [Change] {
    var changes: [Change] = []
    var problems: [RecordProblem] = []
    var unseen = batch.problems[...]
    for record in batch.records.indices {
      let problem = unseen.first?.record == record ? unseen.removeFirst() : nil
      guard isSuspect(record, problem, of: batch) else {
        if let problem { problems.append(problem) }
        continue
      }
      let found = edits(ofRecord: record, of: batch)
      let message =
        problem?.message
        ?? "expected \(fieldCount) fields but found \(batch.records[record].fieldCount)"
      switch found.count {
      case 0: if let problem { problems.append(problem) }
      case 1:
        replace(record, with: found[0].fields, in: &batch)
        changes.append(Change(record: record, message: found[0].message(after: message)))
      default:
        problems.append(
          RecordProblem(
            record: record, code: problem?.code ?? .ragged,
            message: "\(message); \(found.count) small changes would make it fit, so none is made"))
      }
    }
    if !problems.isEmpty || !batch.problems.isEmpty { batch.problems = problems }
    return changes
  }

  /// Whether a record is to be looked at: it is no row as it stands, and fields or quotes may be why.
  private mutating func isSuspect(
    _ record: Int, _ problem: RecordProblem?, of batch: borrowing RecordBatch
  ) -> Bool {
    let place = batch.records[record]
    guard place.lineCount == 1 else { return false }
    switch problem?.code {
    case .ragged, .strayQuote, .unclosedQuote: return true
    case nil: break
    default: return false
    }
    let isOdd = Int(place.fieldCount) != fieldCount || hasOddQuotes(record, of: batch)
    guard isOdd, !isBlank(record, of: batch) else { return false }
    let fields = (0..<Int(place.fieldCount)).map {
      Array(batch.bytes[batch.range(ofField: $0, in: record)])
    }
    return row(of: fields) == nil
  }

  private func hasOddQuotes(_ record: Int, of batch: borrowing RecordBatch) -> Bool {
    guard let quote = dialect.quote else { return false }
    let place = batch.records[record]
    let raw = batch.raw.span
    var count = 0
    for position in Int(place.rawStart)..<Int(place.rawEnd) where raw[position] == quote {
      count += 1
    }
    return count % 2 == 1
  }

  private func isBlank(_ record: Int, of batch: borrowing RecordBatch) -> Bool {
    (0..<Int(batch.records[record].fieldCount)).allSatisfy {
      batch.bytes.span.trimmed(batch.range(ofField: $0, in: record)).isEmpty
    }
  }

  /// The changes of a record's line that make a row, each row once.
  private mutating func edits(ofRecord record: Int, of batch: borrowing RecordBatch) -> [LineEdit] {
    let place = batch.records[record]
    let line = LineEdits(
      Array(batch.raw[Int(place.rawStart)..<Int(place.rawEnd)]), dialect, width: fieldCount)
    let possible =
      line.otherDelimiters() + line.otherQuotes() + line.withoutEmptyField()
      + line.withEmptyField() + line.withoutOneQuote()
    var edits: [LineEdit] = []
    var rows: [[CellValue]] = []
    for edit in possible {
      guard let row = row(of: edit.fields), !rows.contains(row) else { continue }
      rows.append(row)
      edits.append(edit)
    }
    return edits
  }

  /// One value of a row, with its text.
  private struct CellValue: Equatable {
    let kind: Cell.Kind
    let payload: Int64
    let text: [UInt8]
  }

  /// The row that fields are converted to; nil where they are rejected.
  private mutating func row(of fields: [[UInt8]]) -> [CellValue]? {
    var batch = RecordBatch()
    batch.records = [
      RecordBatch.Record(
        firstField: 0, fieldCount: Int32(fields.count), rawStart: 0, rawEnd: 0, line: 1,
        lineCount: 1)
    ]
    for field in fields {
      batch.bytes += field
      batch.fieldEnds.append(Int32(batch.bytes.count))
    }
    var rows = RowBatch(columnCount: converter.columns.count)
    converter.convert(&batch, records: 0..<1, into: &rows)
    guard rows.rowCount == 1 else { return nil }
    return rows.cells.map { cell in
      let isText = cell.kind == .text
      let start = isText ? Int(cell.payload) : 0
      return CellValue(
        kind: cell.kind, payload: isText ? 0 : cell.payload,
        text: isText ? Array(batch.bytes[start..<start + Int(cell.length)]) : [])
    }
  }

  /// Gives a record other fields.
  private func replace(_ record: Int, with fields: [[UInt8]], in batch: inout RecordBatch) {
    precondition(Int(batch.fieldEnds.last ?? 0) == batch.bytes.count, "the batch was converted")
    batch.records[record].firstField = Int32(batch.fieldEnds.count)
    batch.records[record].fieldCount = Int32(fields.count)
    for field in fields {
      batch.bytes += field
      batch.fieldEnds.append(Int32(batch.bytes.count))
    }
  }
}

extension LineEdit {
  /// The message of a record that was read with this change.
  fileprivate func message(after problem: String) -> String {
    problem.hasSuffix(explanation) ? problem : "\(problem); \(explanation)"
  }
}
