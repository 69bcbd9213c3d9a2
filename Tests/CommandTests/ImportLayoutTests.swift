import Foundation
import Testing

@testable import bank_etl

/// Imports of files that are not laid out as a table should be.
struct ImportLayoutTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let options: [String]
    /// Read, inserted, updated, unchanged, rejected, skipped.
    let counts: [Int]
    var codes: [String] = []

    init(
      _ name: String, _ text: String, _ options: [String] = [], counts: [Int], codes: [String] = []
    ) {
      testDescription = name
      self.text = text
      self.options = options
      self.counts = counts
      self.codes = codes
    }
  }

  private static let header = "Bank Name,City,ST,CERT,Acquiring Institution,Closing Date\n"
  private static let one = "A Bank,X,NY,1,B Bank,23-Feb-07\n"
  private static let two = "C Bank,Y,NJ,2,B Bank,1-Nov-19\n"

  static let cases = [
    Case("the header again", header + one + header + two, counts: [3, 2, 0, 0, 0, 1]),
    Case(
      "two-character delimiters", (header + one + two).replacing(",", with: ";,"),
      counts: [2, 2, 0, 0, 0, 0]),
    Case(
      "a comma and a space", (header + one + two).replacing(",", with: ", "),
      counts: [2, 2, 0, 0, 0, 0]),
    Case(
      "a total and a note below", header + one + two + "Total,,,2,,\nas of today\n",
      counts: [4, 2, 0, 0, 2, 0], codes: ["ragged", "duplicate_key"]),
    Case(
      "a total and a note that are left out", header + one + two + "Total,,,2,,\nas of today\n",
      ["--skip-footer", "2"], counts: [2, 2, 0, 0, 0, 0]),
    Case(
      "the end missing", header + one + "C Bank,Y,N", ["--allow", "truncated"],
      counts: [2, 1, 0, 0, 1, 0],
      codes: ["truncated"]),
    Case(
      "no header, other columns", one + two, ["--no-header", "--dataset", "failed-banks"],
      counts: [2, 0, 0, 0, 2, 0], codes: ["invalid_integer"]),
    Case(
      "a header that is not the first that fits",
      header + header.replacing("ST", with: "State") + one,
      ["--header-line", "2"], counts: [1, 1, 0, 0, 0, 0]),
    Case(
      "blank lines and records", header + "\n,,,,,\n" + one + "\n\n" + two + ",,,,,\n\n",
      counts: [2, 2, 0, 0, 0, 0]),
  ]

  @Test(arguments: cases)
  func `each record is accounted for`(row: Case) async throws {
    try workspace.write("list.csv", row.text)
    let words = row.options.map { "'\($0)'" }.joined(separator: " ")
    let outcome = try await workspace.shell("$BANK_ETL import list.csv --json \(words)")
    let report = try #require(try Report.all(outcome).first, "\(outcome)")
    #expect(report.counts == row.counts, "\(outcome)")
    guard !row.codes.isEmpty else { return }
    let rejects = try await workspace.run("rejects", "--json")
    for code in row.codes { #expect(rejects.stdout.contains("\"\(code)\""), "\(rejects)") }
  }

  @Test func `the summary says that the header came again`() async throws {
    try workspace.write("list.csv", Self.header + Self.one + Self.header)
    let outcome = try await workspace.run("import", "list.csv")
    #expect(outcome.stdout.contains("skipped as the header once more: 1"), "\(outcome)")
  }

  @Test(arguments: [
    ("", nil), ("Totem Bank,A,KS,8,Acq,23-Oct-20\nSummit Bank,A,KS,9,Acq,23-Oct-20\n", nil),
    ("Subtotals Bank,A,KS,8,,\nGesamtbank,A,KS,9,,\nGrand Totals,A,KS,7,,\nTo,A,KS,6,,\n", nil),
    ("GESAMT: 3,,,4,,\n", "loaded, though they look like totals: line 3; --skip-footer N"),
    ("Total,,,3,,\n", "loaded, though they look like totals: line 3; --skip-footer N"),
    (
      "Sub-total: KS,,,3,,\nTOTAL,,,4,,\nGrand Total,,,5,,\nSumme,,,6,,\n",
      "loaded, though they look like totals: lines 3, 4, 5 and 1 more; --skip-footer N"
    ),
  ])
  func `a total that can't be told from a record is said`(rest: String, note: String?) async throws
  {
    try workspace.write("list.csv", Self.header + Self.one + rest)
    let outcome = try await workspace.run("import", "list.csv")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.stdout.contains("totals") == (note != nil), "\(outcome)")
    if let note { #expect(outcome.stdout.contains(note), "\(outcome)") }
  }

  @Test func `a total of a document is said without an option that is for text`() async throws {
    try workspace.write(
      "list.md",
      """
      | Bank Name | City | State | Cert | Acquiring Institution | Closing Date |
      |---|---|---|---|---|---|
      | Total |  |  | 3 |  |  |

      """)
    let outcome = try await workspace.run("import", "list.md")
    #expect(outcome.stdout.contains("look like totals: line 3\n"), "\(outcome)")
  }
}
