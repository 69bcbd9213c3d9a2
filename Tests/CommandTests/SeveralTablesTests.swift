import SQLite
import Testing

/// Rows whose record fills two tables, by hand: employees with their quarters.
struct SeveralTablesTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try Database(path: workspace.path("bank.db"), access: .create).execute(
      """
      CREATE TABLE person (id INTEGER PRIMARY KEY AUTOINCREMENT, firstname TEXT NOT NULL,
        lastname TEXT NOT NULL, location TEXT, run_id INTEGER, source_line INTEGER,
        UNIQUE (firstname, lastname)) STRICT;
      CREATE TABLE amounts (id INTEGER PRIMARY KEY AUTOINCREMENT,
        person_id INTEGER NOT NULL UNIQUE REFERENCES person, q1 REAL, q2 REAL, q3 REAL,
        q4 REAL CHECK (q4 < 1000000), run_id INTEGER, source_line INTEGER) STRICT;
      """)
    let quarters = (1...4).map {
      #"{"name": "Q\#($0)", "type": "number", "column": "q\#($0)", "decimalChar": "."}"#
    }
    try workspace.write(
      "package.json",
      """
      {"name": "p", "resources": [{"name": "people", "title": "People", "targets": [
        {"table": "person", "columns": ["firstname", "lastname", "location"],
         "key": ["firstname", "lastname"]},
        {"table": "amounts", "columns": ["q1", "q2", "q3", "q4"], "key": ["person_id"],
         "parents": {"person_id": "person"}}],
        "schema": {"fields": [
          {"name": "First Name", "type": "string", "column": "firstname"},
          {"name": "Last Name", "type": "string", "column": "lastname"},
          {"name": "Location", "type": "string", "column": "location"},
          \(quarters.joined(separator: ","))]}}]}
      """)
  }

  private func run(_ arguments: String...) async throws -> Outcome {
    try await workspace.start(
      Workspace.program, arguments, ["BANK_ETL_PACKAGE": "package.json"], "")
  }

  private func rows() async throws -> String {
    try await run("list", "people", "--format", "csv").stdout
  }

  @Test func `an employee and the four quarters, all in one transaction`() async throws {
    for (first, last) in [("Pat", "O'Fallon"), ("Ada", "Byrne"), ("Wei", "Zhang")] {
      let added = try await run(
        "add", "people", "firstname=\(first)", "lastname=\(last)", "q1=$7,654.50", "q2=1")
      #expect(added.status == 0, "\(added)")
    }
    let before = try await rows()
    #expect(before.contains("\n1,Pat,O'Fallon,,7654.5,1.0,,\n"), "\(before)")
    let changed = try await run(
      "set", "people", "3", "location=Japan", "q1=900", "q2=901", "q3=902", "q4=903")
    #expect(changed.stdout == "people: 1 changed (id 3)   run 4 -> bank.db\n", "\(changed)")
    #expect(try await rows().contains("\n3,Wei,Zhang,Japan,900.0,901.0,902.0,903.0\n"))
    let refused = try await run("set", "people", "3", "location=Peru", "q1=1", "q4=1000000")
    #expect(refused.status == 65 && refused.stderr.contains("CHECK"), "\(refused)")
    #expect(try await rows().contains("\n3,Wei,Zhang,Japan,900.0,901.0,902.0,903.0\n"))
    let found = try await run("find", "people", "japan", "--format", "ndjson")
    #expect(found.stdout.hasPrefix(#"{"id":3,"#), "\(found)")
    let shown = try await run("show", "people", "3")
    #expect(shown.stdout.contains("  Q4          903.0\n"), "\(shown)")
    #expect(shown.stdout.contains("\nwritten by run 4 from bank-etl set on "), "\(shown)")
    #expect(try await run("undo", "4").status == 0)
    #expect(try await rows() == before)
    #expect(try await run("find", "people", "japan").status == 1)
  }

  @Test func `both rows go, and come back with their ids`() async throws {
    for first in ["Pat", "Ada"] {
      _ = try await run("add", "people", "firstname=\(first)", "lastname=O'Fallon", "q3=5")
    }
    let before = try await rows()
    let deleted = try await run("delete", "people", "1", "--yes")
    #expect(deleted.stdout == "people: 1 deleted (id 1)   run 3 -> bank.db\n", "\(deleted)")
    #expect(try workspace.database().value("SELECT count(*) FROM amounts") == 1)
    let missing = try await run("show", "people", "1")
    #expect(missing.status == 1 && missing.stderr.contains("the nearest is 2"), "\(missing)")
    #expect(try await run("undo", "3").status == 0)
    #expect(try await rows() == before)
  }

  @Test func `a row of a later table that no record has brought yet`() async throws {
    try Database(path: workspace.path("bank.db"), access: .readWrite).execute(
      "INSERT INTO person (firstname, lastname) VALUES ('Pat', 'O''Fallon')")
    let changed = try await run("set", "people", "1", "q2=7")
    #expect(changed.status == 0, "\(changed)")
    #expect(try await rows().hasSuffix("\n1,Pat,O'Fallon,,,7.0,,\n"))
    let again = try await run("add", "people", "firstname=Pat", "lastname=O'Fallon", "q1=1")
    #expect(again.status == 65 && again.stderr.contains("UNIQUE"), "\(again)")
  }
}
