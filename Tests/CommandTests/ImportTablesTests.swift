import ArchiveSupport
import Foundation
import SQLite
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
    for line in Self.lines.split(separator: "\n") {
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

  /// First line, then rows of `things` (id, name, day with a default, n that must not be NULL).
  private static let columnCases: [(text: String, rows: String)] = [
    // The later table lacks columns, and so does the first one.
    ("id,name,day,n\n1,a,x,1\n\nid,n\n2,20\n3,30\n", "1|a|x|1;2|b|old|20;3||none|30"),
    ("id,n\n2,20\n3,30\n\nid,name,day,n\n1,a,x,1\n", "1|a|x|1;2|b|old|20;3||none|30"),
    // Where a value must be there, a row that is there gives it.
    ("id,name,day,n\n1,a,x,1\n\nid,name\n2,c\n", "1|a|x|1;2|c|old|9"),
    ("id,name,day,n\n1,a,x,1\n\nn,id,day\n5,2,\n", "1|a|x|1;2|b||5"),
    // A third table has them again.
    ("id,n\n1,1\n\nid,name\n2,c\n\nn,id\n8,4\n", "1|||1;2|c|old|9;4||none|8"),
  ]

  @Test(arguments: columnCases.indices)
  func `a table that lacks a column leaves it as it is`(index: Int) async throws {
    try space.write(
      "p.json",
      """
      {"name": "p", "migrations": "m", "resources": [{"name": "things", "path": "t.csv",
        "table": "things", "schema": {"primaryKey": ["id"], "fields": [
          {"name": "id", "column": "id", "type": "integer"}, {"name": "name", "column": "name"},
          {"name": "day", "column": "day"}, {"name": "n", "column": "n", "type": "integer"}]}}]}
      """)
    _ = try await space.shell(
      """
      mkdir m; echo 'DROP TABLE things;' > m/0001_things.down.sql; cat > m/0001_things.up.sql <<'END'
      CREATE TABLE things (id INTEGER NOT NULL UNIQUE, name TEXT, day TEXT DEFAULT 'none',
        n INTEGER NOT NULL, run_id INTEGER, source_line INTEGER) STRICT;
      END
      """)
    let environment = ["BANK_ETL_PACKAGE": "p.json"]
    try space.write("first.csv", "id,name,day,n\n2,b,old,9\n")
    let first = try await space.run("import", "first.csv", environment: environment)
    #expect(first.status == 0, "\(first)")
    let row = Self.columnCases[index]
    try space.write("t.csv", row.text)
    let outcome = try await space.run("import", "t.csv", environment: environment)
    #expect(outcome.status == 0, "\(outcome)")
    let database = try Database(path: space.path("bank.db"), access: .readOnly)
    let rows = try database.rows("SELECT id, name, day, n FROM things ORDER BY id")
    let text = rows.map { row in
      row.map { $0.text ?? $0.integer.map { String($0) } ?? "" }.joined(separator: "|")
    }.joined(separator: ";")
    // Of the last case, the first row has no day: the default.
    #expect(text == row.rows.replacing("1|||1", with: "1||none|1"), "\(outcome)")
    let undone = try await space.run("undo", "2", environment: environment)
    #expect(undone.status == 0, "\(undone)")
    #expect(
      try database.rows("SELECT id, name, day, n FROM things") == [[2, "b", "old", 9]], "\(undone)")
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
