import ArchiveSupport
import Records
import Testing

@testable import Workbook

struct ODSContentTests {
  /// A cell, and the text that it becomes.
  struct Case: CustomTestStringConvertible {
    var xml: String
    var text: String
    var testDescription: String { xml }

    init(_ xml: String, _ text: String) {
      self.xml = xml
      self.text = text
    }
  }

  private static func cell(_ attributes: String, _ content: String = "") -> String {
    "<table:table-cell \(attributes)>\(content)</table:table-cell>"
  }

  private static func value(_ type: String, _ attribute: String, _ value: String) -> String {
    cell(
      "office:value-type='\(type)' office:\(attribute)='\(value)' calcext:value-type='\(type)'",
      "<text:p>shown</text:p>")
  }

  static let cells = [
    Case(cell("office:value-type='string'", "<text:p>Ünïcode</text:p>"), "Ünïcode"),
    Case(cell("", "<text:p>untyped</text:p>"), "untyped"),
    Case(value("float", "value", "15426"), "15426"),
    Case(value("float", "value", "-0.5"), "-0.5"),
    Case(value("float", "value", "1E+015"), "1000000000000000"),
    Case(value("float", "value", "0.30000000000000004"), "0.30000000000000004"),
    Case(value("percentage", "value", "0.3"), "0.3"),
    Case(value("currency", "value", "55.91"), "55.91"),
    Case(value("date", "date-value", "2020-10-23"), "2020-10-23"),
    Case(value("date", "date-value", "2014-01-31T22:51:18"), "2014-01-31T22:51:18"),
    Case(value("time", "time-value", "PT13H45M00S"), "13:45:00"),
    Case(value("time", "time-value", "PT13H45M00.25S"), "13:45:00.250"),
    Case(value("time", "time-value", "P1DT2H"), "26:00:00"),
    Case(value("time", "time-value", "-PT1H"), "-PT1H"),
    Case(value("boolean", "boolean-value", "true"), "TRUE"),
    Case(value("boolean", "boolean-value", "false"), "FALSE"),
    Case(value("string", "string-value", "kept"), "kept"),
    Case(cell("", "<text:p>one</text:p><text:p>two</text:p>"), "one\ntwo"),
    Case(
      cell("", "<text:p>a<text:s text:c='3'/>b<text:tab/>c<text:line-break/>d</text:p>"),
      "a   b\tc\nd"),
    Case(cell("", "<text:p>\n  a\n  b</text:p>"), "a b"),
    Case(
      cell("", "<text:p><text:a>link</text:a> <text:span>bold</text:span></text:p>"), "link bold"),
    Case(
      cell("", "<office:annotation><text:p>note</text:p></office:annotation><text:p>x</text:p>"),
      "x"),
    Case(
      cell(
        "",
        "<text:p>x<office:annotation><text:p>note</text:p></office:annotation>y</text:p>"
          + "<draw:frame><draw:text-box><text:p>box</text:p></draw:text-box></draw:frame>"), "xy"),
    Case(
      cell(
        "",
        "<table:table table:name='inner'><table:table-row><table:table-cell><text:p>in</text:p>"
          + "</table:table-cell></table:table-row></table:table><text:p>out</text:p>"), "out"),
    Case("<table:covered-table-cell><text:p>under</text:p></table:covered-table-cell>", ""),
  ]

  @Test(arguments: cells, [1, 1 << 14])
  func `a cell becomes its value`(testCase: Case, batchRecords: Int) throws {
    let end = Self.cell("", "<text:p>end</text:p>")
    let sample = SpreadsheetSample("<table:table-row>\(testCase.xml)\(end)</table:table-row>")
    let records = try readSheet(sample.bytes(), batchRecords: batchRecords)
    #expect(records == [SheetRecord(1, [testCase.text, "end"])])
  }

  private static func row(_ cells: String, repeated count: Int = 1) -> String {
    "<table:table-row table:number-rows-repeated='\(count)'>\(cells)</table:table-row>"
  }

