import Foundation
import Records

@testable import Datasets

/// A record with the given fields and, as its source text, the fields joined by commas.
struct TestRecord: ExpressibleByArrayLiteral {
  var fields: [[UInt8]]

  init(arrayLiteral elements: String...) { fields = elements.map { Array($0.utf8) } }
  init(_ fields: [String]) { self.fields = fields.map { Array($0.utf8) } }
  init(bytes fields: [[UInt8]]) { self.fields = fields }
}

/// A batch with these records, the first of them on `line`.
func batch(_ records: [TestRecord], line: Int64 = 1) -> RecordBatch {
  var batch = RecordBatch()
  for (index, record) in records.enumerated() {
    let firstField = Int32(batch.fieldEnds.count)
    let rawStart = Int32(batch.raw.count)
    for field in record.fields {
      batch.bytes.append(contentsOf: field)
      batch.fieldEnds.append(Int32(batch.bytes.count))
    }
    batch.raw.append(contentsOf: record.fields.joined(separator: [UInt8(ascii: ",")]))
    batch.records.append(
      RecordBatch.Record(
        firstField: firstField, fieldCount: Int32(record.fields.count), rawStart: rawStart,
        rawEnd: Int32(batch.raw.count), line: line + Int64(index), lineCount: 1))
  }
  return batch
}

/// The package that a declaration of resources is.
func package(_ resources: String) throws -> DataPackage {
  try DataPackage(
    Array(#"{"name": "test", "resources": [\#(resources)]}"#.utf8), file: "test.json")
}

/// A dataset of one keyless resource with these fields, written as JSON.
func dataset(_ fields: String, key: String? = nil, more: String = "") throws -> Dataset {
  let primaryKey = key.map { #", "primaryKey": \#($0)"# } ?? ""
  let schema = #"{"fields": [\#(fields)]\#(primaryKey)}"#
  let text = #"{"name": "things", "table": "things", "schema": \#(schema)\#(more)}"#
  return try package(text).datasets[0]
}

/// The repository's own declarations.
func declaredPackage() throws -> DataPackage {
  let file = repository.appending(path: "data/datapackage.json")
  return try DataPackage(Array(Data(contentsOf: file)), file: file.path)
}

/// The repository's folder.
let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// What a cell of a row holds, as text: `NULL`, a number, or text in quotes.
func text(of cell: Cell, in batch: borrowing RecordBatch) -> String {
  switch cell.kind {
  case .null: return "NULL"
  case .integer: return "\(cell.payload)"
  case .real: return "\(Double(bitPattern: UInt64(bitPattern: cell.payload)))"
  case .text:
    let start = Int(cell.payload)
    return "'" + String(decoding: batch.bytes[start..<start + Int(cell.length)], as: UTF8.self)
      + "'"
  }
}

/// The rows as text, each cell as `text(of:in:)` has it.
func table(_ rows: borrowing RowBatch, in batch: borrowing RecordBatch) -> [[String]] {
  var table: [[String]] = []
  for row in 0..<rows.rowCount {
    var cells: [String] = []
    for column in 0..<rows.columnCount {
      cells.append(text(of: rows.cells[row * rows.columnCount + column], in: batch))
    }
    table.append(cells)
  }
  return table
}
