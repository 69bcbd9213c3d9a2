import ArchiveSupport
import Foundation
import SQLite
import Testing

/// What cells of a workbook become, through `convert` and `import`.
struct WorkbookValuesTests {
  /// A cell, the type of its field, the text that `convert` writes, and what `import` stores.
  private struct Case {
    var cell: String
    var format: String?
    var type: String
    var text: String
    var stored: Value

    init(_ cell: String, _ type: String, _ text: String, _ stored: Value) {
      (self.cell, self.type, self.text, self.stored) = (cell, type, text, stored)
    }

    init(_ cell: String, _ format: String, _ type: String, _ text: String, _ stored: Value) {
      self.init(cell, type, text, stored)
      self.format = format
    }
  }

  private static func number(_ text: String) -> String { "><v>\(text)</v>" }

  private static let cases: [Case] = [
    Case(number("42"), "integer", "42", .integer(42)),
    Case(number("42"), "string", "42", .text("42")),
    Case(number("42"), "@", "string", "42", .text("42")),
    Case(
      number("1234567890123456"), "integer", "1234567890123456", .integer(1_234_567_890_123_456)),
    Case(number("0.1"), "number", "0.1", .real(0.1)),
    Case(
      number("0.30000000000000004"), "number", "0.30000000000000004", .real(0.30000000000000004)),
    Case(number("1.1000000000000001"), "number", "1.1", .real(1.1)),
    Case(number("-5E-1"), "number", "-0.5", .real(-0.5)),
    Case(number("1E+2"), "integer", "100", .integer(100)),
    Case(number("0.125"), "0.00%", "number", "0.125", .real(0.125)),
    Case(number("1234.5"), "\"$\"#,##0.00", "number", "1234.5", .real(1234.5)),
    Case(number("-9999.99"), "#,##0.00;(#,##0.00)", "number", "-9999.99", .real(-9999.99)),
    Case(number("12345"), "0.00E+00", "number", "12345", .real(12345)),
    Case(number("44127"), "d-mmm-yy", "date", "2020-10-23", .text("2020-10-23")),
    Case(number("1"), "yyyy-mm-dd", "date", "1900-01-01", .text("1900-01-01")),
    Case(number("59"), "yyyy-mm-dd", "date", "1900-02-28", .text("1900-02-28")),
    Case(number("61"), "yyyy-mm-dd", "date", "1900-03-01", .text("1900-03-01")),
    Case(
      number("44127.75"), "m/d/yy h:mm", "datetime", "2020-10-23T18:00:00",
      .text("2020-10-23T18:00:00")),
    Case(number("0.75"), "h:mm AM/PM", "string", "18:00:00", .text("18:00:00")),
    Case(number("1.5"), "[h]:mm:ss", "string", "36:00:00", .text("36:00:00")),
    Case(" t='d'><v>2020-10-23T00:00:00</v>", "date", "2020-10-23", .text("2020-10-23")),
    Case("><f>SUM(A1:A2)</f><v>7</v>", "integer", "7", .integer(7)),
    Case(
      " t='str'><f>A1&amp;\"x\"</f><v>made &amp; kept</v>", "string", "made & kept",
      .text("made & kept")),
    Case(" t='b'><f>TRUE()</f><v>1</v>", "boolean", "TRUE", .integer(1)),
    Case(" t='b'><v>0</v>", "boolean", "FALSE", .integer(0)),
    Case(" t='s'><v>0</v>", "string", "shared", .text("shared")),
    Case(" t='s'><v>1</v>", "string", "rich text", .text("rich text")),
    Case(" t='inlineStr'><is><t>00501</t></is>", "string", "00501", .text("00501")),
    Case(" t='inlineStr'><is><t>$1,234.50</t></is>", "number", "\"$1,234.50\"", .real(1234.5)),
    Case(" t='inlineStr'><is><t>a\nb</t></is>", "string", "\"a\nb\"", .text("a\nb")),
    Case(">", "integer", "", .null),
  ]

  private static func label(_ index: Int) -> String { "c\(index)" }

