import Testing

struct MigrateLintCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func `what is found has the name of its rule`() async throws {
    try workspace.migrations(["1_a": "CREATE TABLE t(x)", "2_b": "SELECT 1;\nDROP TABLE t"])
    let outcome = try await workspace.migrate("lint")
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.stdout == "m/2_b.up.sql:2: [drop-table] the table t is dropped with its rows\n")
    let json = try await workspace.migrate("lint", "--json")
    #expect(
      json.stdout == """
        {"version":1,"findings":[{"rule":"drop-table","version":2,"file":"m/2_b.up.sql","line":2,\
        "column":null,"message":"the table t is dropped with its rows","details":[]}]}

        """, "\(json)")
    let github = try await workspace.migrate("lint", "--format", "github")
    #expect(
      github.stdout
        == "::warning file=m/2_b.up.sql,line=2,title=drop-table::the table t is dropped with its rows\n"
    )
    let later = try await workspace.migrate("lint", "--after", "2")
    #expect(later.status == 0 && later.stdout == "nothing found\n", "\(later)")
    #expect(try workspace.files == ["m"])
  }

  @Test func `the built-in migrations are clean`() async throws {
    let outcome = try await workspace.run("migrate", "lint")
    #expect(outcome.status == 0 && outcome.stdout == "nothing found\n", "\(outcome)")
  }

  @Test func `what can't be applied is an error`() async throws {
    try workspace.migrations(["1_a": "SELCT"])
    let outcome = try await workspace.migrate("lint")
    #expect(outcome.status == 78 && outcome.stderr.hasPrefix("m/1_a.up.sql:1: near"), "\(outcome)")
  }
}
