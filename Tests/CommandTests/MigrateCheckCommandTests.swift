import Foundation
import Testing

struct MigrateCheckCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private static let good = [
    "1_a": "CREATE TABLE t(x)", "1_a.down.sql": "DROP TABLE t",
    "1_a.verify.sql": "SELECT x FROM t WHERE x IS NULL",
    "2_b": "ALTER TABLE t ADD COLUMN y", "2_b.down.sql": "ALTER TABLE t DROP COLUMN y",
  ]

  @Test func `all is well on an empty database, and on a copy of one that is named`() async throws {
    try workspace.migrations(Self.good)
    let empty = try await workspace.migrate("check", environment: ["BANK_ETL_DB": "none.db"])
    let stages = { (text: String) in text.replacing(#/ \d+ ms/#, with: " N ms") }
    #expect(empty.status == 0, "\(empty)")
    #expect(
      stages(empty.stdout) == """
        ok: an empty database
          up: 2 migrations, N ms
          verify: 1 migration, N ms
          down: 2 migrations, N ms
          up again: 2 migrations, N ms

        """, "\(empty)")
    #expect(try workspace.files == ["m"])
    #expect(try await workspace.migrate("up", "--to", "1").status == 0)
    let before = try Data(contentsOf: workspace.folder.appending(path: "bank.db"))
    let copy = try await workspace.migrate("check", "--db", "bank.db", "--json")
    #expect(copy.status == 0, "\(copy)")
    #expect(
      copy.stdout.replacing(#/"duration_ms":\d+/#, with: "\"duration_ms\":0").contains(
        "{\"database\":\"bank.db\",\"ok\":true,\"stages\":[{\"name\":\"up\",\"migrations\":1,"
          + "\"duration_ms\":0},{\"name\":\"verify\",\"migrations\":1,\"duration_ms\":0},"
          + "{\"name\":\"down\",\"migrations\":2,\"duration_ms\":0},{\"name\":\"up again\","
          + "\"migrations\":2,\"duration_ms\":0}],\"problems\":[],\"notes\":[]}]}"), "\(copy)")
    #expect(try Data(contentsOf: workspace.folder.appending(path: "bank.db")) == before)
    #expect(try workspace.files == ["bank.db", "bank.db-lock", "m"])
  }

  @Test func `what is wrong is shown beside its line`() async throws {
    try workspace.migrations(Self.good)
    try workspace.migrations(["2_b": "SELECT 1;\n  SELECT a, b FROM t -- 100%"])
    let text = try await workspace.migrate("check")
    #expect(text.status == 1, "\(text)")
    #expect(
      text.stdout == """
        not ok: an empty database
        m/2_b.up.sql:2: no such column: a, in: SELECT a, b FROM t -- 100%

        """, "\(text)")
    let github = try await workspace.migrate("check", "--format", "github")
    #expect(github.status == 1, "\(github)")
    #expect(
      github.stdout == """
        ::error file=m/2_b.up.sql,line=2,col=10,title=bank-etl::no such column: a, in: SELECT a, b \
        FROM t -- 100%25

        """, "\(github)")
  }

  @Test func `a down file that does not undo is shown with the difference`() async throws {
    try workspace.migrations(Self.good)
    try workspace.migrations(["2_b.down.sql": "SELECT 1"])
    let outcome = try await workspace.migrate("check")
    #expect(outcome.status == 1, "\(outcome)")
    #expect(
      outcome.stdout.hasSuffix(
        """
        m/2_b.down.sql:1: the schema after it is not the one before m/2_b.up.sql
            - CREATE TABLE t(x);
            + CREATE TABLE t(x, y);

        """), "\(outcome)")
  }

  @Test func `files that are wrong by themselves are in the report`() async throws {
    try workspace.migrations(["oops": "SELECT 1"])
    let outcome = try await workspace.migrate("check", "--json")
    #expect(outcome.status == 1, "\(outcome)")
    #expect(
      outcome.stdout.hasPrefix("{\"version\":1,\"ok\":false,\"checks\":[{\"database\":null,"),
      "\(outcome)")
  }

  @Test func `a database that is not there can't be checked`() async throws {
    try workspace.migrations(Self.good)
    let outcome = try await workspace.migrate("check", "--db", "none.db")
    #expect(outcome.status == 66, "\(outcome)")
  }

  @Test func `the built-in migrations pass`() async throws {
    #expect(try await workspace.run("migrate", "check", "--format", "github").stdout == "")
  }
}
