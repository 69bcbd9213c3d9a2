import Testing

struct MigrateVerifyCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func `the verify files tell whether the database is what they expect`() async throws {
    try workspace.migrations([
      "1_a": "CREATE TABLE t(x)", "1_a.verify.sql": "SELECT x FROM t WHERE x < 0",
      "2_b": "SELECT 1",
    ])
    #expect(try await workspace.migrate("verify").status == 66)
    #expect(try await workspace.migrate("up").status == 0)
    let good = try await workspace.migrate("verify")
    #expect(good.status == 0 && good.stdout == "1 verify file ran, nothing was found\n", "\(good)")
    try workspace.execute("INSERT INTO t VALUES (-1)")
    let bad = try await workspace.migrate("verify")
    #expect(bad.status == 1, "\(bad)")
    #expect(
      bad.stdout
        == "m/1_a.verify.sql:1: expected no row but found x = -1, in: SELECT x FROM t WHERE x < 0\n",
      "\(bad)")
    let json = try await workspace.migrate("verify", "--json")
    #expect(
      json.stdout.hasPrefix("{\"version\":1,\"ok\":false,\"verified\":[\"1_a\"],\"problems\":["),
      "\(json)")
  }

  @Test func `up does not apply what is not verified`() async throws {
    try workspace.migrations(["1_a": "CREATE TABLE t(x)", "1_a.verify.sql": "SELECT 1"])
    let outcome = try await workspace.migrate("up")
    #expect(outcome.status == 65, "\(outcome)")
    #expect(
      outcome.stderr.hasPrefix("m/1_a.verify.sql:1: expected no row but found 1 = 1"), "\(outcome)")
    #expect(try workspace.files == ["m"])
  }
}
