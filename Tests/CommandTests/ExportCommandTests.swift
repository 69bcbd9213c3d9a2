import Foundation
import SQLite
import Testing

@testable import bank_etl

struct ExportCommandTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func report(_ arguments: String...) async throws -> Report {
    let words = arguments.map { "'\($0)'" }.joined(separator: " ")
    let outcome = try await workspace.shell("$BANK_ETL import --json \(words)")
    try #require(outcome.status == 0, "\(outcome)")
    return try #require(try Report.all(outcome).first)
  }

  /// What the text columns are filled with: whatever a spreadsheet, a shell or SQL could mistake.
  private static let hostile = [
    "=1+1", "+49 30 1234", "-dash", "@SUM(A1)", "'=1", "''@x", "'quoted'", "O'Fallon", "say \"hi\"",
    "a,b;c|d", "two\nlines", "_x0041_", "\u{1b}[31mred", "'; DROP TABLE failed_banks; --", "00123",
    "Zürich 東京 👩‍👩‍👧", "<b>&amp;</b>", "$(rm -rf /)", "\\N", "NULL", "1.234", "TRUE", "23-Oct-20",
    "= \u{202E}", "a\u{0}b",
  ]

  private func importHostileBanks() async throws -> Int {
    func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" }
    var file =
      "Bank Name,City,State,Zip,Cert,Acquiring Institution,Fund,Closing Date,Updated Date\n"
    for (index, text) in Self.hostile.enumerated() {
      let field = quoted(text)
      file += "\(field),\(field),\(index % 3 == 0 ? "" : field),\(field),\(index + 1),,"
      file += index % 2 == 0 ? "\(index - 5)" : ""
      file += index % 2 == 0 ? ",23-Oct-20,1-Nov-19\n" : ",4-Mar-1867,\n"
    }
    try workspace.write("in.csv", file)
    let first = try await report("in.csv")
    #expect(first.inserted == Self.hostile.count, "\(first)")
    return Self.hostile.count
  }

  @Test(arguments: ["out.csv", "out.xlsx", "out.json", "out.ndjson", "out.md"])
  func `what was exported imports again as unchanged`(name: String) async throws {
    let count = try await importHostileBanks()
    let before = try await ImportedBanks.rows(in: workspace)
    let outcome = try await workspace.run("export", "failed-banks", "-o", name)
    #expect(outcome.status == 0 && outcome.stdout == "" && outcome.stderr == "", "\(outcome)")
    let again = try await report(name)
    #expect(again.counts == [count, 0, 0, count, 0, 0], "\(again)")
    #expect(try await ImportedBanks.rows(in: workspace) == before)
    // And into an empty database the same rows come.
    let elsewhere = try await workspace.run("import", "-q", "--db", "new.db", name)
    #expect(elsewhere.status == 0, "\(elsewhere)")
    let rows = try await workspace.run("list", "failed-banks", "--format", "json", "--db", "new.db")
    #expect(rows.stdout == before)
  }

  @Test func `what list writes as CSV imports again as unchanged too`() async throws {
    try workspace.write("a.csv", ImportedBanks.first)
    _ = try await report("a.csv")
    let outcome = try await workspace.shell("$BANK_ETL list failed-banks --format csv > out.csv")
    #expect(outcome.status == 0, "\(outcome)")
    let again = try await report("out.csv")
    #expect(again.dataset == "failed-banks" && again.counts == [3, 0, 0, 3, 0, 0], "\(again)")
  }

  static let types = """
    { "name": "kinds", "migrations": "sql", "resources": [ { "name": "kinds", "table": "kinds",
      "schema": { "primaryKey": "Key", "fields": [
        { "name": "Key", "type": "integer", "column": "key" },
        { "name": "=Open", "type": "number", "column": "open" },
        { "name": "Comma", "type": "number", "column": "comma", "decimalChar": "," },
        { "name": "Truth", "type": "boolean", "column": "truth",
          "trueValues": ["yes", "1"], "falseValues": ["-no"] },
        { "name": "Day", "type": "date", "column": "day", "dateOrder": "dmy" },
        { "name": "Moment", "type": "datetime", "column": "moment", "dateOrder": "mdy" },
        { "name": "Text", "type": "string", "column": "text" } ] } } ] }
    """

  @Test(arguments: ["out.csv", "out.xlsx", "out.json", "out.ndjson", "out.md"])
  func `values of every type come back`(name: String) async throws {
    try workspace.write("kinds.json", Self.types)
    try FileManager.default.createDirectory(
      atPath: workspace.path("sql"), withIntermediateDirectories: false)
    try workspace.write(
      "sql/0001_kinds.up.sql",
      """
      CREATE TABLE kinds (id INTEGER PRIMARY KEY AUTOINCREMENT, key INTEGER NOT NULL UNIQUE, open REAL,
        comma REAL, truth INTEGER, day TEXT, moment TEXT, text TEXT, run_id INTEGER,
        source_line INTEGER) STRICT;
      """)
    try workspace.write(
      "in.csv",
      """
      Key;Open;Comma;Truth;Day;Moment;Text
      1;1.2340;1,234;yes;3.2.2020;2/3/2020 06:17;x
      -9223372036854775808;0.30000000000000004;0,5;-no;31.12.1899;1/2/1850;=x
      9223372036854775807;1e300;-1234567,891;;;;
      4;-12.3450;5e-324;yes;1.1.9999;12/31/2023 23:59:59;-5

      """)
    let first = try await report("in.csv", "--package", "kinds.json")
    #expect(first.inserted == 4, "\(first)")
    let outcome = try await workspace.run(
      "export", "kinds", "--package", "kinds.json", "-o", name)
    #expect(outcome.status == 0, "\(outcome)")
    let again = try await report(name, "--package", "kinds.json")
    #expect(again.counts == [4, 0, 0, 4, 0, 0], "\(again)")
    let raw = try await workspace.run(
      "export", "kinds", "--package", "kinds.json", "--raw")
    #expect(raw.stdout.hasPrefix("Key,=Open,"), "\(raw)")
    #expect(
      raw.stdout.contains("\n1,1.2340,\"1,234\",yes,2020-02-03,2020-02-03T06:17:00,x\n"), "\(raw)")
  }

  @Test func `CSV, byte for byte`() async throws {
    try workspace.write(
      "in.csv", "Bank Name,City,State,Cert,Fund,Closing Date\n=A,\"X, Y\",,2,-5,23-Oct-20\n")
    _ = try await report("in.csv")
    let head =
      "Bank Name,City,State,Zip,Cert,Acquiring Institution,Fund,Closing Date,Updated Date\n"
    let safe = try await workspace.run("export", "failed-banks")
    #expect(safe.stdout == head + "'=A,\"X, Y\",,,2,,-5,2020-10-23,\n", "\(safe)")
    let raw = try await workspace.run("export", "failed-banks", "--raw", "-o", "-")
    #expect(raw.stdout == head + "=A,\"X, Y\",,,2,,-5,2020-10-23,\n", "\(raw)")
    let lines = try await workspace.run("export", "failed-banks", "--format", "ndjson")
    #expect(
      lines.stdout
        == #"{"name":"=A","city":"X, Y","state":null,"zip":null,"cert":2,"acquirer":null,"#
        + #""fund":-5,"close_date":"2020-10-23","updated_date":null}"# + "\n", "\(lines)")
  }

  @Test(arguments: [("o.json", "["), ("o.JSONL", "{"), ("o.md", "| Bank"), ("o.txt", "Bank ")])
  func `the name tells the format`(name: String, start: String) async throws {
    try workspace.write("a.csv", ImportedBanks.first)
    _ = try await report("a.csv")
    let outcome = try await workspace.run("export", "failed-banks", "-o", name)
    #expect(outcome.status == 0 && outcome.stdout == "", "\(outcome)")
    #expect(try workspace.text(name).hasPrefix(start))
  }

  @Test func `a workbook in a pipe is a workbook`() async throws {
    try workspace.write("a.csv", ImportedBanks.first)
    _ = try await report("a.csv")
    let piped = try await workspace.shell(
      "$BANK_ETL export failed-banks --format xlsx | $BANK_ETL import - --json")
    #expect(try Report.all(piped).first?.unchanged == 3, "\(piped)")
    let terminal = try await workspace.shell(
      #"script -qec '$BANK_ETL export failed-banks --format xlsx' /dev/null"#)
    #expect(terminal.status == 64 && terminal.stdout.contains("-o FILE.xlsx"), "\(terminal)")
  }

  @Test func `a value that is larger than a batch is whole, but not in a cell`() async throws {
    let text = "=" + String(repeating: "O'F\"allon, ", count: 150_000)
    let field = text.dropLast().replacing("\"", with: "\"\"")
    try workspace.write("in.csv", "Bank Name,Cert\n\"\(field)\",1\n")
    _ = try await report("in.csv")
    let csv = try await workspace.run("export", "failed-banks", "-o", "out.csv")
    #expect(csv.status == 0, "\(csv)")
    #expect(try await report("out.csv").unchanged == 1)
    let sheet = try await workspace.run("export", "failed-banks", "-o", "out.xlsx")
    #expect(sheet.status == 65, "\(sheet)")
    #expect(
      sheet.stderr == """
        out.xlsx: row 2, Bank Name: expected at most 32767 characters of a cell but found more
        bank-etl: --format csv has no such limit

        """, "\(sheet)")
    #expect(try !workspace.files.contains { $0.hasPrefix("out.xlsx") })
  }

  @Test(arguments: ["csv", "xlsx"])
  func `a full disk leaves what was there`(format: String) async throws {
    try workspace.write("a.csv", ImportedBanks.first)
    _ = try await report("a.csv")
    try Database(path: workspace.path("bank.db"), access: .readWrite).execute(
      """
      WITH RECURSIVE n(i) AS (VALUES (100000) UNION ALL SELECT i + 1 FROM n WHERE i < 120000)
      INSERT INTO failed_banks (name, cert) SELECT hex(randomblob(20)), i FROM n
      """)
    try workspace.write("out", "before")
    // The limit of a file's size, in KiB, is met like the end of the disk.
    let outcome = try await workspace.shell(
      "ulimit -f 200; $BANK_ETL export failed-banks -o out --format \(format)")
    #expect(outcome.status == 74 && outcome.stderr.contains("out: "), "\(outcome)")
    #expect(try workspace.text("out") == "before")
    #expect(try workspace.files.filter { $0.hasPrefix("out") } == ["out"])
  }

  @Test func `what can't be written or is being read is refused`() async throws {
    try workspace.write("a.csv", ImportedBanks.first)
    _ = try await report("a.csv")
    for (path, status) in [("no/out.csv", 73), (".", 73), ("bank.db", 73)] as [(String, Int32)] {
      let outcome = try await workspace.run("export", "failed-banks", "-o", path)
      #expect(outcome.status == status && outcome.stdout == "", "\(outcome)")
    }
    let unknown = try await workspace.run("export", "failed-bank")
    #expect(unknown.status == 64 && unknown.stderr.contains("'failed-banks'"), "\(unknown)")
  }
}
