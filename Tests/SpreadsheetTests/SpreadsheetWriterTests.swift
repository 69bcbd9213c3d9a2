import Foundation
import Input
import Records
import Testing
import Workbook

@testable import Spreadsheet

struct SpreadsheetWriterTests {
  /// Writes a sheet and reads its records back, those with the labels among them.
  private static func records(
    _ rows: [[SpreadsheetCell]], labels: [String] = ["a", "b"]
  ) throws -> [[String]] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sheet-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/book.xlsx"
    let writer = try SpreadsheetWriter(
      path: path, temporaryFolder: folder, sheet: "bad [name]: '", labels: labels)
    for row in rows {
      for cell in row { try writer.write(cell) }
      writer.endRow()
    }
    try writer.finish()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["book.xlsx"])
    var input = try TextInput(path: path)
    let file = try #require(try input.findWorkbook())
    let reader = try WorkbookReader(file, batchRecords: 1_000)
    reader.select(reader.sheets[0])
    reader.beginRecords(afterLine: 0, fieldCount: labels.count)
    var records: [[String]] = []
    var batch = RecordBatch()
    while try reader.read(into: &batch) {
      for (index, record) in batch.records.enumerated() {
        records.append((0..<Int(record.fieldCount)).map { batch.text(ofField: $0, in: index) })
      }
    }
    return records
  }

  static let texts = [
    "O'Fallon", "a\"b", "=1+1", " outer space ", "two\nlines", "cr\r\nlf", "tab\tbed", "<&>]]>",
    "_x0041_", "_x005F_x0041_", "_x004_", "__x0041_", "nul\u{0}byte", "\u{1}\u{1b}[31m",
    "\u{FFFE}\u{FFFF}", "Zürich 東京 👩‍👩‍👧", "00123", "1e5", String(repeating: "é", count: 32_767),
  ]

  @Test(arguments: texts)
  func `a text comes back as it was`(text: String) throws {
    let records = try Self.records([[.text(text), .text("x")]])
    // By their bytes: a String takes CR LF for one character.
    #expect(records.last.map { Array($0[0].utf8) } == Array(text.utf8))
  }

  @Test(arguments: [
    0, -0.5, 0.1, 0.1 + 0.2, 1e300, Double.leastNonzeroMagnitude, 1.7976931348623157e308,
    9_007_199_254_740_992, 1.0 / 3,
    123_456_789.123_456_78, -1e-7,
  ])
  func `a number comes back with all its digits`(number: Double) throws {
    let records = try Self.records([[.number(number), .empty]])
    #expect(records.last.map { Double($0[0]) } == number)
  }

  @Test(arguments: [0, -5, 57_053, 9_007_199_254_740_992, 9_007_199_254_740_993, .max, .min])
  func `a whole number comes back with all its digits`(integer: Int64) throws {
    let records = try Self.records([[.integer(integer), .empty]])
    #expect(records.last?[0] == String(integer))
  }

  @Test(arguments: ["1900-03-01", "1970-01-01", "2000-02-29", "2020-10-23", "9999-12-31"])
  func `a day comes back as ISO-8601`(day: String) throws {
    let cell = try #require(SpreadsheetCell(iso: day))
    #expect(try Self.records([[cell, .empty]]).last?[0] == day)
  }

  @Test(arguments: [
    "1900-02-28", "1867-01-01", "2021-02-29", "2020-13-01", "2020-00-01", "2020-1-1", "2020-10-23T",
    "", "20201023xx",
  ])
  func `what is no day of a sheet is none`(text: String) {
    #expect(SpreadsheetCell(iso: text) == nil)
  }

  @Test func `empty cells leave no trace, and rows with a value are counted`() throws {
    let records = try Self.records([
      [.empty, .text("x")], [.empty, .empty], [.text("y"), .empty],
    ])
    #expect(records == [["a", "b"], ["", "x"], ["y", ""]])
  }

  @Test func `what a cell or a sheet has no room for is refused with its place`() throws {
    let text = String(repeating: "x", count: SpreadsheetWriter.charactersMax + 1)
    let error = #expect(throws: SpreadsheetError.self) {
      _ = try Self.records([[.text("fits"), .text(text)]])
    }
    #expect(error?.kind == .tooLarge)
    #expect(
      error?.description == "row 2, b: expected at most 32767 characters of a cell but found more")
    let wide = [String](repeating: "x", count: SpreadsheetWriter.columnsMax + 1)
    #expect(throws: SpreadsheetError.self) { _ = try Self.records([], labels: wide) }
  }

  @Test func `a folder that isn't there is an error`() throws {
    let error = #expect(throws: SpreadsheetError.self) {
      let writer = try SpreadsheetWriter(
        path: "/nowhere/book.xlsx", temporaryFolder: "/tmp", sheet: "x", labels: ["a"])
      try writer.finish()
    }
    #expect(error?.kind == .writing)
  }
}
