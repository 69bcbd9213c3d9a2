import Datasets
import Records

extension RecordWriter {
  /// Writes a record as one object a line.
  mutating func writeJSON(
    _ row: Int, of batch: borrowing RecordBatch, to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: "{"))
    let count = writtenCount(row, of: batch)
    for field in 0..<count {
      if field > 0 { bytes.append(0x2C) }
      let name = field < names.count ? names[field] : Self.member("column\(field + 1)")
      bytes.append(contentsOf: name)
      let range = batch.range(ofField: field, in: row)
      guard field < columns.count else {
        CellWriter.appendJSON(range, of: batch.bytes, to: &bytes)
        continue
      }
      let mark =
        batch.fieldMarks.isEmpty
        ? .plain : batch.fieldMarks[Int(batch.records[row].firstField) + field]
      appendJSON(batch.bytes.span.trimmed(range), of: batch, field, mark, to: &bytes)
    }
    for field in count..<max(count, width) {
      if field > 0 { bytes.append(0x2C) }
      bytes.append(contentsOf: names[field])
      bytes.append(contentsOf: (columns.isEmpty ? "\"\"" : "null").utf8)
    }
    bytes.append(contentsOf: "}\n".utf8)
  }

  private mutating func appendJSON(
    _ value: Range<Int>, of batch: borrowing RecordBatch, _ field: Int,
    _ mark: FieldMark, to bytes: inout [UInt8]
  ) {
    let column = columns[field]
    let outcome = column.make(value, of: batch.bytes, into: &made)
    if value.isEmpty {
      bytes.append(contentsOf: (mark == .string ? "\"\"" : "null").utf8)
    } else if case .made = outcome {
      let isNumber = column.isNumeric && CellWriter.isJSONNumber(made.indices, of: made)
      // What is made has nothing in it that JSON escapes.
      if !isNumber { bytes.append(0x22) }
      bytes.append(contentsOf: made)
      if !isNumber { bytes.append(0x22) }
    } else {
      if case .misfit = outcome { misfits.append(field) }
      guard isJSON(value, of: batch.bytes, mark, column, outcome) else {
        CellWriter.appendJSON(value, of: batch.bytes, to: &bytes)
        return
      }
      // A line end in what JSON has is between values.
      for byte in batch.bytes[value] { bytes.append(byte == 0x0A || byte == 0x0D ? 0x20 : byte) }
    }
  }

  /// Whether a value is written as it is and not as a text: what JSON has that is no text stays so, and
  /// a text of JSON stays one.
  private func isJSON(
    _ value: Range<Int>, of text: [UInt8], _ mark: FieldMark, _ column: ColumnValues.Reading,
    _ outcome: ColumnValues.Reading.Outcome
  ) -> Bool {
    switch isFromJSON ? mark : .plain {
    case .number, .boolean, .nested: return true
    case .string, .bytes: return false
    case .plain, .null:
      guard case .kept = outcome else { return false }
      return column.isNumeric && CellWriter.isJSONNumber(value, of: text)
    }
  }
}
