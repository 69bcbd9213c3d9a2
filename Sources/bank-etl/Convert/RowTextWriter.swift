import Records
import SQLite

/// Writes converted rows as CSV or JSON, under the names of the table's columns.
struct RowTextWriter {
  private let columns: [String]
  private let format: RecordFormat

  /// A writer of rows with these columns.
  init(columns: [String], format: RecordFormat) {
    self.columns = columns
    self.format = format
  }

  /// Writes the names of the columns, where the format has a line for them.
  func writeHeader(to bytes: inout [UInt8]) {
    guard format == .csv else { return }
    CSVLine.append(columns.map { .text($0) }, isForTerminal: false, to: &bytes)
  }

  /// Writes the rows of a batch.
  func write(_ rows: borrowing RowBatch, of batch: borrowing RecordBatch, to bytes: inout [UInt8]) {
    for row in 0..<rows.rowCount {
      if format == .ndjson { bytes.append(UInt8(ascii: "{")) }
      for column in 0..<rows.columnCount {
        if column > 0 { bytes.append(0x2C) }
        if format == .ndjson {
          JSON.string(columns[column]).append(to: &bytes)
          bytes.append(UInt8(ascii: ":"))
        }
        append(rows.cells[row * rows.columnCount + column], of: batch.bytes, to: &bytes)
      }
      bytes.append(contentsOf: (format == .ndjson ? "}\n" : "\n").utf8)
    }
  }

  private func append(_ cell: Cell, of text: [UInt8], to bytes: inout [UInt8]) {
    switch cell.kind {
    case .null: if format == .ndjson { bytes.append(contentsOf: "null".utf8) }
    case .integer: bytes.append(contentsOf: String(cell.payload).utf8)
    case .real: JSON.real(Double(bitPattern: UInt64(bitPattern: cell.payload))).append(to: &bytes)
    case .text:
      let range = Int(cell.payload)..<Int(cell.payload) + Int(cell.length)
      switch format {
      case .csv: CellWriter.appendCSV(range, of: text, to: &bytes)
      case .ndjson: CellWriter.appendJSON(range, of: text, to: &bytes)
      }
    }
  }
}
