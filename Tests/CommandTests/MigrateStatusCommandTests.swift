import Testing

struct MigrateStatusCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func `each migration stands in one state`() async throws {
    try workspace.migrations([
      "0001_a": "SELECT 1", "0002_b": "SELECT 2", "0004_d": "SELECT 4", "0005_e": "SELECT 5",
    ])
    #expect(try await workspace.migrate("up", "--to", "4").status == 0)
    try workspace.migrations(["0001_a": "SELECT -1", "0003_c": "SELECT 3"])
    try workspace.removeMigrations("0002_b.up.sql")
    let outcome = try await workspace.migrate("status")
    #expect(outcome.status == 0, "\(outcome)")
    let lines = outcome.stdout.split(separator: "\n").map { line in
      line.replacing(#/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ +\d+/#, with: "TIME N")
        .split(separator: " ").joined(separator: " ")
    }
    #expect(
      lines == [
        "migration state applied at ms", "--------- ------------ -------------------- --",
        "0001_a edited TIME N", "0002_b missing TIME N", "0003_c out of order",
        "0004_d applied TIME N", "0005_e pending",
        "1 applied, 1 pending, 1 out of order, 1 edited, 1 missing",
      ], "\(outcome)")
    let json = try await workspace.migrate("status", "--json")
    #expect(
      json.stdout.contains("\"name\":\"0003_c\",\"state\":\"out_of_order\",\"applied_at\":null"),
      "\(json)")
    #expect(
      json.stdout.hasSuffix(
        "],\"applied\":1,\"pending\":1,\"out_of_order\":1,\"edited\":1,\"missing\":1}\n"), "\(json)"
    )
  }

  @Test func `the exit status tells whether everything is applied`() async throws {
    try workspace.migrations(["1_a": "SELECT 1"])
    #expect(try await workspace.migrate("status").status == 0)
    let pending = try await workspace.migrate("status", "--exit-code", "-q")
    #expect(pending.status == 1 && pending.stdout == "", "\(pending)")
    #expect(try workspace.files == ["m"])
    #expect(try await workspace.migrate("up").status == 0)
    #expect(try await workspace.migrate("status", "--exit-code").status == 0)
  }

  @Test func `a table that another program made is no history`() async throws {
    try workspace.migrations(["1_a": "SELECT 1"])
    try workspace.execute("CREATE TABLE schema_migrations(version varchar(128) PRIMARY KEY)")
    let outcome = try await workspace.migrate("status")
    #expect(
      outcome.status == 78 && outcome.stderr.contains("another program made the table"),
      "\(outcome)")
  }
}
