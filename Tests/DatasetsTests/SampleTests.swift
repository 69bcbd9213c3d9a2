import Foundation
import Records
import SampleSupport
import Testing

@testable import Datasets

/// A real list, and what its records become.
private struct Sample: CustomTestStringConvertible, Sendable {
  let file: String
  var encoding: String.Encoding = .utf8
  /// The line of the header, counting from 1.
  var header: Int64 = 1
  let records: Int64
  let rows: Int
  var columns = columnsOf2011
  var testDescription: String { file }

  static let columnsOf2010 = ["name", "city", "state", "cert", "close_date", "updated_date"]
  static let columnsOf2011 = [
    "name", "city", "state", "cert", "acquirer", "close_date", "updated_date",
  ]
  static let columnsOf2019 = ["name", "city", "state", "cert", "acquirer", "close_date"]
  static let columnsOf2020 = [
    "name", "city", "state", "cert", "acquirer", "fund", "close_date",
  ]
}

private let samples: [Sample] = [
  Sample(
    file: "2010-03_no-acquirer-column.csv", records: 233, rows: 233,
    columns: Sample.columnsOf2010),
  Sample(
    file: "2011-09_cert-hash_continuation-rows_cp1252.csv", encoding: .windowsCP1252,
    records: 432, rows: 422),
  Sample(file: "2013-03_cert-hash_backslash-apostrophes.csv", records: 498, rows: 496),
  Sample(file: "2015-10_st-cert.csv", records: 542, rows: 542),
  Sample(file: "2016-05_cr-only_mdy-dates.csv", records: 545, rows: 545),
  Sample(file: "2017-04_injected-duplicate-rows.csv", records: 559, rows: 559),
  Sample(file: "2018-02_lf.csv", records: 555, rows: 555),
  Sample(
    file: "2018-02_excel-table-header-Column1_bom.csv", header: 2, records: 555, rows: 555),
  Sample(file: "2018-02_mixed-date-formats-by-column.csv", records: 555, rows: 555),
  Sample(
    file: "2019-11_six-columns_crlf.csv", records: 559, rows: 559, columns: Sample.columnsOf2019),
  Sample(
    file: "2019-11_california-subset.csv", records: 41, rows: 41, columns: Sample.columnsOf2019),
  Sample(
    file: "2020-10_nbsp-headers_cp1252_fund.csv", encoding: .windowsCP1252, records: 563,
    rows: 563, columns: Sample.columnsOf2020),
  Sample(
    file: "2020-10_long-dates_utf8_html-table-scrape.csv", records: 563, rows: 563,
    columns: Sample.columnsOf2020),
  Sample(
    file: "2023-03-14_series_nbsp-headers_cp1252.csv", encoding: .windowsCP1252, records: 565,
    rows: 565, columns: Sample.columnsOf2020),
  Sample(
    file: "2023-03-20_series_nbsp-headers_cp1252.csv", encoding: .windowsCP1252, records: 565,
    rows: 565, columns: Sample.columnsOf2020),
  Sample(
    file: "2023-05-01a_series_nbsp-headers_cp1252.csv", encoding: .windowsCP1252, records: 566,
    rows: 566, columns: Sample.columnsOf2020),
  Sample(
    file: "2023-11_utf8-bom_nbsp-headers.csv", records: 568, rows: 568,
    columns: Sample.columnsOf2020),
  Sample(
    file: "2025-06_dagger-mojibake_utf8-bom.csv", records: 572, rows: 572,
    columns: Sample.columnsOf2020),
]

private let folder = SampleFolder.url
private let hasSamples = SampleFolder.isThere

/// The records of a CSV text: enough of a reader for files that are known to be well formed.
func records(ofCSV text: String, line: Int64 = 1) -> RecordBatch {
  let bytes = Array(text.utf8)
  var records: [TestRecord] = []
  var fields: [[UInt8]] = []
  var field: [UInt8] = []
  var isQuoted = false
  var position = 0
  func next() -> UInt8? { position + 1 < bytes.count ? bytes[position + 1] : nil }
  while position < bytes.count {
    switch (bytes[position], isQuoted) {
    case (0x22, true) where next() == 0x22:
      field.append(0x22)
      position += 1
    case (0x22, _): isQuoted.toggle()
    case (0x2C, false):
      fields.append(field)
      field = []
    case (0x0A, false), (0x0D, false):
      if bytes[position] == 0x0D, next() == 0x0A { position += 1 }
      records.append(TestRecord(bytes: fields + [field]))
      (fields, field) = ([], [])
    case (let byte, _): field.append(byte)
    }
    position += 1
  }
  if !fields.isEmpty || !field.isEmpty { records.append(TestRecord(bytes: fields + [field])) }
  return batch(records, line: line)
}

