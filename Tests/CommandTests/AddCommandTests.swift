import Foundation
import SQLite
import Testing

@testable import bank_etl

struct AddCommandTests {
  private let workspace: Workspace

  init() async throws {
    workspace = try Workspace()
    let outcome = try await workspace.run("migrate", "-q")
    try #require(outcome.status == 0, "\(outcome)")
  }

  private func row(_ cert: Int) throws -> [Value] {
    try workspace.database().rows(
      "SELECT name, city, close_date, run_id, source_line FROM failed_banks WHERE cert = ?",
      [.integer(Int64(cert))]
    ).first ?? []
  }

  @Test func `converted as an import converts, in a run that can be undone`() async throws {
    let outcome = try await workspace.run(
      "add", "failed-banks", "Bank Name=  O'Fallon's \"Best\" ", "cert=0042",
      "Closing Date=3/12/2023",
      "city=")
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    #expect(outcome.stdout == "failed-banks: 1 added (id 1)   run 1 -> bank.db\n", "\(outcome)")
    #expect(try row(42) == ["O'Fallon's \"Best\"", .null, "2023-03-12", 1, .null])
    let why = try await workspace.run("why", "failed-banks", "42")
    #expect(
      why.stdout.hasPrefix("failed-banks, cert 42: row 1, written by run 1 from bank-etl add"))
    #expect(try await workspace.run("undo", "1").status == 0)
    #expect(try row(42) == [])
  }

  @Test(
    arguments: [
      (["cert=1"], 65, "name: expected a value but found none"),
      (["name=x", "cert="], 65, "cert: expected a value but found none"),
      (["name=x", "cert=abc"], 65, "cert: expected a whole number but found \"abc\""),
      (["name=x", "cert=1", "close_date=13/13/2023"], 65, "close_date: expected a date"),
      (["name=x", "crt=1"], 64, "column=value: unknown column \"crt\"; did you mean 'cert'?"),
      (["name=x", "cert=1", "run_id=1"], 64, "run_id is filled by bank-etl itself"),
      (["name=x", "cert=1", "Bank=y"], 64, "name is given twice"),
      (["name"], 64, "expected column=value but found \"name\""),
      (["name=x", "cert=1", "city=@missing.txt"], 66, ""),
      (["x\" = 1; DROP TABLE failed_banks; --=1"], 64, "column=value: unknown column"),
    ] as [([String], Int32, String)])
  func `what can't be a row`(words: [String], status: Int32, message: String) async throws {
    let outcome = try await workspace.start(
      Workspace.program, ["add", "failed-banks"] + words, [:], "")
    #expect(outcome.status == status && outcome.stdout == "", "\(outcome)")
    let start = message.isEmpty ? "missing.txt: " : "bank-etl: " + message
    #expect(outcome.stderr.hasPrefix(start), "\(outcome)")
    #expect(try workspace.database().value("SELECT count(*) FROM failed_banks") == 0)
    #expect(try workspace.database().value("SELECT count(*) FROM etl_runs") == 0)
  }

  @Test func `a key that is there`() async throws {
    for status in [0, 65] {
      let outcome = try await workspace.run("add", "failed-banks", "name=x", "cert=7", "-q")
      #expect(outcome.status == status, "\(outcome)")
      if status == 65 { #expect(outcome.stderr.contains("UNIQUE constraint failed"), "\(outcome)") }
    }
    #expect(try workspace.database().value("SELECT count(*) FROM etl_runs") == 1)
  }

  @Test func `values out of files`() async throws {
    let large = String(repeating: "ä", count: 5 << 20)
    try workspace.write("large.txt", large + "\n")
    try workspace.write("broken.txt", [0x41, 0xff, 0x42])
    let outcome = try await workspace.run(
      "add", "failed-banks", "name=@large.txt", "cert=1", "city=@@home", "--json")
    #expect(outcome.status == 0, "\(outcome.stderr)")
    #expect(try row(1).first == .text(large))
    #expect(try row(1)[1] == "@home")
    let listed = try await workspace.run("list", "failed-banks", "--format", "csv")
    #expect(listed.stdout.utf8.count > 10 << 20)
    let broken = try await workspace.run("add", "failed-banks", "name=@broken.txt", "cert=2")
    #expect(broken.status == 65 && broken.stderr.contains("UTF-8"), "\(broken)")
    let word = try await workspace.shell(#""$BANK_ETL" add failed-banks name=$'a\xff' cert=3"#)
    #expect(word.status == 64 && word.stderr.contains("expected UTF-8 for "), "\(word)")
  }

  @Test func `bytes go where bytes belong`() async throws {
    try workspace.write("dot.bin", [0, 0xff, 0x27, 0])
    try workspace.write(
      "package.json",
      """
      {"name": "p", "resources": [{"name": "files", "table": "files", "schema": {"fields": [
        {"name": "name", "type": "string", "column": "name"},
        {"name": "bytes", "type": "string", "column": "bytes"}]}}]}
      """)
    try Database(path: workspace.path("bank.db"), access: .readWrite).execute(
      """
      CREATE TABLE files (id INTEGER PRIMARY KEY, name TEXT, bytes BLOB, run_id INTEGER,
        source_line INTEGER) STRICT
      """)
    let added = try await workspace.run(
      "add", "files", "name=dot", "bytes=@dot.bin", "--package", "package.json")
    #expect(added.status == 0, "\(added)")
    let bytes = try workspace.database().value("SELECT bytes FROM files")
    #expect(bytes == .blob([0, 0xff, 0x27, 0]))
    let shown = try await workspace.run("list", "files", "--package", "package.json")
    #expect(shown.stdout.contains("BLOB, 4 bytes"), "\(shown)")
    let text = try await workspace.run("add", "files", "bytes=x", "--package", "package.json")
    #expect(text.status == 65 && text.stderr.contains("expected @FILE"), "\(text)")
  }

  @Test func `no database is made`() async throws {
    let outcome = try await workspace.run(
      "add", "failed-banks", "name=x", "cert=1", "--db", "no.db")
    #expect(outcome.status == 66, "\(outcome)")
    #expect(try workspace.files.filter { $0.hasPrefix("no.db") } == [])
    try Database(path: workspace.path("other.db"), access: .create).execute("CREATE TABLE t (a)")
    let other = try await workspace.run(
      "add", "failed-banks", "name=x", "cert=1", "--db", "other.db")
    #expect(other.status == 78, "\(other)")
    #expect(try workspace.database("other.db").value("SELECT count(*) FROM sqlite_schema") == 1)
  }

  @Test func `a value that the shared row has not is refused, not lost`() async throws {
    let workspace = try Workspace()
    let outcome = try await workspace.shell(
      """
      printf 'First Name,Last Name,Location,Q1\\nAnn,Lee,Oslo,1\\n' > s.csv
      $BANK_ETL import -q s.csv && sqlite3 bank.db 'DELETE FROM sales'
      $BANK_ETL add sales firstname=Ann lastname=Lee location=Rome q1=2; echo $?
      $BANK_ETL add sales firstname=Ann lastname=Lee location=Oslo q1=2 -q; echo $?
      sqlite3 bank.db 'SELECT location, q1 FROM employee JOIN sales'
      """)
    #expect(outcome.stdout == "65\n0\nOslo|2.0\n", "\(outcome)")
    #expect(outcome.stderr.contains("location: expected \"Oslo\""), "\(outcome)")
  }
}
