import SQLite
import Testing

struct DeleteCommandTests {
  private let workspace: Workspace

  init() async throws {
    workspace = try Workspace()
    try await ImportedBanks.make(in: workspace)
  }

  @Test func `without --yes the rows are shown, and stay`() async throws {
    let before = try await ImportedBanks.rows(in: workspace)
    let outcome = try await workspace.run("delete", "failed-banks", "15426", "21111")
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.stdout.split(separator: "\n").count == 4, "\(outcome)")
    #expect(outcome.stderr == "bank-etl: nothing was deleted: add --yes to delete these rows\n")
    #expect(try await ImportedBanks.rows(in: workspace) == before)
  }

  @Test func `all of them, in a run that brings them back`() async throws {
    let before = try await ImportedBanks.rows(in: workspace)
    let outcome = try await workspace.run("delete", "failed-banks", "15426", "21111", "--yes")
    #expect(
      outcome.stdout == "failed-banks: 2 deleted (id 1, 3)   run 3 -> bank.db\n", "\(outcome)")
    #expect(try workspace.database().value("SELECT count(*) FROM failed_banks") == 2)
    let why = try await workspace.run("why", "failed-banks", "15426")
    #expect(why.stdout.contains("no such row now"), "\(why)")
    #expect(try await workspace.run("undo", "3").status == 0)
    #expect(try await ImportedBanks.rows(in: workspace) == before)
  }

  @Test func `a row that is named twice is one row`() async throws {
    let shown = try await workspace.run("delete", "failed-banks", "15426", "15426")
    #expect(shown.status == 1 && shown.stdout.split(separator: "\n").count == 3, "\(shown)")
    let outcome = try await workspace.run("delete", "failed-banks", "15426", "15426", "--yes")
    #expect(outcome.status == 0 && outcome.stdout.contains("1 deleted (id 1)"), "\(outcome)")
  }

  @Test(arguments: [["15426", "15427"], ["' OR 1=1 --", "15426"]])
  func `all of them or none`(keys: [String]) async throws {
    let before = try await ImportedBanks.rows(in: workspace)
    let outcome = try await workspace.start(
      Workspace.program, ["delete", "failed-banks", "--yes"] + keys, [:], "")
    #expect(outcome.status == 1 && outcome.stdout == "", "\(outcome)")
    #expect(outcome.stderr.contains("no row of failed-banks with cert"), "\(outcome)")
    #expect(try await ImportedBanks.rows(in: workspace) == before)
    #expect(try workspace.database().value("SELECT max(id) FROM etl_runs") == 2)
  }
}
