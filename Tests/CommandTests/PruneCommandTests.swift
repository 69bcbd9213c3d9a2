import SQLite
import Testing

@testable import bank_etl

struct PruneCommandTests {
  @Test(
    arguments: [
      ("90d", 90), ("12w", 84), ("1y", 365), ("0d", 0), ("1000y", 365_000), ("1001y", nil),
      ("90", nil), ("d", nil), ("", nil), ("-1d", nil), ("1.5d", nil),
      ("9999999999999999999d", nil),
      ("90D", nil), ("٩d", nil),
    ] as [(String, Int64?)])
  func `an age in days`(text: String, expected: Int64?) {
    #expect((try? PruneCommand.days(text)) == expected)
  }

  @Test func `old values and rejects go, rows stay, and a pruned run can't be undone`() async throws
  {
    let workspace = try Workspace()
    try await ImportedBanks.make(in: workspace)
    try Database(path: workspace.path("bank.db"), access: .readWrite).execute(
      "UPDATE etl_runs SET started_at = '2001-01-01T00:00:00.000Z'")
    let rows = try await ImportedBanks.rows(in: workspace)
    let trial = try await workspace.run("prune", "--keep", "90d", "--dry-run")
    #expect(trial.stdout == "would prune 2 runs: 2 old values, 2 rejects\n", "\(trial)")
    let json = try await workspace.run("prune", "--keep", "90d", "--json")
    #expect(
      json.stdout == "{\"version\":1,\"dry_run\":false,\"runs\":2,\"changes\":2,\"rejects\":2}\n")
    let again = try await workspace.run("prune", "--keep", "90d")
    #expect(again.stdout == "pruned 0 runs: 0 old values, 0 rejects\n", "\(again)")
    #expect(try await ImportedBanks.rows(in: workspace) == rows)
    for command in [["undo", "2"], ["runs", "changes", "2"], ["runs", "rejects", "2", "--raw"]] {
      let refused = try await workspace.shell(
        "\"$BANK_ETL\" " + command.joined(separator: " "))
      #expect(refused.status == 65, "\(refused)")
      #expect(
        refused.stderr == "bank-etl: what run 2 changed is no longer kept: it was pruned\n",
        "\(refused)")
    }
    let why = try await workspace.run("why", "failed-banks", "15426")
    #expect(why.stdout.hasSuffix("\nwhat it was before was pruned\n"), "\(why)")
    #expect(why.stdout.contains("  written ") && !why.stdout.contains("inserted"), "\(why)")
    let known = try await workspace.run("why", "failed-banks", "15426", "--json")
    #expect(known.stdout.contains("\"change\":\"written\""), "\(known)")
  }

  @Test func `without an age nothing is pruned`() async throws {
    let workspace = try Workspace()
    let outcome = try await workspace.run("prune")
    #expect(outcome.status == 64 && outcome.stderr.contains("--keep 90d"), "\(outcome)")
  }
}
