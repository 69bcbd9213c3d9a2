import CSV
import Foundation
import Input
import Records

@testable import Documents

/// A document in a file of its own, read with blocks and batches of some size.
struct DocumentSample {
  let path: String
  let format: ForeignFormat

  init(_ text: String, _ format: ForeignFormat = .json) throws {
    try self.init(Array(text.utf8), format)
  }

  init(_ bytes: [UInt8], _ format: ForeignFormat = .json) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "document-\(UUID())")
    try Data(bytes).write(to: file)
    path = file.path
    self.format = format
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  func reader(
    block: Int, batchRecords: Int = 1000, batchBytes: Int = 1 << 20, recordBytes: Int = 64 << 20,
    fieldBytes: Int = 16 << 20
  ) throws -> DocumentReader {
    var limits = ReadingLimits()
    limits.batchRecords = batchRecords
    limits.batchBytes = batchBytes
    limits.recordBytes = recordBytes
    limits.fieldBytes = fieldBytes
    return try DocumentReader(TextInput(path: path, blockSize: block), format, limits: limits)
  }

  /// The labels, then the records: line, fields with the first letter of their kind, and problems.
  func records(
    block: Int = 4096, batchRecords: Int = 1000, batchBytes: Int = 1 << 20,
    recordBytes: Int = 64 << 20, fieldBytes: Int = 16 << 20
  ) throws -> [String] {
    let reader = try reader(
      block: block, batchRecords: batchRecords, batchBytes: batchBytes, recordBytes: recordBytes,
      fieldBytes: fieldBytes)
    var batch = RecordBatch()
    reader.readHead(into: &batch)
    var lines: [String] = []
    if reader.fieldCount > 0 {
      let record = batch.records[0]
      lines.append(
        (0..<Int(record.fieldCount)).map { batch.text(ofField: $0, in: 0) }.joined(separator: ","))
      reader.beginRecords(afterLine: record.line + Int64(record.lineCount) - 1)
    }
    while try reader.read(into: &batch) { lines += Self.texts(batch) }
    return lines
  }

  static func texts(_ batch: borrowing RecordBatch) -> [String] {
    var lines: [String] = []
    for (index, record) in batch.records.enumerated() {
      let problems = batch.problems.filter { $0.record == index }
      if let problem = problems.first, problem.code != .ragged {
        lines.append("\(record.line) \(problem.code): \(problem.message)")
        continue
      }
      let fields = (0..<Int(record.fieldCount)).map { field in
        let mark = "\(batch.fieldMarks[Int(record.firstField) + field])".prefix(2)
        return "\(mark)=\(batch.text(ofField: field, in: index))"
      }
      let problem = problems.first.map { " \($0.code)" } ?? ""
      lines.append("\(record.line) \(fields.joined(separator: ","))\(problem)")
    }
    return lines
  }
}
