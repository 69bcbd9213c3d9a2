import ArchiveSupport
import Foundation
import Input
import Records

@testable import Workbook

/// A workbook that a test makes of its parts.
struct WorkbookSample {
  /// The XML in each `sheetData`, by the sheet's name.
  var sheets: [(name: String, rows: String)] = []
  /// The texts in the shared strings, as XML within `si`.
  var strings: [String] = []
  /// The codes of the number formats of styles 1, 2, …; style 0 is General.
  var formats: [String] = []
  /// More attributes of the sheets, such as `state="hidden"`.
  var attributes: [String: String] = [:]
  /// The attributes of `workbookPr`.
  var properties = ""

  /// One sheet.
  init(_ rows: String = "") { sheets = [("Sheet1", rows)] }

  /// The parts of the workbook, in the order in which Excel writes them.
  var parts: [(name: String, bytes: [UInt8])] {
    let tabs = sheets.indices.map { index in
      let name = sheets[index].name
      return "<sheet name=\"\(name)\" sheetId=\"\(index + 1)\" r:id=\"rId\(index + 1)\" "
        + "\(attributes[name] ?? "")/>"
    }
    let links = sheets.indices.map { index in
      "<Relationship Id=\"rId\(index + 1)\" Type=\"t/worksheet\" "
        + "Target=\"worksheets/sheet\(index + 1).xml\"/>"
    }
    let codes = formats.enumerated().map { index, code in
      let escaped = code.replacingOccurrences(of: "\"", with: "&quot;")
      return "<numFmt numFmtId=\"\(164 + index)\" formatCode=\"\(escaped)\"/>"
    }
    let styles = formats.indices.map { "<xf numFmtId=\"\(164 + $0)\"/>" }
    var parts = [
      ("[Content_Types].xml", "<Types/>"),
      (
        "_rels/.rels",
        "<Relationships><Relationship Id=\"a\" Type=\"t/officeDocument\" "
          + "Target=\"xl/workbook.xml\"/></Relationships>"
      ),
      (
        "xl/workbook.xml",
        "<workbook xmlns:r=\"r\"><workbookPr \(properties)/>"
          + "<sheets>\(tabs.joined())</sheets></workbook>"
      ),
      (
        "xl/_rels/workbook.xml.rels",
        "<Relationships>\(links.joined())"
          + "<Relationship Id=\"s\" Type=\"t/styles\" Target=\"styles.xml\"/>"
          + "<Relationship Id=\"t\" Type=\"t/sharedStrings\" Target=\"/xl/sharedStrings.xml\"/>"
          + "</Relationships>"
      ),
    ]
    for (index, sheet) in sheets.enumerated() {
      parts.append(
        (
          "xl/worksheets/sheet\(index + 1).xml",
          "<?xml version=\"1.0\"?><worksheet><sheetData>\(sheet.rows)</sheetData></worksheet>"
        ))
    }
    parts.append(
      (
        "xl/styles.xml",
        "<styleSheet><numFmts>\(codes.joined())</numFmts><cellStyleXfs><xf numFmtId=\"14\"/>"
          + "</cellStyleXfs><cellXfs><xf numFmtId=\"0\"/>\(styles.joined())</cellXfs></styleSheet>"
      ))
    let items = strings.map { "<si>\($0)</si>" }.joined()
    parts.append(("xl/sharedStrings.xml", "<sst>\(items)</sst>"))
    return parts.map { ($0.0, Array($0.1.utf8)) }
  }

  /// The workbook as a file's bytes.
  func bytes() throws -> [UInt8] { try ArchiveWriter.zip(parts) }
}

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
  guard let archive = try input.findWorkbook() else {
    throw WorkbookError(path: path, kind: .unsupported("something else"))
  }
  return try WorkbookReader(archive, batchRecords: batchRecords)
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
