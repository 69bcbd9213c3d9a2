import Datasets
import Records

extension RecordWriter {
  /// Writes a record as CSV.
  mutating func writeCSV(
    _ row: Int, of batch: borrowing RecordBatch, to bytes: inout [UInt8]
  ) {
    let count = writtenCount(row, of: batch)
    for field in 0..<max(count, width) {
      if field > 0 { bytes.append(0x2C) }
      guard field < count else { continue }
      let range = batch.range(ofField: field, in: row)
      guard field < columns.count else {
        CellWriter.appendCSV(range, of: batch.bytes, to: &bytes)
        continue
      }
      let value = batch.bytes.span.trimmed(range)
      switch columns[field].make(value, of: batch.bytes, into: &made) {
      case .made:
        bytes.append(contentsOf: made)
        continue
      case .misfit: misfits.append(field)
      case .kept: break
      }
      CellWriter.appendCSV(value, of: batch.bytes, to: &bytes)
    }
    bytes.append(0x0A)
  }

  /// Writes the header's fields.
  func appendCSV(_ fields: [Range<Int>], of text: [UInt8], to bytes: inout [UInt8]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(0x2C) }
      CellWriter.appendCSV(
        columns.isEmpty ? field : text.span.trimmed(field), of: text, to: &bytes)
    }
    for _ in fields.count..<max(fields.count, width) { bytes.append(0x2C) }
    bytes.append(0x0A)
  }
}
