import ArchiveSupport
import Foundation
import SQLite
import Testing

/// `import --repair`: records that exactly one small change makes fit the dataset's types.
struct RecordRepairTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let record: String
    /// The row, its values with `|` between them; nil where the record is rejected.
    let row: String?
    /// Part of the repair's message, or of the reject's.
    let message: String

    init(_ name: String, _ record: String, _ row: String?, _ message: String) {
      (testDescription, self.record, self.row, self.message) = (name, record, row, message)
    }
  }

  private static let header = "Bank Name,City,ST,CERT,Acquiring Institution,Closing Date\n"

  static let cases = [
    Case(
      "an empty cell too many", "A Bank,,Ulm,NY,12,B Bank,23-Feb-07", "A Bank|Ulm|NY|12|B Bank",
      "the empty field 2 is one too many"),
    Case(
      "an empty cell too few, in one of two places", "A Bank,Ulm,NY,12,23-Feb-07", nil,
      "expected 6 fields but found 5; 2 small changes would make it fit, so none is made"),
    Case(
      "semicolons", "A Bank;Ulm;NY;12;B Bank;23-Feb-07", "A Bank|Ulm|NY|12|B Bank",
      "6 with semicolon as its delimiter"),
    Case(
      "a quote that is not closed", "A Bank,\"Ulm,NY,12,B Bank,23-Feb-07",
      "A Bank|\"Ulm|NY|12|B Bank",
      "a quote in it opens or closes nothing"),
    Case(
      "a quote within quotes", "A Bank,\"Ulm\"s\",NY,12,B Bank,23-Feb-07",
      "A Bank|Ulm\"s|NY|12|B Bank",
      "a quote in it opens or closes nothing"),
    Case(
      "a quote in a number", "A Bank,Ulm,NY,12\",B Bank,23-Feb-07", "A Bank|Ulm|NY|12|B Bank",
      "a quote in it"),
    Case(
      "two empty cells, of which any may be one too many", "A Bank,,Ulm,,NY,12,23-Feb-07", nil,
      "expected 6 fields but found 7"),
    Case("nothing to be done", "A Bank,Ulm", nil, "expected 6 fields but found 2"),
    Case("a day that is none", "A Bank,Ulm,NY,12,B Bank,31-Feb-07", nil, "expected a date"),
  ]

  @Test(arguments: cases)
  func `a record is repaired, or rejected`(row: Case) async throws {
    let workspace = try Workspace()
    let other = "C Bank,Bath,NJ,99,D Bank,1-Nov-19\n"
    try workspace.write("a.csv", Self.header + other + row.record + "\n" + "E,F,NJ,98,G,1-Nov-19\n")
    let plain = try await workspace.run("import", "a.csv", "--db", "plain.db", "--json")
    let without = try #require(try Report.all(plain).first, "\(plain)")
    #expect(without.counts == [3, 2, 0, 0, 1, 0] && without.repaired == 0, "\(plain)")
    let outcome = try await workspace.run("import", "a.csv", "--repair", "--json")
    let report = try #require(try Report.all(outcome).first, "\(outcome)")
    let isRepaired = row.row != nil
    #expect(report.counts == [3, isRepaired ? 3 : 2, 0, 0, isRepaired ? 0 : 1, 0], "\(outcome)")
    #expect(report.repaired == (isRepaired ? 1 : 0))
    #expect(outcome.status == (isRepaired ? 0 : 2))
    let database = try workspace.database()
    let listed = try database.rows(
      """
      SELECT line, message, raw FROM \(isRepaired ? "etl_repairs" : "etl_rejects") WHERE run_id = 1
      """)
    #expect(listed.count == 1 && listed[0][0] == 3 && listed[0][2] == .text(row.record))
    let message = listed.first?[1].text ?? ""
    #expect(message.contains(row.message), "\(message)")
    guard let expected = row.row else { return }
    let found = try database.value(
      """
      SELECT name || '|' || city || '|' || state || '|' || cert || '|' || coalesce(acquirer, '')
      FROM failed_banks WHERE cert = 12
      """)
    #expect(found == .text(expected))
  }

  @Test func `an empty cell is put in where the types leave one place`() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "package.json",
      """
      {"name": "sales", "migrations": "migrations", "resources": [{
        "name": "sales", "table": "sales", "schema": {
          "fields": [
            {"name": "No", "column": "no", "type": "integer"},
            {"name": "Note", "column": "note", "type": "string"},
            {"name": "Day", "column": "day", "type": "date", "constraints": {"required": true}}],
          "primaryKey": "No"}}]}
      """)
    try FileManager.default.createDirectory(
      atPath: workspace.path("migrations"), withIntermediateDirectories: false)
    try workspace.write(
      "migrations/0001_sales.up.sql",
      """
      CREATE TABLE sales (
        id INTEGER PRIMARY KEY AUTOINCREMENT, no INTEGER NOT NULL UNIQUE, note TEXT, day TEXT,
        run_id INTEGER, source_line INTEGER
      ) STRICT;
      """)
    try workspace.write("sales.csv", "No,Note,Day\n1,2020-01-02\n2,x,2020-01-03\n")
    let outcome = try await workspace.run(
      "import", "--package", "package.json", "sales.csv", "--repair", "--db", "new.db")
    #expect(outcome.status == 0 && outcome.stdout.contains("1 repaired"), "\(outcome)")
    let database = try workspace.database("new.db")
    let rows = try database.rows("SELECT no, note, day, source_line FROM sales ORDER BY no")
    #expect(rows == [[1, .null, "2020-01-02", 2], [2, "x", "2020-01-03", 3]])
    let message = try database.value("SELECT message FROM etl_repairs")
    #expect(message == "expected 3 fields but found 2; field 2 is missing")
  }

  /// Rows of a sheet, their cells with commas between; what becomes of the second.
  private static let sheetCases: [(row: String, inserted: Int, repaired: Int)] = [
    ("A Bank,Ulm,NY,12,B Bank,23-Feb-07", 2, 0),
    // A cell too many, and one too few.
    ("A Bank,,Ulm,NY,12,B Bank,23-Feb-07", 2, 1), ("A Bank,NY,12,B Bank,23-Feb-07", 1, 0),
    ("A Bank,,Ulm,,NY,12,B Bank,23-Feb-07", 1, 0), ("A Bank,Ulm,NY,x,B Bank,", 1, 0),
  ]

  @Test(arguments: sheetCases.indices)
  func `a row of a sheet is repaired where one cell is too many or too few`(index: Int) async throws
  {
    let workspace = try Workspace()
    let row = Self.sheetCases[index]
    let lines = [String(Self.header.dropLast()), "C Bank,Bath,NJ,99,D Bank,1-Nov-19", row.row]
    let rows = lines.map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map { text in
        text.isEmpty ? "<c/>" : "<c t='inlineStr'><is><t>\(text)</t></is></c>"
      }
      return "<row>\(cells.joined())</row>"
    }
    try workspace.write("a.xlsx", try WorkbookSample(rows.joined()).bytes())
    let outcome = try await workspace.run("import", "a.xlsx", "--repair", "--json")
    let report = try #require(try Report.all(outcome).first, "\(outcome)")
    #expect(
      report.counts == [2, row.inserted, 0, 0, 2 - row.inserted, 0]
        && report.repaired == row.repaired,
      "\(outcome)")
  }

  @Test func `a record is repaired as one of the table that it is in`() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "a.csv",
      Self.header + "A Bank,Ulm,NY,12,B Bank,23-Feb-07\n\nCERT,ST,Bank Name,City,Closing Date\n"
        + "13,NJ,C Bank,Bath,1-Nov-19\n14;NJ;D Bank;Bath;1-Nov-19\n")
    let outcome = try await workspace.run("import", "a.csv", "--repair", "--json")
    #expect(try Report.all(outcome).first?.counts == [4, 3, 0, 0, 0, 1], "\(outcome)")
    let rows = try workspace.database().rows(
      "SELECT cert, name, state FROM failed_banks ORDER BY cert")
    #expect(rows == [[12, "A Bank", "NY"], [13, "C Bank", "NJ"], [14, "D Bank", "NJ"]])
  }

  @Test func `validate and diff show what would be repaired`() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "a.csv", Self.header + "A Bank;Ulm;NY;12;B Bank;23-Feb-07\nE,F,NJ,98,G,1-Nov-19\n")
    let plain = try await workspace.run("validate", "a.csv")
    #expect(plain.status == 2, "\(plain)")
    let valid = try await workspace.run("validate", "a.csv", "--repair")
    #expect(valid.status == 0 && valid.stdout.contains("a.csv:2: repaired: expected 6 fields"))
    #expect(valid.stdout.contains("0 rejected, 1 repaired\n"), "\(valid)")
    let json = try await workspace.run("validate", "a.csv", "--repair", "--format", "json")
    #expect(json.stdout.contains("\"repaired\":1"), "\(json)")
    let diff = try await workspace.run("diff", "a.csv", "--repair", "--format", "csv")
    #expect(diff.status == 0 && diff.stdout.contains("A Bank"), "\(diff)")
  }

  @Test func `what was repaired is shown`() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "a.csv", Self.header + "A Bank;Ulm;NY;12;B Bank;23-Feb-07\n" + "E,F,NJ,98,G,1-Nov-19\n")
    let first = try await workspace.run("import", "a.csv")
    #expect(first.stderr.contains("this record has 6 with semicolon as its delimiter"), "\(first)")
    // The same file is read anew where it is to be read otherwise.
    let outcome = try await workspace.run("import", "a.csv", "--repair")
    #expect(outcome.status == 0 && outcome.stdout.contains("1 repaired"), "\(outcome)")
    let rejects = try await workspace.run("runs", "rejects", "2")
    #expect(
      rejects.stdout.contains("repaired") && rejects.stdout.contains("A Bank;Ulm"), "\(rejects)")
    let why = try await workspace.run("why", "failed-banks", "12")
    #expect(why.stdout.contains("(repaired: expected 6 fields but found 1; "), "\(why)")
    let runs = try await workspace.run("runs", "2", "--json")
    #expect(runs.stdout.contains("\"repaired\":1"), "\(runs)")
    let again = try await workspace.run("import", "a.csv", "--repair")
    #expect(again.stdout.contains("loaded before"), "\(again)")
  }
}
