import Foundation
import SQLite
import Testing

struct StatusCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Moves everything that the ledger knows into the past.
  private func age(_ hours: Int) throws {
    try Database(path: workspace.path("bank.db"), access: .readWrite).execute(
      "UPDATE etl_runs SET last_seen_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '\(-hours) hours')")
  }

  @Test func `the last good import and the last failure, for people`() async throws {
    try LedgerSample.make(in: workspace)
    let outcome = try await workspace.run("status")
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    let lines = outcome.stdout.split(separator: "\n")
    try #require(lines.count == 3, "\(outcome)")
    #expect(lines[0].hasPrefix("dataset       state  age"), "\(outcome)")
    #expect(
      lines[2].contains("2026-01-03 03:04    2     9         1        2          3         2"))
    #expect(lines[2].hasSuffix("run 3, 2026-01-04 03:04: the disk is full"), "\(outcome)")
  }

  @Test(arguments: [
    (25, "26h", 0), (27, "26h", 1), (27, "2d", 0), (27, "0s", 1), (0, "1h", 0),
  ])
  func `older than asked is 1`(hours: Int, limit: String, status: Int32) async throws {
    try await ImportedBanks.make(in: workspace)
    try age(hours)
    let outcome = try await workspace.run("status", "--max-age", limit)
    #expect(outcome.status == status && outcome.stderr == "", "\(outcome)")
    #expect(outcome.stdout.contains(status == 0 ? "  ok " : "  too old"), "\(outcome)")
    let quiet = try await workspace.run("status", "-q", "--max-age", limit)
    #expect(quiet.status == status, "\(quiet)")
    #expect(quiet.stdout == (status == 0 ? "" : outcome.stdout), "\(quiet)")
  }

  @Test func `an import in the future is none, until there is a good one`() async throws {
    try await ImportedBanks.make(in: workspace)
    try age(-48)
    let outcome = try await workspace.run("status", "--max-age", "26h")
    #expect(outcome.status == 1 && outcome.stdout.contains("in the future"), "\(outcome)")
    #expect(try await workspace.run("import", "b.csv", "--policy", "replace", "-q").status == 0)
    let later = try await workspace.run("status", "--max-age", "26h")
    #expect(later.status == 0, "\(later)")
  }

  @Test func `a file that was met again unchanged makes the dataset fresh`() async throws {
    try await ImportedBanks.make(in: workspace)
    try age(50)
    #expect(try await workspace.run("status", "--max-age", "26h").status == 1)
    #expect(try await workspace.run("import", "b.csv", "--policy", "replace", "-q").status == 0)
    let outcome = try await workspace.run("status", "--max-age", "26h")
    #expect(outcome.status == 0, "\(outcome)")
  }

  private struct Report: Decodable {
    struct Entry: Decodable {
      struct Success: Decodable {
        let run: Int
        let age_seconds: Int
        let read: Int
        let rejected: Int
        let status: String
      }
      struct Failure: Decodable {
        let run: Int
        let at: String
        let message: String
      }
      let dataset: String
      let ok: Bool
      let last_success: Success?
      let last_failure: Failure?
    }
    let version: Int
    let ok: Bool
    let max_age_seconds: Int?
    let datasets: [Entry]
  }

  @Test func `for programs, with a dataset that never had an import`() async throws {
    try LedgerSample.make(in: workspace)
    let outcome = try await workspace.run(
      "status", "--json", "--max-age", "1000w", "failed-banks", "contacts")
    #expect(outcome.status == 1, "\(outcome)")
    let report = try JSONDecoder().decode(Report.self, from: outcome.output)
    #expect(report.version == 1 && !report.ok && report.max_age_seconds == 604_800_000)
    try #require(report.datasets.map(\.dataset) == ["failed-banks", "contacts"])
    #expect(report.datasets.map(\.ok) == [true, false])
    let good = try #require(report.datasets[0].last_success)
    #expect(good.run == 2 && good.read == 9 && good.rejected == 2)
    #expect(good.status == "succeeded_with_rejects" && good.age_seconds >= 0)
    #expect(report.datasets[0].last_failure?.at == "2026-01-04T03:04:05.000Z")
    #expect(report.datasets[1].last_success == nil && report.datasets[1].last_failure == nil)
  }

  @Test func `no database, and one without imports`() async throws {
    let missing = try await workspace.run("status", "--max-age", "1h")
    #expect(missing.status == 66 && missing.stderr.hasPrefix("bank.db: no such database\n"))
    try Database(path: workspace.path("bank.db"), access: .create).execute("CREATE TABLE t (a)")
    let empty = try await workspace.run("status", "--max-age", "1h")
    #expect(empty.status == 1 && empty.stdout == "", "\(empty)")
    #expect(empty.stderr.hasPrefix("bank.db: no imports in this database\n"), "\(empty)")
    let unlimited = try await workspace.run("status", "-q")
    #expect(unlimited.status == 0 && unlimited.stderr == "", "\(unlimited)")
    let named = try await workspace.run("status", "--max-age", "1h", "failed-banks")
    #expect(named.status == 1 && named.stdout.contains("too old"), "\(named)")
  }

  @Test func `a dataset that neither the declarations nor the ledger know is refused`() async throws
  {
    try LedgerSample.make(in: workspace)
    let unknown = try await workspace.run("status", "failed-bank")
    #expect(unknown.status == 64 && unknown.stdout == "", "\(unknown)")
    #expect(
      unknown.stderr.contains("unknown dataset 'failed-bank'; did you mean 'failed-banks'?"),
      "\(unknown)")
    try Database(path: workspace.path("bank.db"), access: .readWrite).execute(
      "UPDATE etl_runs SET dataset = 'of-old'")
    let old = try await workspace.run("status", "of-old")
    #expect(old.status == 0 && old.stdout.contains("of-old"), "\(old)")
  }

  @Test func `an age that is none`() async throws {
    let outcome = try await workspace.run("status", "--max-age", "26")
    #expect(outcome.status == 64, "\(outcome)")
    #expect(
      outcome.stderr.hasPrefix(
        "bank-etl: expected a time such as 90s, 15m, 26h or 7d for --max-age but found \"26\"\n"))
  }

  @Test func `what is changed by hand does not make old data new`() async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...3))
    let outcome = try await workspace.shell(
      """
      $BANK_ETL import -q a.csv
      sqlite3 bank.db "UPDATE etl_runs SET last_seen_at = '2020-01-01T00:00:00.000Z'"
      $BANK_ETL set failed-banks 1 city=Oslo > out; $BANK_ETL status --max-age 26h
      """)
    #expect(outcome.status == 1 && outcome.stdout.contains("too old"), "\(outcome)")
  }
}
