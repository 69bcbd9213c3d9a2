import Foundation
import SQLite
import Testing

/// A real list of failed banks, and what is to come of it in an empty database.
struct ListCase: Sendable, CustomTestStringConvertible {
  var file: String
  var read: Int
  var stored: Int
  var rejected = 0
  var skipped = 0
  var encoding = "ASCII"
  var headerLine = 1

  var testDescription: String { file }
}

/// Real lists, as they were published from 2010 to 2025; they are not part of the repository.
@Suite(.enabled(if: Samples.arePresent, "the folder of real files is not there"))
struct FailedBankListTests {
  static let lists = [
    ListCase(file: "2010-03_no-acquirer-column.csv", read: 233, stored: 233),
    ListCase(
      file: "2011-09_cert-hash_continuation-rows_cp1252.csv", read: 432, stored: 422, rejected: 10,
      encoding: "windows-1252"),
    ListCase(
      file: "2013-03_cert-hash_backslash-apostrophes.csv", read: 498, stored: 496, rejected: 2),
    ListCase(file: "2015-10_st-cert.csv", read: 542, stored: 542),
    ListCase(file: "2016-05_cr-only_mdy-dates.csv", read: 545, stored: 545),
    ListCase(file: "2017-04_injected-duplicate-rows.csv", read: 559, stored: 550, skipped: 9),
    ListCase(file: "2018-02_lf.csv", read: 555, stored: 555),
    ListCase(
      file: "2018-02_excel-table-header-Column1_bom.csv", read: 555, stored: 555,
      encoding: "UTF-8", headerLine: 2),
    ListCase(file: "2018-02_mixed-date-formats-by-column.csv", read: 555, stored: 555),
    ListCase(file: "2019-11_six-columns_crlf.csv", read: 559, stored: 559),
    ListCase(file: "2019-11_california-subset.csv", read: 41, stored: 41),
    ListCase(
      file: "2020-10_nbsp-headers_cp1252_fund.csv", read: 563, stored: 563,
      encoding: "windows-1252"),
    ListCase(
      file: "2020-10_long-dates_utf8_html-table-scrape.csv", read: 563, stored: 563,
      encoding: "UTF-8"),
    ListCase(
      file: "2023-03-14_series_nbsp-headers_cp1252.csv", read: 565, stored: 565,
      encoding: "windows-1252"),
    ListCase(
      file: "2023-05-01a_series_nbsp-headers_cp1252.csv", read: 566, stored: 566,
      encoding: "windows-1252"),
    ListCase(
      file: "2023-11_utf8-bom_nbsp-headers.csv", read: 568, stored: 568, encoding: "UTF-8"),
    ListCase(
      file: "2025-06_dagger-mojibake_utf8-bom.csv", read: 572, stored: 572, encoding: "UTF-8"),
  ]

  @Test(arguments: lists)
  func `a list is loaded whole into an empty database`(_ list: ListCase) async throws {
    let workspace = try Workspace()
    let outcome = try await workspace.run(
      "import", "--json", Samples.path("fdic_banklist/" + list.file))
    #expect(outcome.status == (list.rejected == 0 ? 0 : 2), "\(outcome)")
    let report = try #require(try Report.all(outcome).first)
    #expect(report.counts == [list.read, list.stored, 0, 0, list.rejected, list.skipped])
    #expect(report.encoding == list.encoding)
    #expect(report.headerLine == list.headerLine)
    #expect(report.absent == 0)
    let database = try workspace.database()
    #expect(try database.value("SELECT count(*) FROM failed_banks") == .integer(Int64(list.stored)))
    #expect(
      try database.value("SELECT count(*) FROM etl_rejects") == .integer(Int64(list.rejected)))
    // Every list has a date and a name in each row; what reads otherwise was read wrongly.
    #expect(
      try database.value(
        """
        SELECT count(*) FROM failed_banks
        WHERE close_date IS NULL OR close_date NOT BETWEEN '2000-01-01' AND '2025-12-31'
          OR name GLOB '[ ]*' OR trim(state) = '' OR run_id <> 1
        """) == 0)
  }

  @Test func `consecutive lists change what changed, and nothing else`() async throws {
    let workspace = try Workspace()
    func load(_ file: String) async throws -> Report {
      let outcome = try await workspace.run(
        "import", "--json", Samples.path("fdic_banklist/" + file))
      #expect(outcome.status == 0, "\(outcome)")
      return try #require(try Report.all(outcome).first)
    }
    let first = try await load("2023-03-14_series_nbsp-headers_cp1252.csv")
    #expect(first.counts == [565, 565, 0, 0, 0, 0])
    let second = try await load("2023-03-20_series_nbsp-headers_cp1252.csv")
    #expect(second.counts == [565, 0, 1, 564, 0, 0])
    let subset = try await load("2019-11_california-subset.csv")
    #expect(subset.counts == [41, 0, 0, 41, 0, 0])
    #expect(subset.absent == 524)
    let acquirers = """
      SELECT acquirer FROM failed_banks WHERE cert = 57053 OR acquirer IS NULL
      """
    let database = try workspace.database()
    let rows = try database.rows(acquirers)
    #expect(rows.count == 1 && rows[0][0].text?.hasPrefix("Flagstar") == true)
    #expect(
      try database.rows(
        """
        SELECT row_id, run_id, column_name FROM etl_changes
        WHERE column_name NOT IN ('run_id', 'source_line')
        """) == [
          [
            try #require(try database.value("SELECT id FROM failed_banks WHERE cert = 57053")), 2,
            "acquirer",
          ]
        ])

    let again = try await load("2019-11_california-subset.csv")
    #expect(again.status == "unchanged_file")
    #expect(again.run == 3)
    #expect(try workspace.database().value("SELECT count(*) FROM etl_runs") == 3)
  }

  @Test func `a list without a column leaves it as it is in rows that exist`() async throws {
    let workspace = try Workspace()
    let full = Samples.path("fdic_banklist/2013-03_cert-hash_backslash-apostrophes.csv")
    let old = Samples.path("fdic_banklist/2010-03_no-acquirer-column.csv")
    let outcome = try await workspace.run("import", full, old)
    #expect(outcome.status == 2, "\(outcome)")
    let database = try workspace.database()
    #expect(try database.value("SELECT count(*) FROM failed_banks WHERE acquirer IS NULL") == 0)
    #expect(try database.value("SELECT count(*) FROM failed_banks") == 496)
  }

  @Test func `a web page that was saved as a list is refused`() async throws {
    let workspace = try Workspace()
    let outcome = try await workspace.run(
      "import", Samples.path("fdic_banklist/2024_html-page-saved-as.csv"))
    #expect(outcome.status == 65, "\(outcome)")
    #expect(outcome.stderr.hasSuffix("expected delimited text but found an HTML page\n"))
    #expect(try workspace.files.isEmpty)
  }
}
