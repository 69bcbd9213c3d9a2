import Foundation
import Input
import Records
import SampleSupport
import SeedSupport
import Testing

@testable import Workbook

/// Workbooks as people published them.
struct SamplesTests {
  static let folder = SampleFolder.url

  static var isThere: Bool { SampleFolder.isThere }

  /// A sheet of a file, and some of its records.
  struct Sample: CustomTestStringConvertible {
    var file: String
    var sheet: String
    /// How many rows have a value.
    var records: Int
    /// How many of them have an error in a cell.
    var problems = 0
    var first: SheetRecord
    var last: SheetRecord
    var testDescription: String { "\(file) \(sheet)" }
  }

  static let samples = [
    Sample(
      file: "fdic_banklist/2018-02_excel-table-header-Column1.xlsx", sheet: "banklist",
      records: 557,
      first: .init(1, (1...7).map { "Column\($0)" }),
      last: .init(
        557,
        [
          "Bank of Honolulu", "Honolulu", "HI", "21029", "Bank of the Orient", "2000-10-13",
          "2005-03-17",
        ])),
    Sample(
      file: "sales_excel/pbpython_sales-jan-2014.xlsx", sheet: "Sheet1", records: 135,
      first: .init(
        1, ["account number", "name", "sku", "quantity", "unit price", "ext price", "date"]),
      last: .init(
        135,
        ["383080", "Will LLC", "B1-05914", "43", "80.17", "3447.31", "2014-01-31 22:51:18"])),
    Sample(
      file: "sales_excel/january-2020_title-rows_table.xlsx", sheet: "Sheet1", records: 7,
      first: .init(1, ["January 2020 Sales"]),
      last: .init(8, ["New York", "4019", "8796", "8486", "9188", "30489"])),
    Sample(
      file: "sales_excel/financial-sample_microsoft-original.xlsx", sheet: "Sheet1", records: 701,
      first: .init(
        1,
        [
          "Segment", "Country", "Product", "Discount Band", "Units Sold", "Manufacturing Price",
          "Sale Price", "Gross Sales", "Discounts", " Sales", "COGS", "Profit", "Date",
          "Month Number", "Month Name", "Year",
        ]),
      last: .init(
        701,
        [
          "Channel Partners", "United States of America", "VTT", "High", "1806", "250", "12",
          "21672",
          "3250.8", "18421.2", "5418", "13003.2", "2014-05-01", "5", "May", "2014",
        ])),
    Sample(
      file: "sales_excel/quarterly-sales_merged-title_formulas.xlsx", sheet: "Quarterly Sales",
      records: 8, first: .init(1, ["Pro Fit Marietta"]),
      last: .init(8, ["Total", "238614.07", "279734.53", "313973.20999999996", "832321.81"])),
    Sample(
      file: "sales_excel/quarterly-sales_one-sheet-per-quarter.xlsx", sheet: "Q4 Sales (Oct-Dec)",
      records: 8, first: .init(1, ["Product", "October", "November", "December", "Total"]),
      last: .init(8, ["Carrots", "215", "225", "235", "675"])),
    Sample(
      file: "sales_excel/apple-sales_text-months.xls", sheet: "Time Series data", records: 34,
      first: .init(1, ["Month", "Apple Sales (millions)"]), last: .init(34, ["2019-03", "1713.36"])),
    Sample(
      file: "sales_excel/pos-sales_no-header_section-rows.xls", sheet: "Sheet1", records: 72,
      first: .init(1, ["MAIN STREET"]),
      last: .init(
        74,
        [
          "637", "3239.57", "388.68", "3628.25", "56.25", "3295.82", "", "", "2462.66",
          "76.01811351506527",
        ])),
    Sample(
      file: "torture/messytables_simple.xls", sheet: "simple.csv", records: 7,
      first: .init(1, ["date", "temperature", "place"]),
      last: .init(7, ["2011-01-03", "5", "Berkeley"])),
    Sample(
      file: "sales_excel/daily-sales_hash-NA-errors.xlsx", sheet: "Sales", records: 51, problems: 6,
      first: .init(1, ["Daily Sales Charlotte, NC"]), last: .init(51, ["July Sales", "171240"])),
  ]

  @Test(.enabled(if: isThere, Comment(rawValue: SampleFolder.absence)), arguments: samples)
  func `a sheet has the records that Excel shows`(sample: Sample) throws {
    let path = Self.folder.appending(path: sample.file).path
    let records = try readSheet(path, named: sample.sheet)
    #expect(records.count == sample.records)
    #expect(records.count { $0.problem != nil } == sample.problems)
    #expect(records.first == sample.first)
    #expect(records.last == sample.last)
  }

  @Test(.enabled(if: isThere, Comment(rawValue: SampleFolder.absence)))
  func `an encrypted workbook is refused`() {
    let path = Self.folder.appending(path: "torture/messytables_encrypted_no_password.xls").path
    #expect(throws: WorkbookError(path: path, kind: .encrypted)) { _ = try openWorkbook(path) }
  }

  /// Old workbooks have no checksums: all that can be asked is that nothing breaks.
  @Test(
    .enabled(if: isThere, Comment(rawValue: SampleFolder.absence)),
    arguments: [
      "sales_excel/apple-sales_text-months.xls", "torture/messytables_simple.xls",
      "torture/messytables_encrypted_no_password.xls",
    ], 1...100)
  func `a damaged old workbook breaks nothing`(file: String, seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: file)))
    for _ in 0..<seed {
      bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255)
    }
    if seed % 4 == 0 { bytes.removeLast(.random(in: 1..<bytes.count, using: &random)) }
    guard let workbook = try? XLSWorkbook(bytes) else { return }
    for sheet in workbook.sheets {
      let rows = try? XLSRows(of: workbook, at: Int(sheet.id) ?? 0, SheetRecords())
      var batch = RecordBatch()
      repeat {
        batch.removeAll()
      } while (try? rows?.read(into: &batch)) != nil && !batch.records.isEmpty
    }
  }

  @Test(.enabled(if: isThere, Comment(rawValue: SampleFolder.absence)))
  func `the sheets of a workbook are listed`() throws {
    let file = "sales_excel/quarterly-sales_one-sheet-per-quarter.xlsx"
    let reader = try openWorkbook(Self.folder.appending(path: file).path)
    let names = [
      "Q1 Sales (Jan-Mar)", "Q2 Sales (Apr-Jun)", "Q3 Sales (Jul-Sep)", "Q4 Sales (Oct-Dec)",
    ]
    #expect(reader.sheets.map(\.name) == names)
  }
}
