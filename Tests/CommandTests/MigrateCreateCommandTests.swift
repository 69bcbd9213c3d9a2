import Testing

struct MigrateCreateCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func `the files have the next number`() async throws {
    try workspace.migrations(["0009_a": "SELECT 1"])
    let outcome = try await workspace.run("migrate", "create", "add zip", "--migrations", "m")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.stdout == "m/0010_add_zip.up.sql\nm/0010_add_zip.down.sql\n", "\(outcome)")
    #expect(try workspace.text("m/0010_add_zip.up.sql") == "-- 0010_add_zip\n\n")
    let json = try await workspace.run("migrate", "create", "b", "--migrations", "m", "--json")
    #expect(
      json.stdout == "{\"version\":1,\"files\":[\"m/0011_b.up.sql\",\"m/0011_b.down.sql\"]}\n")
    // Until something is written into them they can't be applied by mistake.
    let up = try await workspace.migrate("up")
    #expect(
      up.status == 78 && up.stderr.contains("m/0010_add_zip.up.sql:1: expected a statement"),
      "\(up)")
  }

  @Test func `without the folder nothing is made`() async throws {
    let outcome = try await workspace.run("migrate", "create", "a")
    #expect(
      outcome.status == 73 && outcome.stderr.hasPrefix("migrations: No such file"), "\(outcome)")
    #expect(try workspace.files.isEmpty)
  }

  @Test func `a name that can't be one is a usage error`() async throws {
    try workspace.migrations([:])
    #expect(try await workspace.run("migrate", "create", "a/b", "--migrations", "m").status == 64)
  }
}
