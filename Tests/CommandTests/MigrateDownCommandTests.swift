import Testing

struct MigrateDownCommandTests {
  private let workspace: Workspace

  init() async throws {
    workspace = try Workspace()
    try workspace.migrations([
      "0001_a": "CREATE TABLE a(x)", "0001_a.down.sql": "DROP TABLE a",
      "0002_b": "CREATE TABLE b(x)", "0002_b.down.sql": "DROP TABLE b",
      "0003_c": "CREATE TABLE c(x)", "0003_c.down.sql": "DROP TABLE c",
    ])
    #expect(try await workspace.migrate("up").status == 0)
  }

  @Test(arguments: [
    ([], ["a", "b"]), (["--steps", "2"], ["a"]), (["--to", "1"], ["a"]), (["--to", "0"], []),
    (["--to", "3"], ["a", "b", "c"]), (["--steps", "9"], []),
  ])
  func `it goes back as far as it is told to`(_ words: [String], _ left: [String]) async throws {
    let outcome = try await workspace.start(
      Workspace.program, ["migrate", "down", "--migrations", "m"] + words, [:], "")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try workspace.tables == left)
    #expect(try await workspace.migrate("up").status == 0)
  }

  @Test func `it works after the files are gone`() async throws {
    let outcome = try await workspace.run("migrate", "down", "--migrations", "no such folder")
    #expect(outcome.status == 0 && outcome.stdout.hasPrefix("undone  0003_c  "), "\(outcome)")
    #expect(try workspace.tables == ["a", "b"])
  }

  @Test func `without a down text it refuses, and says so`() async throws {
    try workspace.migrations(["0004_d": "SELECT 1"])
    #expect(try await workspace.migrate("up").status == 0)
    let outcome = try await workspace.migrate("down")
    #expect(outcome.status == 78, "\(outcome)")
    #expect(
      outcome.stderr.hasPrefix(
        "bank.db: 0004_d can't be undone: it had no down file when it was applied\n"), "\(outcome)")
  }

  @Test func `where there is no database, none is made`() async throws {
    let outcome = try await workspace.migrate("down", "--db", "none.db")
    #expect(
      outcome.status == 66 && outcome.stderr.contains("none.db: no such database"), "\(outcome)")
    #expect(try workspace.files == ["bank.db", "bank.db-lock", "m"])
  }

  @Test func `one of the options is enough`() async throws {
    #expect(try await workspace.migrate("down", "--steps", "1", "--to", "1").status == 64)
    #expect(try await workspace.migrate("down", "--steps", "0").status == 64)
    #expect(try await workspace.migrate("down", "--to", "7").status == 64)
    #expect(try workspace.tables == ["a", "b", "c"])
  }
}