  @Test(arguments: [1, 2, 3, 7, 1 << 14])
  func `rows and cells are repeated as often as they say`(batchRecords: Int) throws {
    let x =
      "<table:table-cell table:number-columns-repeated='2'><text:p>x</text:p></table:table-cell>"
    let gap = "<table:table-cell table:number-columns-repeated='3'/>"
    let rows =
      Self.row(gap + x, repeated: 3) + Self.row(gap, repeated: 1_000_000)
      + "<table:table-header-rows>\(Self.row(x + gap))</table:table-header-rows>"
      + Self.row("<table:table-cell table:number-columns-repeated='16384'/>", repeated: 48_000)
    let expected =
      (1...3).map { SheetRecord(Int64($0), ["", "", "", "x", "x"]) } + [
        SheetRecord(1_000_004, ["x", "x"])
      ]
    let bytes = try SpreadsheetSample(rows).bytes()
    #expect(try readSheet(bytes, batchRecords: batchRecords) == expected)
    try withFile(bytes) { path in
      let later = try readSheet(path, batchRecords: batchRecords, afterLine: 2, fieldCount: 6)
      #expect(
        later == [
          SheetRecord(3, ["", "", "", "x", "x", ""]),
          SheetRecord(1_000_004, ["x", "x", "", "", "", ""]),
        ])
    }
  }

  @Test(arguments: [
    (
      row("<table:table-cell><text:p>x</text:p></table:table-cell>", repeated: 2_000_000_000),
      "16777216 rows"
    ),
    (
      row("<table:table-cell><text:p>x</text:p></table:table-cell>", repeated: 999_999_999),
      "16777216 rows"
    ),
    (
      row(
        "<table:table-cell table:number-columns-repeated='16384'><text:p>x</text:p></table:table-cell>",
        repeated: 1_000_000), "256 MiB"
    ),
    (
      row(
        "<table:table-cell table:number-columns-repeated='16385'><text:p>x</text:p></table:table-cell>"
      ),
      "16384 cells"
    ),
    (
      row(
        "<table:table-cell table:number-columns-repeated='16000'><text:p><text:s text:c='9000'/>"
          + "</text:p></table:table-cell>"), "64 MiB"
    ),
    (
      row("<table:table-cell><text:p><text:s text:c='99000000'/>x</text:p></table:table-cell>"),
      "16 MiB"
    ),
  ])
  func `a sheet beyond the limits is refused`(rows: String, message: String) throws {
    let bytes = try SpreadsheetSample(rows).bytes()
    try withFile(bytes) { path in
      let reader = try openWorkbook(path)
      reader.select(reader.sheets[0])
      reader.beginRecords(afterLine: 16_777_200, fieldCount: 0)
      var batch = RecordBatch()
      let error = #expect(throws: WorkbookError.self) {
        while try reader.read(into: &batch) {}
      }
      #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    }
  }

  @Test func `each error of a row is a problem of its field`() throws {
    let error = { (text: String, count: Int) in
      "<table:table-cell table:number-columns-repeated='\(count)' calcext:value-type='error'>"
        + "<text:p>\(text)</text:p></table:table-cell>"
    }
    let row = Self.row(error("#N/A", 2) + Self.cell("", "<text:p>x</text:p>") + error("#REF!", 1))
    try withFile(SpreadsheetSample(row).bytes()) { path in
      let reader = try openWorkbook(path)
      reader.select(reader.sheets[0])
      var batch = RecordBatch()
      #expect(try reader.read(into: &batch))
      #expect(batch.problems.map(\.field) == [0, 1, 3])
      #expect(batch.problems.last?.message == "expected a value but found #REF! at Sheet1!D1")
    }
  }

  @Test func `an error in a cell is a problem at its place, in each copy`() throws {
    let error =
      "<table:table-cell office:value-type='string' office:string-value='' "
      + "calcext:value-type='error'><text:p>#N/A</text:p></table:table-cell>"
    let rows = Self.row("<table:table-cell/>" + error, repeated: 2)
    let problem = { (row: Int) in "expected a value but found #N/A at Sheet1!B\(row)" }
    #expect(
      try readSheet(SpreadsheetSample(rows).bytes()) == [
        SheetRecord(1, ["", "#N/A"], problem: problem(1)),
        SheetRecord(2, ["", "#N/A"], problem: problem(2)),
      ])
  }
}
