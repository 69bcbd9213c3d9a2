import ArchiveSupport
import Foundation
import Testing

@testable import bank_etl

/// Files and sheets with several tables, one below the other.
struct ImportTablesTests {
  private let space: Workspace

  init() throws {
    space = try Workspace()
  }

  private static let text = """
    Region,Total
    North,3
    South,4

    Bank Name,City,ST,CERT,Closing Date
    A Bank,X,NY,1,23-Feb-07
    B Bank,Y,NJ,2,1-Nov-19

    Region,Total
    North,5
    CERT,Bank Name,Closing Date,City,ST,Fund
    3,C Bank,2-Mar-20,Z,PA,10538

    """

  private static let lines = """
    not loaded: 3 records above the header on line 5
    table on lines 5 to 7, 2 records: loaded, without "Fund"
    table on lines 9 to 10, 1 record: not loaded, its header "Region", "Total" is that of no dataset
    table on lines 11 to 12, 1 record: loaded
    """

  private func check(_ outcome: Outcome, source: String) async throws {
    #expect(outcome.status == 2, "\(outcome)")
    #expect(
      outcome.stdout.contains("5 read: 3 inserted, 0 updated, 0 unchanged, 2 rejected, 0 skipped")
        || outcome.stdout.contains(
          "6 read: 3 inserted, 0 updated, 0 unchanged, 2 rejected, 1 skipped"),
      "\(outcome)")
    #expect(outcome.stderr.contains("\(source):10: expected a record of the dataset"), "\(outcome)")
    let rows = try await space.run("list", "failed-banks", "--format", "csv")
    #expect(rows.stdout.contains("C Bank,Z,PA,,3,,10538,2020-03-02,"), "\(rows)")
    let rejects = try await space.run("rejects", "--json")
    #expect(rejects.stdout.contains("\"other_table\""), "\(rejects)")
  }

  @Test func `import takes the tables that fit, and says which`() async throws {
    try space.write("list.csv", Self.text)
    let outcome = try await space.run("import", "list.csv")
    try await check(outcome, source: "list.csv")
    for line in Self.lines.split(separator: "\n").dropFirst(2) {
      #expect(outcome.stdout.contains(line), "\(outcome)")
    }
    let again = try await space.run("import", "list.csv", "--json", "--force")
    let objects = try JSONSerialization.jsonObject(with: again.output) as? [[String: Any]]
    let report = try #require(objects?.first)
    #expect(report["records_above_header"] as? Int == 3)
    let tables = try #require(report["tables"] as? [[String: Any]])
    #expect(tables.map { $0["line"] as? Int } == [5, 9, 11])
    #expect(tables.map { $0["loaded"] as? Bool } == [true, false, true])
    #expect(tables.map { $0["records"] as? Int } == [2, 1, 1])
  }

  @Test func `the tables of a sheet are told apart too`() async throws {
    let rows = Self.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      index, line in
      let cells = line.isEmpty ? [] : line.split(separator: ",")
      let xml = cells.enumerated().map { column, text in
        "<c r='\(["A", "B", "C", "D", "E", "F"][column])\(index + 1)' t='inlineStr'>"
          + "<is><t>\(text)</t></is></c>"
      }
      return "<row r='\(index + 1)'>\(xml.joined())</row>"
    }
    try space.write("list.xlsx", try WorkbookSample(rows.joined()).bytes())
    try await check(try await space.run("import", "list.xlsx"), source: "list.xlsx")
    let found = try await space.run("inspect", "list.xlsx")
    #expect(found.stdout.contains("lines 11 to 12, 1 record of 6 fields"), "\(found)")
  }

  @Test func `inspect lists them, with the datasets that they are of`() async throws {
    try space.write("list.csv", Self.text)
    let found = try await space.run("inspect", "list.csv")
    #expect(found.stdout.contains("lines 1 to 3, 2 records of 2 fields: \"Region\", \"Total\"\n"))
    #expect(
      found.stdout.contains("\"ST\", \"CERT\", \"Closing Date\"; the header of failed-banks\n"),
      "\(found)")
    #expect(found.stdout.contains("records     2 with 2 fields"), "\(found)")
  }

  @Test func `convert writes all of them, and says so`() async throws {
    try space.write("list.csv", Self.text)
    let outcome = try await space.run("convert", "list.csv", "--no-types")
    #expect(outcome.status == 2)
    let written = Self.text.split(separator: "\n").joined(separator: "\n") + "\n"
    #expect(outcome.stdout == written, "\(outcome)")
    #expect(
      outcome.stderr.contains("list.csv:5: another table begins here, of 5 fields"), "\(outcome)")
    #expect(outcome.stderr.contains("list.csv:11: another table begins here"), "\(outcome)")
  }
}
