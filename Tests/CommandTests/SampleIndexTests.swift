import Foundation
import SampleSupport
import Testing

/// Every real file that the index of samples names: what `convert` makes of it is in
/// `ConvertSamplesTests`, and what `import` does is here.
@Suite(.enabled(if: Samples.arePresent, Comment(rawValue: SampleFolder.absence)))
struct SampleIndexTests {
  /// Records read, inserted, rejected and skipped of the files that are of a dataset; all others are
  /// refused.
  private static let loaded: [String: [Int]] = [
    "fdic_banklist/2010-03_no-acquirer-column.csv": [233, 233, 0, 0],
    "fdic_banklist/2011-09_cert-hash_continuation-rows_cp1252.csv": [432, 422, 10, 0],
    "fdic_banklist/2013-03_cert-hash_backslash-apostrophes.csv": [498, 496, 2, 0],
    "fdic_banklist/2015-10_st-cert.csv": [542, 542, 0, 0],
    "fdic_banklist/2016-05_cr-only_mdy-dates.csv": [545, 545, 0, 0],
    "fdic_banklist/2017-04_injected-duplicate-rows.csv": [559, 550, 0, 9],
    "fdic_banklist/2018-02_lf.csv": [555, 555, 0, 0],
    "fdic_banklist/2018-02_mixed-date-formats-by-column.csv": [555, 555, 0, 0],
    "fdic_banklist/2018-02_excel-table-header-Column1_bom.csv": [555, 555, 0, 0],
    "fdic_banklist/2018-02_excel-table-header-Column1.xlsx": [555, 555, 0, 0],
    "fdic_banklist/2019-11_six-columns_crlf.csv": [559, 559, 0, 0],
    "fdic_banklist/2019-11_california-subset.csv": [41, 41, 0, 0],
    "fdic_banklist/2020-10_nbsp-headers_cp1252_fund.csv": [563, 563, 0, 0],
    "fdic_banklist/2020-10_long-dates_utf8_html-table-scrape.csv": [563, 563, 0, 0],
    "fdic_banklist/2023-03-14_series_nbsp-headers_cp1252.csv": [565, 565, 0, 0],
    "fdic_banklist/2023-03-20_series_nbsp-headers_cp1252.csv": [565, 565, 0, 0],
    "fdic_banklist/2023-05-01a_series_nbsp-headers_cp1252.csv": [566, 566, 0, 0],
    "fdic_banklist/2023-11_utf8-bom_nbsp-headers.csv": [568, 568, 0, 0],
    "fdic_banklist/2025-06_dagger-mojibake_utf8-bom.csv": [572, 572, 0, 0],
    "bankfind/2000-2019_13col_all-quoted.csv": [577, 577, 0, 0],
    "bankfind/2023_13col_unpadded-dates.csv": [584, 584, 0, 0],
    "bankfind/1934-2026_33col_api-csv_all-quoted.csv": [4114, 4114, 0, 0],
    "sales_csv/account-manager_q1-q4.csv": [4, 4, 0, 0],
    "contacts/us-500_fake-contacts.csv": [500, 500, 0, 0],
    "contacts/contacts_full-name_missing.csv": [7, 6, 1, 0],
  ]

  /// The files that the index names.
  private static let names: [String] = {
    let index = (try? String(contentsOfFile: Samples.path("INDEX.md"), encoding: .utf8)) ?? ""
    return index.split(separator: "\n").compactMap { line in
      line.hasPrefix("### ") ? String(line.dropFirst(4)) : nil
    }
  }()

  @Test func `each file has its expected result`() {
    let converted = Set(ConvertSamplesTests.samples.map(\.testDescription))
    let refused = [
      "fdic_banklist/2024_html-page-saved-as.csv", "torture/messytables_encrypted_no_password.xls",
    ]
    #expect(Self.names.count == 57)
    for name in Self.names {
      #expect(converted.contains(name) || refused.contains(name), "\(name)")
    }
  }

  @Test func `each file is loaded as its dataset, or refused without a trace`() async throws {
    let workspace = try Workspace()
    for (index, name) in Self.names.enumerated() {
      let database = "\(index).db"
      let outcome = try await workspace.run(
        "import", Samples.path(name), "--db", database, "--json")
      let report = try Report.all(outcome).first
      let found = report.map { [$0.read, $0.inserted, $0.rejected, $0.skipped] }
      let expected = Self.loaded[name]
      #expect(found == expected ?? [0, 0, 0, 0], "\(outcome)")
      let isWhole = expected.map { $0[2] == 0 }
      #expect(outcome.status == (isWhole.map { $0 ? 0 : 2 } ?? 65), "\(outcome)")
      let isThere = try workspace.files.contains(database)
      #expect(isThere == (expected != nil), "\(name)")
    }
  }
}
