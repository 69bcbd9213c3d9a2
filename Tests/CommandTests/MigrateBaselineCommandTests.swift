import Testing

struct MigrateBaselineCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func `a database is adopted as it is`() async throws {
    try workspace.migrations([
      "1_a": "CREATE TABLE t(x)", "2_b": "CREATE TABLE u(x)", "3_c": "CREATE TABLE v(x)",
    ])
    #expect(try await workspace.migrate("baseline", "2").status == 66)
    try workspace.execute("CREATE TABLE t(x); CREATE TABLE u(x, y)")
    let outcome = try await workspace.migrate("baseline", "2")
    #expect(outcome.status == 0 && outcome.stdout == "adopted  1_a\nadopted  2_b\n", "\(outcome)")
    #expect(
      outcome.stderr == """
        bank.db: the tables are not those that the migrations make:
        bank.db:   CREATE TABLE t(x);
        bank.db:  \u{20}
        bank.db: - CREATE TABLE u(x);
        bank.db: + CREATE TABLE u(x, y);

        """, "\(outcome)")
    #expect(try await workspace.migrate("up").stdout.hasPrefix("applied  3_c"))
    #expect(try await workspace.migrate("baseline", "2").status == 78)
  }
}
