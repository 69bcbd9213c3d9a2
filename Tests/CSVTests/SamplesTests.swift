import Foundation
import SampleSupport
import Testing

@testable import CSV
@testable import Input

/// Files as people published them.
struct SamplesTests {
  /// The folder that they are in.
  static let folder = SampleFolder.url

  static var isThere: Bool { SampleFolder.isThere }

  struct Sample: CustomTestStringConvertible {
    let testDescription: String
    let records: Int
    let encoding: String
    let lineEnds: Dialect.LineEnds
    let delimiter: String
    let fields: Int
    let ragged: Int

    init(
      _ path: String, _ records: Int, _ encoding: String, _ lineEnds: Dialect.LineEnds,
      _ delimiter: String, _ fields: Int, ragged: Int = 0
    ) {
      testDescription = path
      self.records = records
      self.encoding = encoding
      self.lineEnds = lineEnds
      self.delimiter = delimiter
      self.fields = fields
      self.ragged = ragged
    }
  }

  static let samples = [
    Sample("fdic_banklist/2010-03_no-acquirer-column.csv", 233, "ASCII", .crlf, "comma", 6),
    Sample(
      "fdic_banklist/2011-09_cert-hash_continuation-rows_cp1252.csv", 434, "windows-1252", .crlf,
      "comma", 7),
    Sample(
      "fdic_banklist/2013-03_cert-hash_backslash-apostrophes.csv", 498, "ASCII", .crlf, "comma", 7),
    Sample("fdic_banklist/2015-10_st-cert.csv", 542, "ASCII", .crlf, "comma", 7),
    Sample("fdic_banklist/2016-05_cr-only_mdy-dates.csv", 545, "ASCII", .cr, "comma", 7),
    Sample("fdic_banklist/2017-04_injected-duplicate-rows.csv", 559, "ASCII", .crlf, "comma", 7),
    Sample(
      "fdic_banklist/2018-02_excel-table-header-Column1_bom.csv", 556, "UTF-8", .crlf, "comma", 7),
    Sample("fdic_banklist/2018-02_lf.csv", 555, "ASCII", .lf, "comma", 7),
    Sample(
      "fdic_banklist/2018-02_mixed-date-formats-by-column.csv", 555, "ASCII", .lf, "comma", 7),
    Sample("fdic_banklist/2019-11_california-subset.csv", 41, "ASCII", .crlf, "comma", 6),
    Sample("fdic_banklist/2019-11_six-columns_crlf.csv", 559, "ASCII", .crlf, "comma", 6),
    Sample(
      "fdic_banklist/2020-10_long-dates_utf8_html-table-scrape.csv", 563, "UTF-8", .lf, "comma", 7),
    Sample(
      "fdic_banklist/2020-10_nbsp-headers_cp1252_fund.csv", 563, "windows-1252", .crlf, "comma", 7),
    Sample(
      "fdic_banklist/2023-03-14_series_nbsp-headers_cp1252.csv", 565, "windows-1252", .crlf,
      "comma", 7),
    Sample(
      "fdic_banklist/2023-03-20_series_nbsp-headers_cp1252.csv", 565, "windows-1252", .crlf,
      "comma", 7),
    Sample(
      "fdic_banklist/2023-05-01a_series_nbsp-headers_cp1252.csv", 566, "windows-1252", .crlf,
      "comma", 7),
    Sample("fdic_banklist/2023-11_utf8-bom_nbsp-headers.csv", 568, "UTF-8", .crlf, "comma", 7),
    Sample("fdic_banklist/2025-06_dagger-mojibake_utf8-bom.csv", 572, "UTF-8", .crlf, "comma", 7),
    Sample("bankfind/1934-2026_33col_api-csv_all-quoted.csv", 4114, "ASCII", .lf, "comma", 33),
    Sample("bankfind/2000-2019_13col_all-quoted.csv", 577, "ASCII", .lf, "comma", 13),
    Sample("bankfind/2023_13col_unpadded-dates.csv", 584, "ASCII", .lf, "comma", 13),
    Sample(
      "fdic_other/bank-failures-in-brief_2023_money_cp1252.csv", 566, "windows-1252", .crlf,
      "comma", 6),
    Sample(
      "sales_csv/superstore-products_cp437-oem_semicolon.csv", 8209, "windows-1252", .lf,
      "semicolon", 5),
    Sample(
      "sales_csv/forecast_title-row_total-row_dot-thousands.csv", 52, "ASCII", .lf, "semicolon", 14),
    Sample(
      "sales_csv/financial-sample_paraguay_dot-thousands_bom.csv", 700, "UTF-8", .lf, "semicolon",
      16),
    Sample(
      "sales_csv/SalesJan2009_998rows_empty-trailing-column.csv", 998, "ASCII", .crlf, "comma", 11,
      ragged: 1),
    Sample("torture/messytables_utf-16le_encoded.csv", 327, "UTF-16LE", .crlf, "comma", 19),
    Sample("torture/clients_tab-delimited-named-csv.csv", 30, "UTF-8", .lf, "tab", 4),
    Sample("torture/quotes-inside-unquoted-cells.csv", 27, "UTF-8", .crlf, "comma", 3),
    Sample("contacts/us-500_fake-contacts.csv", 500, "ASCII", .crlf, "comma", 12),
  ]

  @Test(
    .enabled(if: isThere, Comment(rawValue: SampleFolder.absence)), arguments: samples,
    [7, 4096, 256 << 10])
  func `each record is read`(sample: Sample, blockSize: Int) throws {
    let path = Self.folder.appending(path: sample.testDescription).path
    var reader = try CSVReader(TextInput(path: path, blockSize: blockSize))
    let detection = reader.detection
    #expect(detection.dialect.delimiterName == sample.delimiter)
    #expect(detection.dialect.lineEnds == sample.lineEnds)
    reader.beginRecords(afterLine: 1, fieldCount: sample.fields)
    let records = try reader.copies()
    #expect(records.count == sample.records)
    #expect(records.allSatisfy { $0.problem == nil })
    #expect(records.count { $0.fields.count != sample.fields } == sample.ragged)
    let encoding = reader.input.encoding
    #expect(encoding.name == sample.encoding)
  }

  @Test(.enabled(if: isThere, Comment(rawValue: SampleFolder.absence)))
  func `a web page is recognised`() throws {
    let path = Self.folder.appending(path: "fdic_banklist/2024_html-page-saved-as.csv").path
    let reader = try CSVReader(TextInput(path: path))
    let format = reader.input.foreignFormat
    #expect(format == .html)
  }

  @Test(
    .enabled(if: isThere, Comment(rawValue: SampleFolder.absence)),
    arguments: [
      ("sales_excel/pbpython_sales-jan-2014.xlsx", ForeignFormat.xlsx),
      ("sales_excel/apple-sales_text-months.xls", .xls), ("torture/messytables_simple.xls", .xls),
    ])
  func `a workbook is recognised`(name: String, expected: ForeignFormat) throws {
    let reader = try CSVReader(TextInput(path: Self.folder.appending(path: name).path))
    let format = reader.input.foreignFormat
    #expect(format == expected)
  }
}
