import Testing

struct MigrateRepairCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func `the difference is shown, and accepted when somebody says so`() async throws {
    try workspace.migrations(["1_a": "CREATE TABLE t(x)", "2_b": "SELECT 2"])
    #expect(try await workspace.migrate("up").status == 0)
    let nothing = try await workspace.migrate("repair")
    #expect(nothing.status == 0 && nothing.stdout.hasPrefix("nothing to do"), "\(nothing)")
    try workspace.migrations(["1_a": "CREATE TABLE t(x) -- why", "2_b": "SELECT 22"])
    let shown = try await workspace.migrate("repair", "1")
    #expect(shown.status == 1, "\(shown)")
    #expect(
      shown.stdout.replacing(#/on .*Z/#, with: "on DAY") == """
        m/1_a.up.sql:1: edited since it was applied on DAY
            - CREATE TABLE t(x)
            + CREATE TABLE t(x) -- why

        """, "\(shown)")
    #expect(
      shown.stderr == "bank-etl: nothing was changed; 'bank-etl migrate repair --yes' accepts it\n")
    let accepted = try await workspace.migrate("repair", "1", "--yes")
    #expect(accepted.status == 0 && accepted.stdout.hasSuffix("accepted  1_a\n"), "\(accepted)")
    let rest = try await workspace.migrate("repair", "--yes", "--json")
    #expect(rest.status == 0, "\(rest)")
    #expect(
      rest.stdout.hasSuffix(
        "\"accepted\":[{\"version\":2,\"name\":\"2_b\",\"file\":\"m/2_b.up.sql\"}]}\n"))
    #expect(try await workspace.migrate("status", "--exit-code").status == 0)
  }
}
