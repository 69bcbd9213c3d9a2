import Testing

struct MigrateDumpCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func `the schema is printed as SQL that makes it again`() async throws {
    #expect(try await workspace.run("migrate", "dump").status == 66)
    try workspace.execute(
      "CREATE TABLE b(x); CREATE TABLE a(x); CREATE INDEX i ON b(x); CREATE TABLE etl_runs(x);"
        + "CREATE TABLE schema_migrations(version)")
    let outcome = try await workspace.run("migrate", "dump")
    #expect(
      outcome.stdout == "CREATE TABLE a(x);\n\nCREATE TABLE b(x);\n\nCREATE INDEX i ON b(x);\n")
    let again = try await workspace.shell(
      "\"$BANK_ETL\" migrate dump | sqlite3 other.db && \"$BANK_ETL\" migrate dump --db other.db")
    #expect(again.status == 0 && again.stdout == outcome.stdout, "\(again)")
    let all = try await workspace.run("migrate", "dump", "--all", "--json")
    #expect(all.stdout.contains("\"table\":\"etl_runs\",\"sql\":\"CREATE TABLE etl_runs(x)\"}"))
  }

  @Test func `what is no database is said to be none`() async throws {
    try workspace.write("bank.db", String(repeating: "no database\n", count: 100))
    for command in ["dump", "status", "up", "down", "validate", "verify"] {
      let outcome = try await workspace.run("migrate", command)
      #expect(outcome.status == 78, "\(outcome)")
      #expect(outcome.stderr.hasPrefix("bank.db: expected a SQLite database"), "\(outcome)")
    }
  }
}
