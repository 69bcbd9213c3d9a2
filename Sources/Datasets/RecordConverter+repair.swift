package import Records

/// A record as one small change makes it.
package struct ChangedRecord: Sendable {
  /// Its fields.
  let fields: [[UInt8]]
  /// What is changed, to follow "expected 3 fields but found 2".
  let explanation: String
  /// Whether it only counts where no change without this mark makes a row.
  let isLastResort: Bool

  /// A record with other fields than it has in the file.
  ///
  /// - Parameters:
  ///   - fields: the fields.
  ///   - explanation: what is changed, in words.
  ///   - isLastResort: whether it only counts where no other change makes a row.
  package init(fields: [[UInt8]], explanation: String, isLastResort: Bool = false) {
    self.fields = fields
    self.explanation = explanation
    self.isLastResort = isLastResort
  }
}

/// Records that one small change makes fit.
extension RecordConverter {
  /// The changes that may make a record fit, given its index in the batch and how many fields a record
  /// has.
  package typealias Changes =
    @Sendable (_ record: Int, _ batch: borrowing RecordBatch, _ width: Int) -> [ChangedRecord]

  /// One value of a row, with its text.
  private struct CellValue: Equatable {
    let kind: Cell.Kind
    let payload: Int64
    let text: [UInt8]
  }

  /// Loads a record, which has been counted, as the only change makes it that makes it a row.
  ///
  /// Changes that come to the same row are one. The table that the record is in tells what fits.
  ///
  /// - Parameters:
  ///   - record: the record, counting from 0.
  ///   - batch: its batch.
  ///   - message: why it is to be rejected as it stands.
  ///   - rows: gets the row.
  /// - Returns: nil where it was loaded, else why it is to be rejected.
  mutating func messageUnlessRepaired(
    _ record: Int, of batch: borrowing RecordBatch, _ message: String, into rows: inout RowBatch
  ) -> String? {
    guard let changes else { return message }
    var found: [(row: [CellValue], explanation: String, isLastResort: Bool)] = []
    let all = changes(record, batch, width.fieldCount)
    for change in all.filter({ !$0.isLastResort }) + all.filter(\.isLastResort) {
      if change.isLastResort, found.contains(where: { !$0.isLastResort }) { break }
      guard let row = row(of: change.fields), !found.contains(where: { $0.row == row }) else {
        continue
      }
      found.append((row, change.explanation, change.isLastResort))
    }
    guard let only = found.first else { return message }
    guard found.count == 1 else {
      return "\(message); \(found.count) small changes would make it fit, so none is made"
    }
    for value in only.row {
      let start = batch.bytes.count + made.count
      made += value.text
      switch value.kind {
      case .null: rows.cells.append(.null)
      case .integer: rows.cells.append(.integer(value.payload))
      case .real: rows.cells.append(.real(Double(bitPattern: UInt64(bitPattern: value.payload))))
      case .text: rows.cells.append(.text(start..<start + value.text.count))
      }
    }
    tracker.resume(recordCount - 1)
    rows.records.append(Int32(truncatingIfNeeded: record))
    rows.numbers.append(recordCount)
    let isSaid = message.hasSuffix(only.explanation)
    rows.repairs.append(
      Repair(
        line: batch.records[record].line, record: recordCount,
        message: isSaid ? message : "\(message); \(only.explanation)",
        raw: batch.rejectText(ofRecord: record)))
    return nil
  }

  /// The row that fields are converted to; nil where they are none.
  private func row(of fields: [[UInt8]]) -> [CellValue]? {
    guard fields.count == width.fieldCount else { return nil }
    var (bytes, ends): ([UInt8], [Int32]) = ([], [])
    for field in fields {
      bytes += field
      ends.append(Int32(bytes.count))
    }
    let record = RecordBatch.Record(
      firstField: 0, fieldCount: Int32(fields.count), rawStart: 0, rawEnd: 0, line: 1, lineCount: 1)
    guard !header.matches(record, ends.span, in: bytes.span) else { return nil }
    var own: [UInt8] = []
    var cells: [Cell] = []
    for index in converters.indices {
      let converter = converters[index]
      guard converter.position >= 0 else {
        cells.append(.null)
        continue
      }
      let field = ends.span.range(ofField: converter.position)
      let result =
        converter.isJoined
        ? converter.join(0, ends.span, of: bytes.span, vocabularies[index], made: &own)
        : converter.convert(field, of: bytes.span, vocabularies[index], made: &own)
      guard case .value(let cell) = result else { return nil }
      cells.append(cell)
    }
    guard cells.contains(where: { $0.kind != .null }) else { return nil }
    let texts = bytes + own
    return cells.map { cell in
      guard cell.kind == .text else {
        return CellValue(kind: cell.kind, payload: cell.payload, text: [])
      }
      let start = Int(cell.payload)
      return CellValue(
        kind: .text, payload: 0, text: Array(texts[start..<start + Int(cell.length)]))
    }
  }
}
