import Foundation
import Input
import Records

@testable import Workbook

/// One record, as a test compares it.
struct SheetRecord: Equatable, CustomStringConvertible {
  var line: Int64
  var fields: [String]
  var problem: String?
  var description: String { "\(line) \(fields)\(problem.map { " " + $0 } ?? "")" }

  init(_ line: Int64, _ fields: [String], problem: String? = nil) {
    self.line = line
    self.fields = fields
    self.problem = problem
  }
}

extension RecordBatch {
  /// The records of the batch.
  var sheetRecords: [SheetRecord] {
    records.indices.map { index in
      SheetRecord(
        records[index].line,
        (0..<Int(records[index].fieldCount)).map { text(ofField: $0, in: index) },
        problem: problems.first { $0.record == index }?.message)
    }
  }
}

/// A file that is there while `body` runs.
@discardableResult
func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("bank-etl-\(UUID().uuidString)")
  try Data(bytes).write(to: url)
  defer { try? FileManager.default.removeItem(at: url) }
  return try body(url.path)
}

/// Opens the workbook at a path.
func openWorkbook(_ path: String, batchRecords: Int = 1 << 14) throws -> WorkbookReader {
  var input = try TextInput(path: path)
  guard let file = try input.findWorkbook() else {
    throw WorkbookError(path: path, kind: .unsupported("something else"))
  }
  return try WorkbookReader(file, batchRecords: batchRecords)
}

/// Reads all records of a sheet, the first visible one.
func readSheet(
  _ path: String, named name: String? = nil, batchRecords: Int = 1 << 14, afterLine line: Int64 = 0,
  fieldCount: Int = 0
) throws -> [SheetRecord] {
  let reader = try openWorkbook(path, batchRecords: batchRecords)
  let sheet =
    try name.map { try reader.sheet(named: $0) } ?? reader.sheets.first(where: \.isVisible)
  if let sheet { reader.select(sheet) }
  reader.beginRecords(afterLine: line, fieldCount: fieldCount)
  var batch = RecordBatch()
  var records: [SheetRecord] = []
  while try reader.read(into: &batch) { records += batch.sheetRecords }
  return records
}

/// Reads all records of a workbook's bytes.
func readSheet(_ bytes: [UInt8], batchRecords: Int = 1 << 14) throws -> [SheetRecord] {
  try withFile(bytes) { try readSheet($0, batchRecords: batchRecords) }
}
