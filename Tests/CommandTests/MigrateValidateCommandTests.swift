import Foundation
import Testing

struct MigrateValidateCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func `it says whether up could go ahead`() async throws {
    try workspace.migrations(["1_a": "CREATE TABLE t(x)", "2_b": "INSERT INTO t VALUES (1)"])
    let good = try await workspace.migrate("validate")
    #expect(good.status == 0 && good.stdout == "all is well\n", "\(good)")
    #expect(try workspace.files == ["m"])
    #expect(try await workspace.migrate("up").status == 0)
    try workspace.migrations(["1_a": "CREATE TABLE t(y)", "3_c": "SELECT 1;\n  SELECT x FROM oops"])
    let bad = try await workspace.migrate("validate")
    #expect(bad.status == 78 && bad.stderr == "", "\(bad)")
    #expect(
      bad.stdout.replacing(#/on .*Z/#, with: "on DAY") == """
        m/1_a.up.sql:1: edited since it was applied on DAY
            - CREATE TABLE t(x)
            + CREATE TABLE t(y)
        m/3_c.up.sql:2: no such table: oops, in: SELECT x FROM oops

        """, "\(bad)")
    let json = try await workspace.migrate("validate", "--json", "--allow-edited")
    #expect(
      json.stdout == """
        {"version":1,"ok":false,"problems":[{"file":"m/3_c.up.sql","line":2,"column":3,\
        "message":"no such table: oops, in: SELECT x FROM oops","details":[]}]}

        """, "\(json)")
  }

  @Test func `files that are wrong by themselves are problems too`() async throws {
    try workspace.migrations(["1_a": "", "oops": "SELECT 1"])
    let outcome = try await workspace.migrate("validate", "--format", "github")
    #expect(outcome.status == 78, "\(outcome)")
    #expect(
      outcome.stdout.hasPrefix(
        "::error file=m/1_a.up.sql,line=1,title=bank-etl::expected a statement but found none\n"
          + "::error file=m/oops.up.sql,title=bank-etl::expected a name of the form"), "\(outcome)")
  }

  @Test(arguments: [
    ("UPDATE schema_migrations SET up = up || ' -- more'", "edited since it was applied on"),
    ("INSERT INTO schema_migrations VALUES (9999, 'm', 'u', NULL, 'T', 0)", "newer than the files"),
    ("DELETE FROM schema_migrations", "not applied to the database yet"),
  ])
  func `an import refuses a database that is not what the files say`(
    _ sql: String, _ message: String
  ) async throws {
    let list = Repository.root.appending(path: "data/banklist.csv").path
    #expect(try await workspace.run("import", list).status == 0)
    try workspace.execute(sql)
    let rows = try workspace.rows("SELECT count(*) FROM etl_runs")
    let outcome = try await workspace.run("import", list, "--force")
    #expect(outcome.status == 78 && outcome.stderr.contains(message), "\(outcome)")
    #expect(try workspace.rows("SELECT count(*) FROM etl_runs") == rows)
  }
}