@Suite(.enabled(if: hasSamples, Comment(rawValue: SampleFolder.absence)))
struct SampleTests {
  /// What a list becomes: the match, the rows as text, the rejects, and the count.
  private func convert(_ sample: Sample) throws -> (
    match: HeaderMatch, rows: [[String]], rejects: [Reject], count: Int64
  ) {
    let data = try Data(contentsOf: folder.appending(path: "fdic_banklist/\(sample.file)"))
    var batch = records(ofCSV: try #require(String(data: data, encoding: sample.encoding)))
    let match = try HeaderMatcher(datasets: declaredPackage().datasets).match(batch)
    var converter = RecordConverter(match)
    var rows = RowBatch(columnCount: converter.columns.count)
    converter.convert(&batch, records: match.record + 1..<batch.records.count, into: &rows)
    return (match, table(rows, in: batch), rows.rejects, converter.recordCount)
  }

  @Test("each list becomes the rows it has", arguments: samples)
  private func list(sample: Sample) throws {
    let (match, rows, rejects, count) = try convert(sample)
    #expect(match.dataset.name == "failed-banks")
    #expect(match.line == sample.header)
    #expect(match.tableColumns == sample.columns)
    #expect(match.unknownLabels == [])
    #expect(count == sample.records)
    #expect(rows.count == sample.rows)
    #expect(rejects.count == Int(sample.records) - sample.rows)
    #expect(rejects.allSatisfy { $0.code == .missingValue })
    let close = try #require(match.tableColumns.firstIndex(of: "close_date"))
    #expect(rows.allSatisfy { $0[close] >= "'2000-10-13'" && $0[close] < "'2025-12-31'" })
  }

  @Test func `all lists agree on the day a bank closed`() throws {
    var days: [String: Set<String>] = [:]
    for sample in samples {
      let (match, rows, _, _) = try convert(sample)
      let cert = try #require(match.tableColumns.firstIndex(of: "cert"))
      let close = try #require(match.tableColumns.firstIndex(of: "close_date"))
      for row in rows { days[row[cert], default: []].insert(row[close]) }
    }
    #expect(days.count == 572)
    #expect(days.filter { $0.value.count > 1 }.keys.sorted() == [])
  }

  @Test func `the rejects of 2011 are the lines without a certificate`() throws {
    let (_, _, rejects, _) = try convert(samples[1])
    #expect(rejects.map(\.line) == [91, 175, 177, 179, 378, 391, 394, 396, 420, 429])
    #expect(rejects.count { $0.column == "CERT #" } == 9)
    // A second acquirer on a line of its own has no name either, which comes first.
    #expect(rejects.first { $0.line == 394 }?.column == "Bank Name")
    #expect(
      rejects.first.map { String(decoding: $0.raw, as: UTF8.self) } == "In Vietnamese,,,,,,")
  }

  @Test(
    "files of other kinds are refused",
    arguments: [
      "fdic_banklist/2024_html-page-saved-as.csv", "sales_csv/account-manager_q1-q4.csv",
      "sales_csv/quarter-sales-tiny.csv", "sales_csv/grocery_no-header.csv",
      "bankfind/2000-2019_13col_all-quoted.csv", "bankfind/1934-2026_33col_api-csv_all-quoted.csv",
      "contacts/us-500_fake-contacts.csv",
    ])
  func refused(file: String) throws {
    let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    let head = records(ofCSV: text)
    let banks = try declaredPackage().datasets.filter { $0.name == "failed-banks" }
    #expect(throws: HeaderMismatch.self) { try HeaderMatcher(datasets: banks).match(head) }
  }

  @Test func `this repository's own list has forty banks`() throws {
    let text = try String(
      contentsOf: repository.appending(path: "data/banklist.csv"), encoding: .utf8)
    var batch = records(ofCSV: text)
    let match = try HeaderMatcher(datasets: declaredPackage().datasets).match(batch)
    #expect(match.missingLabels == ["Zip", "Updated Date"])
    var converter = RecordConverter(match)
    var rows = RowBatch(columnCount: converter.columns.count)
    converter.convert(&batch, records: 1..<batch.records.count, into: &rows)
    #expect(rows.rejects == [])
    let days = table(rows, in: batch).map { $0[6] }
    #expect(days.count == 40)
    #expect(days.min() == "'2007-02-02'")
    #expect(days.max() == "'2023-11-03'")
    #expect(days == days.sorted(by: >))
  }
}
