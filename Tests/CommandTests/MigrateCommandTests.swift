import Testing

@testable import bank_etl

struct MigrateCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func `migrate alone is migrate up, options and all`() async throws {
    try workspace.migrations(["1_a": "CREATE TABLE t(x)"])
    let preview = try await workspace.migrate("--dry-run")
    #expect(preview.status == 0 && preview.stdout.hasPrefix("would apply  1_a"), "\(preview)")
    let outcome = try await workspace.migrate()
    #expect(outcome.status == 0 && outcome.stdout.hasPrefix("applied  1_a  "), "\(outcome)")
    #expect(try workspace.tables == ["t"])
  }

  @Test func `the built-in migrations are used unless a folder is named`() async throws {
    let outcome = try await workspace.run("migrate")
    #expect(outcome.status == 0 && outcome.stdout.contains("0001_failed_banks"), "\(outcome)")
    #expect(try workspace.tables.contains("failed_banks"))
  }

  @Test func `every command has JSON, and JSON for what goes wrong`() async throws {
    for command in MigrateCommand.all.dropFirst() {
      let operand = ["create": ["a/b"], "baseline": ["3"]][command.path[1]] ?? []
      let outcome = try await workspace.start(
        Workspace.program,
        command.path + operand + ["--json"]
          + (command.path[1] == "dump" ? [] : ["--migrations", "none"]), [:], "")
      #expect(outcome.status != 0, "\(outcome)")
      #expect(outcome.stdout.hasPrefix("{\"version\":1,"), "\(outcome)")
      #expect(outcome.stdout.contains("\"problems\":[{\"file\":"), "\(outcome)")
      #expect(outcome.stdout.hasSuffix("}\n"), "\(outcome)")
    }
    #expect(try workspace.files.isEmpty)
  }

  @Test func `a misspelt command gets the nearest one`() async throws {
    let outcome = try await workspace.run("migrate", "statsu")
    #expect(outcome.status == 64, "\(outcome)")
    #expect(outcome.stderr.contains("did you mean 'migrate status'?"), "\(outcome)")
  }
}
