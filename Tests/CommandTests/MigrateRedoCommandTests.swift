import Testing

struct MigrateRedoCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func `the newest migration is undone and applied as it is now`() async throws {
    try workspace.migrations(["1_a": "CREATE TABLE a(x)", "1_a.down.sql": "DROP TABLE a"])
    #expect(try await workspace.migrate("up").status == 0)
    try workspace.migrations(["1_a": "CREATE TABLE b(x)", "1_a.down.sql": "DROP TABLE b"])
    let outcome = try await workspace.migrate("redo")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.stdout.contains("undone  0001_a") && outcome.stdout.contains("applied  1_a"),
      "\(outcome)")
    #expect(try workspace.tables == ["b"])
    try workspace.migrations(["1_a": "CREATE TABLE c(x); SELECT json('x')"])
    let failure = try await workspace.migrate("redo")
    #expect(failure.status == 78, "\(failure)")
    #expect(failure.stderr.contains("the database is as it was before 1_a"), "\(failure)")
    #expect(try workspace.tables == ["b"])
  }

  @Test func `where nothing is applied there is nothing to do`() async throws {
    try workspace.migrations(["1_a": "SELECT 1"])
    #expect(try await workspace.migrate("redo").status == 66)
    try workspace.execute("CREATE TABLE t(x)")
    let outcome = try await workspace.migrate("redo")
    #expect(outcome.status == 0 && outcome.stdout.hasPrefix("nothing to do"), "\(outcome)")
  }
}