  private static func column(_ index: Int) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ").map(String.init)
    return index < 26 ? letters[index] : letters[index / 26 - 1] + letters[index % 26]
  }

  /// A title over all columns, a header, an empty row, and a record of the cells.
  private static func workbook(_ cases: [Case], properties: String = "") -> WorkbookSample {
    var sample = WorkbookSample()
    sample.properties = properties
    sample.strings = ["<t>shared</t>", "<r><t>rich</t></r><r><rPr><b/></rPr><t> text</t></r>"]
    sample.formats = cases.compactMap(\.format)
    var style = 0
    let header = cases.indices.map { "<c t='inlineStr'><is><t>\(label($0))</t></is></c>" }
    let cells = cases.enumerated().map { index, row in
      if row.format != nil { style += 1 }
      let format = row.format == nil ? "" : " s='\(style)'"
      return "<c r='\(column(index))5'\(format)\(row.cell)</c>"
    }
    let rows =
      "<row r='1'><c t='inlineStr'><is><t>Title</t></is></c></row>"
      + "<row r='3'>\(header.joined())</row><row r='4'/><row r='5'>\(cells.joined())</row>"
    sample.sheets = [("Data", rows), ("Notes", "<row r='1'><c r='A1'><v>1</v></c></row>")]
    sample.attributes = ["Notes": "state='hidden'"]
    return sample
  }

  private static func workspace(_ cases: [Case], properties: String = "") throws -> Workspace {
    let space = try Workspace()
    let fields = cases.enumerated().map { index, row in
      #"{"name": "\#(label(index))", "column": "\#(label(index))", "type": "\#(row.type)"}"#
    }
    try FileManager.default.createDirectory(
      atPath: space.path("migrations"), withIntermediateDirectories: false)
    try space.write(
      "datapackage.json",
      """
      {"name": "page", "migrations": "migrations", "resources": [{
        "name": "cells", "path": "cells.csv", "table": "cells", "policy": "append",
        "schema": {"fieldsMatch": "superset", "fields": [\(fields.joined(separator: ","))]}}]}
      """)
    let columns = cases.indices.map { "\(label($0)) ANY" }.joined(separator: ", ")
    try space.write(
      "migrations/0001_cells.up.sql",
      "CREATE TABLE cells (id INTEGER PRIMARY KEY AUTOINCREMENT, \(columns), run_id INTEGER, "
        + "source_line INTEGER) STRICT;")
    try space.write("migrations/0001_cells.down.sql", "DROP TABLE cells;")
    try space.write("in.xlsx", try workbook(cases, properties: properties).bytes())
    return space
  }

  private static let days = [
    Case(number("0"), "yyyy-mm-dd", "date", "1904-01-01", .text("1904-01-01")),
    Case(number("60"), "yyyy-mm-dd", "date", "1904-03-01", .text("1904-03-01")),
    Case(number("42665"), "d-mmm-yy", "date", "2020-10-23", .text("2020-10-23")),
  ]

  @Test(arguments: ["", "date1904='1'"])
  func `each cell is what it says`(properties: String) async throws {
    let cases = properties.isEmpty ? Self.cases : Self.days
    let space = try Self.workspace(cases, properties: properties)
    let converted = try await space.run("convert", "in.xlsx", "--no-types", "-q")
    let labels = cases.indices.map(Self.label).joined(separator: ",")
    // A day with the time of midnight is a day; how a cell of ISO text has it, text without types keeps.
    let texts = cases.map(\.text).joined(separator: ",")
    #expect(
      converted.stdout.replacing("2020-10-23T00:00:00", with: "2020-10-23")
        == "\(labels)\n\(texts)\n",
      "\(converted)")
    #expect(converted.status == 0, "\(converted)")
    let loaded = try await space.run(
      "import", "in.xlsx", "--package", "datapackage.json", "--db", "bank.db")
    #expect(loaded.status == 0, "\(loaded)")
    let names = cases.indices.map(Self.label).joined(separator: ", ")
    let rows = try space.database().rows("SELECT \(names) FROM cells")
    #expect(rows == [cases.map(\.stored)])
  }

  @Test(arguments: [
    ("<c r='A5' t='e'><v>#REF!</v></c>", "string", "cell_error", "Data!A5"),
    ("<c r='A5' s='1'><v>60</v></c>", "date", "invalid_date", "Data!A5"),
    ("<c r='A5' s='1'><v>60</v></c>", "integer", "invalid_date", "Data!A5"),
    ("<c r='A5' s='1'><v>-1</v></c>", "date", "invalid_date", "-1"),
    ("<c r='A5'><v>44127</v></c>", "date", "invalid_date", "44127"),
    ("<c r='A5'><v>1.5</v></c>", "integer", "invalid_integer", "1.5"),
    ("<c r='A5'><v>1E+19</v></c>", "integer", "invalid_integer", "1e+19"),
    ("<c r='A5'><v>0.12345678901234567890123</v></c>", "number", "invalid_number", "0.123"),
  ])
  func `what is no value is a reject, with its place`(
    cell: String, type: String, code: String, place: String
  ) async throws {
    let space = try Self.workspace([Case(">", "yyyy-mm-dd", type, "", .null)])
    var sample = Self.workbook([Case(">", "yyyy-mm-dd", type, "", .null)])
    sample.sheets[0].rows = sample.sheets[0].rows.replacing("<c r='A5' s='1'></c>", with: cell)
    try space.write("in.xlsx", try sample.bytes())
    let outcome = try await space.run(
      "import", "in.xlsx", "--package", "datapackage.json", "--db", "bank.db")
    #expect(outcome.status == 2, "\(outcome)")
    let reject = try space.database().rows("SELECT line, code, message FROM etl_rejects")
    #expect(
      reject.count == 1 && reject[0][0] == .integer(5) && reject[0][1] == .text(code), "\(reject)")
    #expect(reject.first?[2].text?.contains(place) == true, "\(reject)")
  }
}
