import ArchiveSupport
import Foundation
import Testing

/// Workbooks and archives through `inspect` and `convert`, and spreadsheets through `import` too.
struct WorkbookCommandTests {
  private let space: Workspace

  init() throws {
    space = try Workspace()
  }

  private static func text(_ value: String) -> String {
    "<c t='inlineStr'><is><t>\(value)</t></is></c>"
  }

  /// A title, a header, and two records with a day, a number and a truth value each.
  private static func workbook(sheets: [String] = ["Data"]) -> WorkbookSample {
    var sample = WorkbookSample()
    sample.formats = ["d-mmm-yy"]
    let rows =
      "<row r='1'>\(text("Sales"))</row>"
      + "<row r='3'>\(["Item", "Day", "Price", "Paid"].map(text).joined())</row>"
      + "<row r='4'>\(text(" pen "))<c s='1'><v>44127</v></c><c><v>0.1</v></c>"
      + "<c t='b'><v>1</v></c></row>"
      + "<row r='5'>\(text("a \"b\", c"))<c s='1'><v>60.5</v></c><c><v>1234567890123456</v></c></row>"
    sample.sheets = sheets.map { ($0, rows) }
    return sample
  }

  private static func cell(_ type: String, _ attribute: String = "", _ shown: String = "") -> String
  {
    "<table:table-cell office:value-type='\(type)' \(attribute)><text:p>\(shown)</text:p>"
      + "</table:table-cell>"
  }

  /// The same as a spreadsheet.
  private static func spreadsheet() -> SpreadsheetSample {
    let words = { (texts: [String]) in
      "<table:table-row>\(texts.map { cell("string", "", $0) }.joined())</table:table-row>"
    }
    return SpreadsheetSample(
      words(["Sales"]) + "<table:table-row table:number-rows-repeated='1'/>"
        + words(["Item", "Day", "Price", "Paid"])
        + "<table:table-row>" + cell("string", "", "pen")
        + cell("date", "office:date-value='2020-10-23'", "23 Oct")
        + cell("float", "office:value='0.1'", "0,10")
        + cell("boolean", "office:boolean-value='true'", "WAHR") + "</table:table-row>")
  }

  @Test func `the records of a sheet are converted`() async throws {
    try space.write("in.xlsx", try Self.workbook().bytes())
    let csv = try await space.run("convert", "in.xlsx")
    #expect(
      csv.stdout
        == "Item,Day,Price,Paid\npen,2020-10-23,0.1,TRUE\n"
        + "\"a \"\"b\"\", c\",60.5,1234567890123456,\n")
    #expect(csv.status == 2)
    #expect(
      csv.stderr == "in.xlsx: header line 3\nin.xlsx: 1 record above the header left out\n"
        + "in.xlsx:5: expected a day but found 60.5, the 29th of February 1900, which never was, "
        + "at Data!B5\n")
    let lines = try await space.run("convert", "in.xlsx", "--format", "ndjson", "--no-types", "-q")
    #expect(
      lines.stdout.hasPrefix("{\"Item\":\" pen \",\"Day\":\"2020-10-23\",\"Price\":\"0.1\""),
      "\(lines)")
  }

  @Test func `a piped spreadsheet is converted`() async throws {
    try space.write("in.ods", try Self.spreadsheet().bytes())
    let outcome = try await space.shell("cat in.ods | $BANK_ETL convert - -q --format ndjson")
    #expect(
      outcome.stdout
        == "{\"Item\":\"pen\",\"Day\":\"2020-10-23\",\"Price\":0.1,\"Paid\":\"TRUE\"}\n",
      "\(outcome)")
  }

  @Test(arguments: ["in.xlsx", "in.ods"])
  func `a workbook is inspected`(name: String) async throws {
    let isExcel = name == "in.xlsx"
    try space.write(
      name, isExcel ? try Self.workbook().bytes() : try Self.spreadsheet().bytes())
    let outcome = try await space.run("inspect", name, "--json")
    let object = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    let found = try #require(object, "\(outcome)")
    #expect(found["container"] as? String == (isExcel ? "xlsx" : "ods"))
    #expect(found["sheet"] as? String == (isExcel ? "Data" : "Sheet1"))
    #expect(found["date_system"] as? Int == (isExcel ? 1900 : nil))
    #expect(found["header_line"] as? Int == 3 && found["preamble_records"] as? Int == 1)
    #expect(found["encoding"] is NSNull && found["delimiter"] is NSNull)
    let columns = try #require(found["columns"] as? [[String: Any]])
    #expect(columns.map { $0["label"] as? String } == ["Item", "Day", "Price", "Paid"])
    #expect(columns[3]["type"] as? String == "boolean")
    let text = try await space.run("inspect", name)
    #expect(text.stdout.contains("sheet       \""), "\(text)")
  }

  @Test func `a sheet is chosen where several have records`() async throws {
    var sample = Self.workbook(sheets: ["2019", "2020", "2021"])
    sample.attributes = ["2021": "state='hidden'"]
    sample.sheets.append(("Empty", ""))
    try space.write("in.xlsx", try sample.bytes())
    let both = try await space.run("convert", "in.xlsx", "--no-types")
    #expect(both.stdout.split(separator: "\n").count == 5, "\(both)")
    #expect(both.stderr.contains("in.xlsx: passed over, as hidden: \"2021\""), "\(both)")
    let chosen = try await space.run("convert", "in.xlsx", "--sheet", "2021", "-q")
    #expect(chosen.status == 2 && chosen.stdout.hasPrefix("Item,Day"), "\(chosen)")
    let seen = try await space.run("inspect", "in.xlsx")
    #expect(seen.stdout.contains("\"2019\", the others are \"2020\", \"2021\" (hidden), \"Empty\""))
    let footer = try await space.run("convert", "in.xlsx", "--sheet", "2021", "--skip-footer", "1")
    #expect(footer.status == 65 && footer.stderr.contains("delimited text for --skip-footer"))
  }

  @Test func `an error in a cell is mentioned with its address, and written`() async throws {
    var sample = Self.workbook()
    sample.sheets[0].rows += "<row r='7'><c r='C7' t='e'><v>#DIV/0!</v></c></row>"
    try space.write("in.xlsx", try sample.bytes())
    let outcome = try await space.run("convert", "in.xlsx", "-q")
    #expect(outcome.status == 2 && outcome.stdout.hasSuffix("\n,,#DIV/0!,\n"), "\(outcome)")
    #expect(outcome.stderr.contains("in.xlsx:7: expected a value but found #DIV/0! at Data!C7"))
  }

  @Test(arguments: [nil, "B1:C1", "B1:D1", "B2:C3"])
  func `a header narrower than the rows below is told, unless it is merged`(
    merged: String?
  ) async throws {
    func row(_ values: [Int]) -> String {
      "<row>\(values.map { "<c><v>\($0)</v></c>" }.joined())</row>"
    }
    let labels = ["a", "b"].map { "<c t='inlineStr'><is><t>\($0)</t></is></c>" }.joined()
    var sample = WorkbookSample(
      "<row>\(labels)</row>" + row([1, 2, 3]) + row([4, 5]) + row([6, 7, 8]))
    sample.merged = merged.map { [$0] } ?? []
    let isWide = merged?.hasPrefix("B1") == true
    try space.write("in.xlsx", try sample.bytes())
    let csv = try await space.run("convert", "-q", "in.xlsx")
    #expect(csv.stdout == "a,b,\n1,2,3\n4,5,\n6,7,8\n" && csv.status == (isWide ? 0 : 2), "\(csv)")
    let message = "expected labels, or merged cells, above all 3 columns but found 2"
    #expect(csv.stderr.contains("in.xlsx:1: \(message)") == !isWide, "\(csv)")
    let seen = try await space.run("inspect", "in.xlsx")
    #expect(seen.stdout.contains("line 1: \(message)") == !isWide && seen.status == 0, "\(seen)")
    let draft = try await space.run("datasets", "init", "in.xlsx", "--name", "own")
    #expect(draft.stdout.contains("import will reject: 2") == !isWide, "\(draft)")
    let loaded = try await space.run(
      "import", "--package", "datapackage.json", "in.xlsx", "--db", "own.db")
    #expect(loaded.stdout.contains("\(isWide ? 0 : 2) rejected"), "\(loaded)")
  }

  @Test func `a name that says something else is mentioned`() async throws {
    try space.write("in.csv", try Self.workbook().bytes())
    try space.write("in.xls", "a,b\n1,2\n")
    let message = "read as an Excel workbook (.xlsx), though its name ends in .csv"
    let converted = try await space.run("convert", "in.csv")
    #expect(converted.stderr.hasPrefix("in.csv: \(message)\n"), "\(converted)")
    let inspected = try await space.run("inspect", "in.csv")
    #expect(inspected.stdout.contains("content     \(message)\n"), "\(inspected)")
    let text = try await space.run("convert", "in.xls")
    #expect(text.stdout == "a,b\n1,2\n" && text.stderr.contains("read as delimited text"))
  }
}
