import Foundation
import SQLite
import Testing

struct MigrateUpCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private static let good = [
    "0001_a": "CREATE TABLE t(x UNIQUE);", "0002_b": "INSERT INTO t VALUES (1);",
    "0003_c": "CREATE TABLE u(x);",
  ]

  @Test func `what is pending is applied, and then there is nothing to do`() async throws {
    try workspace.migrations(Self.good)
    let outcome = try await workspace.migrate("up", "--to", "2")
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    #expect(
      outcome.stdout.replacing(#/ \d+ ms/#, with: " N ms")
        == "applied  0001_a  N ms\napplied  0002_b  N ms\n", "\(outcome)")
    let json = try await workspace.migrate("up", "--json")
    #expect(
      json.stdout.replacing(#/:\d+}/#, with: ":0}") == """
        {"version":1,"database":"bank.db","steps":[{"action":"applied","version":3,\
        "name":"0003_c","duration_ms":0}],"problems":[]}

        """, "\(json)")
    let nothing = try await workspace.migrate("up")
    #expect(nothing.status == 0 && nothing.stdout == "nothing to do: 3 migrations known\n")
    #expect(try await workspace.migrate("up", "-q").stdout == "")
  }

  @Test func `a failing statement is named with its file and line, and what was applied`()
    async throws
  {
    try workspace.migrations(Self.good)
    try workspace.migrations(["0003_c": "CREATE TABLE u(x);\n\nINSERT INTO t\nVALUES (1);"])
    let outcome = try await workspace.migrate("up", "--json")
    #expect(outcome.status == 65, "\(outcome)")
    #expect(
      outcome.stderr == """
        m/0003_c.up.sql:3: UNIQUE constraint failed: t.x, in: INSERT INTO t VALUES (1);
        bank-etl: applied before it: 0001_a, 0002_b
        bank-etl: not applied: 0003_c; the database is as it was before 0003_c

        """, "\(outcome)")
    #expect(outcome.stdout.contains("\"name\":\"0002_b\""), "\(outcome)")
    #expect(outcome.stdout.contains("\"file\":\"m/0003_c.up.sql\",\"line\":3"), "\(outcome)")
    #expect(try workspace.tables == ["t"])
  }

  private static let refused: [(files: [String: String], message: String)] = [
    (
      ["0004_d": "SELECT 1;\nSELCT"], "m/0004_d.up.sql:2: near \"SELCT\": syntax error, in: SELCT\n"
    ),
    (["0004_d": "COMMIT"], "m/0004_d.up.sql:1: COMMIT is refused in a migration"),
    (["0004_d": "ATTACH 'x' AS x"], "m/0004_d.up.sql:1: ATTACH is refused in a migration"),
    (
      ["0004_d": "SELECT 1;\nDELETE FROM Schema_Migrations"],
      "m/0004_d.up.sql:2: no such table: Schema_Migrations"
    ),
    (["0004_d": " "], "m/0004_d.up.sql:1: expected a statement but found none\n"),
    (["4_d.sql": "SELECT 1"], "m/4_d.sql: expected a name of the form "),
    (["0002_x": "SELECT 1"], "version 2 is also that of m/0002_b.up.sql"),
    (["0004_d.down.sql": "SELECT 1"], "m/0004_d.down.sql: expected 0004_d.up.sql beside it"),
    (
      ["0004_d": "-- bank-etl: no-transaction\nVACUUM;\nVACUUM"],
      "m/0004_d.up.sql:3: expected one statement"
    ),
  ]

  @Test(arguments: refused.indices)
  func `a wrong file is refused before anything is applied`(_ index: Int) async throws {
    let (files, message) = Self.refused[index]
    try workspace.migrations(Self.good.merging(files) { $1 })
    let outcome = try await workspace.migrate("up")
    #expect(outcome.status == 78 && outcome.stderr.contains(message), "\(outcome)")
    #expect(try workspace.files == ["m"])
  }

  @Test func `a file that is no UTF-8 is refused with its line`() async throws {
    try workspace.migrations(Self.good)
    try workspace.write("m/0004_d.up.sql", [UInt8]("SELECT 1;\nSELECT 'caf".utf8) + [0xe9, 0x27])
    let outcome = try await workspace.migrate("up")
    #expect(outcome.status == 78, "\(outcome)")
    #expect(
      outcome.stderr
        == "m/0004_d.up.sql:2: expected UTF-8 but found the byte 0xe9; save the file as UTF-8\n",
      "\(outcome)")
  }

  @Test func `edited, missing, newer and out-of-order files stop it until they are allowed`()
    async throws
  {
    try workspace.migrations(Self.good)
    #expect(try await workspace.migrate("up").status == 0)
    try workspace.migrations(["0001_a": "CREATE TABLE t(\r\n x UNIQUE);\r\n"])
    let edited = try await workspace.migrate("up")
    #expect(edited.status == 78, "\(edited)")
    #expect(edited.stderr.contains("m/0001_a.up.sql:1: - CREATE TABLE t(x UNIQUE);\n"), "\(edited)")
    #expect(edited.stderr.contains("m/0001_a.up.sql:1: +  x UNIQUE);\n"), "\(edited)")
    #expect(try await workspace.migrate("up", "--allow-edited").status == 0)
    // Only the line ends differ: that is no edit.
    try workspace.migrations(["0001_a": "CREATE TABLE t(x UNIQUE);\r\n"])
    #expect(try await workspace.migrate("up").status == 0)
    try workspace.removeMigrations("0003_c.up.sql")
    let newer = try await workspace.migrate("up")
    #expect(newer.status == 78 && newer.stderr.contains("newer than the files: 0003_c"), "\(newer)")
    try workspace.removeMigrations("0001_a.up.sql")
    let missing = try await workspace.migrate("up")
    #expect(missing.status == 78 && missing.stderr.contains("missing: 0001_a"), "\(missing)")
    #expect(try await workspace.migrate("up", "--allow-missing").status == 0)
    try workspace.migrations(Self.good.merging(["0002_b": Self.good["0002_b"] ?? ""]) { $1 })
    try workspace.execute("DELETE FROM schema_migrations WHERE version = 2; DELETE FROM t")
    let unordered = try await workspace.migrate("up")
    #expect(unordered.status == 78 && unordered.stderr.contains("out of order"), "\(unordered)")
    #expect(try await workspace.migrate("up", "--allow-out-of-order").status == 0)
    #expect(try workspace.rows("SELECT x FROM t") == [[1]])
  }

  @Test func `a dry run tells what would happen, and changes nothing`() async throws {
    try workspace.migrations(Self.good)
    #expect(try await workspace.migrate("up", "--to", "2").status == 0)
    let before = try Data(contentsOf: workspace.folder.appending(path: "bank.db"))
    try workspace.migrations(["0004_d": "DELETE FROM t; INSERT INTO u VALUES (1), (2);"])
    let outcome = try await workspace.migrate("up", "--dry-run")
    #expect(
      outcome.stdout.replacing(#/ \d+ ms/#, with: " N ms") == """
        would apply  0003_c  N ms, 0 rows written
        would apply  0004_d  N ms, 3 rows written
        schema:
              CREATE TABLE t(x UNIQUE);
            +\u{20}
            + CREATE TABLE u(x);
        rows:
            t: 1 -> 0
            u: no table -> 2

        """, "\(outcome)")
    let json = try await workspace.migrate("up", "--dry-run", "--json")
    #expect(
      json.stdout.contains(
        "\"row_counts\":[{\"table\":\"t\",\"before\":1,\"after\":0},"
          + "{\"table\":\"u\",\"before\":null,\"after\":2}],\"problems\":[]}"), "\(json)")
    #expect(try Data(contentsOf: workspace.folder.appending(path: "bank.db")) == before)
    #expect(try workspace.files == ["bank.db", "bank.db-lock", "m"])
  }

  @Test func `a dry run ends as the real one would`() async throws {
    try workspace.migrations(Self.good)
    #expect(try await workspace.migrate("up").status == 0)
    try workspace.migrations(["0004_d": "INSERT INTO t VALUES (1)"])
    let outcome = try await workspace.migrate("up", "--dry-run")
    #expect(outcome.status == 65 && outcome.stderr.contains("UNIQUE constraint"), "\(outcome)")
  }

  @Test func `a backup is made before the first change`() async throws {
    try workspace.migrations(Self.good)
    #expect(try await workspace.migrate("up", "--to", "2", "--backup", "b.db").status == 0)
    #expect(try workspace.files == ["bank.db", "bank.db-lock", "m"])
    #expect(try await workspace.migrate("up", "--backup", "b.db").status == 0)
    #expect(
      try await workspace.run("migrate", "dump", "--db", "b.db").stdout
        == "CREATE TABLE t(x UNIQUE);\n")
    try workspace.migrations(["0004_d": "DROP TABLE u"])
    let again = try await workspace.migrate("up", "--backup", "b.db")
    #expect(again.status == 73 && again.stderr.hasPrefix("b.db: expected nothing"), "\(again)")
    #expect(try workspace.tables == ["t", "u"])
  }

  @Test func `a version that is none is a usage error`() async throws {
    try workspace.migrations(Self.good)
    let outcome = try await workspace.migrate("up", "--to", "7")
    #expect(
      outcome.status == 64 && outcome.stderr == "m: no migration has the version 7\n", "\(outcome)")
    #expect(try workspace.files == ["m"])
  }
}
