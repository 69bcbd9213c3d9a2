import CSV
import Datasets
import Records

/// The small changes that may make a record fit its dataset: which of them do, its converter finds out.
struct RecordRepair: Sendable {
  /// How the file is written; nil for the rows of a sheet.
  let dialect: Dialect?

  /// In a sheet, the least number of values that an empty cell more must move: the row does not say how
  /// many cells it should have.
  private static let movedMin = 2

  /// The changes of a record that is none as it stands.
  ///
  /// - Parameters:
  ///   - record: its index in the batch.
  ///   - batch: its batch, as it was read.
  ///   - width: how many fields it should have.
  /// - Returns: the changes; none where neither fields nor quotes can be why.
  func changes(
    ofRecord record: Int, of batch: borrowing RecordBatch, width: Int
  ) -> [ChangedRecord] {
    let place = batch.records[record]
    guard place.lineCount == 1 else { return [] }
    let edits: [LineEdit]
    var leavingOut: [LineEdit] = []
    if let dialect {
      guard
        batch.hasProblem(record) || Int(place.fieldCount) != width
          || hasOddQuotes(place, dialect, of: batch)
      else { return [] }
      let line = LineEdits(
        Array(batch.raw[Int(place.rawStart)..<Int(place.rawEnd)]), dialect, width: width)
      edits =
        line.otherDelimiters() + line.otherQuotes() + line.withoutEmptyField()
        + line.withEmptyField() + line.quoteReadings()
      // A stray quote is text, as `convert` writes it; where there is no text, it is left out.
      leavingOut = line.withoutOneQuote()
    } else {
      edits = cellEdits(record, of: batch, width: width)
    }
    return edits.map { ChangedRecord(fields: $0.fields, explanation: $0.explanation) }
      + leavingOut.map {
        ChangedRecord(fields: $0.fields, explanation: $0.explanation, isLastResort: true)
      }
  }

  private func hasOddQuotes(
    _ place: RecordBatch.Record, _ dialect: Dialect, of batch: borrowing RecordBatch
  ) -> Bool {
    guard let quote = dialect.quote else { return false }
    let raw = batch.raw.span
    var count = 0
    for position in Int(place.rawStart)..<Int(place.rawEnd) where raw[position] == quote {
      count += 1
    }
    return count % 2 == 1
  }

  /// A row of a sheet with an empty cell fewer, or more where its last ones are empty.
  private func cellEdits(
    _ record: Int, of batch: borrowing RecordBatch, width: Int
  ) -> [LineEdit] {
    guard !batch.hasProblem(record) else { return [] }
    var fields = (0..<Int(batch.records[record].fieldCount)).map {
      Array(batch.bytes[batch.range(ofField: $0, in: record)])
    }
    while fields.last?.isEmpty == true { fields.removeLast() }
    guard fields.count < width else { return LineEdits.withoutEmptyField(fields, width: width) }
    let padded = fields + Array(repeating: [], count: width - 1 - fields.count)
    return LineEdits.withEmptyField(padded, width: width).filter { edit in
      guard case .missingField(let place) = edit.kind else { return false }
      return edit.fields[place...].count { !$0.isEmpty } >= Self.movedMin
    }
  }
}
