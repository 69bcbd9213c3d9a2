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
      appendJSON(batch.bytes.span.trimmed(range), of: batch, field, to: &bytes)
    }
    for field in count..<max(count, width) {
      if field > 0 { bytes.append(0x2C) }
      bytes.append(contentsOf: names[field])
      bytes.append(contentsOf: (columns.isEmpty ? "\"\"" : "null").utf8)
    }
    bytes.append(contentsOf: "}\n".utf8)
  }

  private mutating func appendJSON(
    _ value: Range<Int>, of batch: borrowing RecordBatch, _ field: Int, to bytes: inout [UInt8]
  ) {
    let column = columns[field]
    let outcome = column.make(value, of: batch.bytes, into: &made)
    if value.isEmpty {
      bytes.append(contentsOf: "null".utf8)
    } else if case .made = outcome {
      let isNumber = column.isNumeric && CellWriter.isJSONNumber(made.indices, of: made)
      // What is made has nothing in it that JSON escapes.
      if !isNumber { bytes.append(0x22) }
      bytes.append(contentsOf: made)
      if !isNumber { bytes.append(0x22) }
    } else if column.isNumeric, case .kept = outcome,
      CellWriter.isJSONNumber(value, of: batch.bytes)
    {
      bytes.append(contentsOf: batch.bytes[value])
    } else {
      if case .misfit = outcome { misfits.append(field) }
      CellWriter.appendJSON(value, of: batch.bytes, to: &bytes)
    }
  }
}
