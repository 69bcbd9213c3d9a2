import ArchiveSupport
import Testing

@testable import Workbook

struct MergedCellsTests {
  @Test(arguments: [
    ("D1:E1", 5), ("A1:A2", 1), ("B2:C9", 0), ("A1:XFD3", 16_384), ("A1:ZZZZZZZ1", 0),
    ("D1", 0), ("D1:", 0), (":E1", 0), ("E2:D1", 0), ("D0:E1", 0), ("d1:e1", 0), ("A1:B1:C1", 0),
    ("A1:B99999999999999999999", 0), ("", 0),
  ])
  func `a reference reaches to its last column`(reference: String, width: Int) {
    var merged = MergedCells()
    let bytes = Array(reference.utf8)
    merged.add(reference: bytes.span)
    #expect(merged.width(ofRows: 1...1) == width)
    #expect(merged.width(ofRows: 20...30) == 0)
  }

  private static func words(_ texts: [String], row: Int) -> String {
    let cells = texts.map { "<c t='inlineStr'><is><t>\($0)</t></is></c>" }
    return "<row r='\(row)'>\(cells.joined())</row>"
  }

  private static func cell(_ text: String, _ columns: Int, _ rows: Int) -> String {
    "<table:table-cell table:number-columns-spanned='\(columns)' "
      + "table:number-rows-spanned='\(rows)'><text:p>\(text)</text:p></table:table-cell>"
  }

  private static func workbook(_ kind: String) throws -> [UInt8] {
    switch kind {
    case "xlsx":
      var sample = WorkbookSample(
        words(["Region", "Sales"], row: 3) + words(["North", "1", "2"], row: 4))
      sample.merged = ["B3:C3", "A4:H9"]
      return try sample.bytes()
    case "ods":
      let rows = """
        <table:table-row table:number-rows-repeated='2'><table:table-cell/></table:table-row>\
        <table:table-row>\(cell("Region", 1, 1))\(cell("Sales", 2, 1))<table:covered-table-cell/>\
        </table:table-row><table:table-row>\(cell("North", 8, 6))</table:table-row>
        """
      return try SpreadsheetSample(rows).bytes()
    default:
      var sample = BIFFSample([
        .init(2, 0, .label("Region")), .init(2, 1, .label("Sales")), .init(3, 0, .label("North")),
      ])
      sample.merged = [[2, 2, 1, 2], [3, 8, 0, 7]]
      return sample.bytes()
    }
  }

  @Test(arguments: ["xlsx", "ods", "xls"])
  func `a sheet says which cells are merged`(kind: String) throws {
    try withFile(Self.workbook(kind)) { path in
      let reader = try openWorkbook(path)
      reader.select(reader.sheets[0])
      #expect(try reader.mergedWidth(ofRows: 1...2) == 0)
      #expect(try reader.mergedWidth(ofRows: 3...3) == 3)
      #expect(try reader.mergedWidth(ofRows: 3...4) == 8)
      #expect(try reader.mergedWidth(ofRows: 9...9) == 8)
      #expect(try reader.mergedWidth(ofRows: 10...10) == 0)
    }
  }
}
