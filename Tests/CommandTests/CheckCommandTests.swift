import Foundation
import SQLite
import Testing

struct CheckCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func change(_ sql: String) throws {
    let database = try Database(path: workspace.path("bank.db"), access: .readWrite)
    try database.execute(sql)
  }

  @Test func `a database that imports have made is sound`() async throws {
    try await ImportedBanks.make(in: workspace)
    let outcome = try await workspace.run("check")
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    let names = outcome.stdout.split(separator: "\n").filter { $0.hasPrefix("ok  ") }
    #expect(names == Self.parts.map { "ok  \($0)" }, "\(outcome)")
    #expect(outcome.stdout.contains("    sqlite 3."), "\(outcome)")
    let quiet = try await workspace.run("check", "-q")
    #expect(quiet.status == 0 && quiet.stdout == "", "\(quiet)")
  }

  @Test(arguments: [
    (
      "DELETE FROM failed_banks WHERE cert = 15426",
      "\"failed_banks\": expected 4 rows, as run 2 left them, but found 3: another program changed it"
    ),
    (
      "UPDATE failed_banks SET run_id = 9 WHERE cert = 15426",
      "\"failed_banks\": 1 rows are of runs that the ledger does not know"
    ),
    ("DELETE FROM etl_rejects WHERE record = 4", "run 2: expected 2 rejects but found 1"),
    (
      "DROP TABLE failed_banks",
      "expected a table \"failed_banks\", which imports wrote, but found none"
    ),
    (
      "DELETE FROM schema_migrations",
      "0001_failed_banks.up.sql: not applied to the database yet"
    ),
    (
      """
      PRAGMA foreign_keys = OFF; CREATE TABLE p (a INTEGER PRIMARY KEY);
      CREATE TABLE c (a REFERENCES p); INSERT INTO c VALUES (1)
      """, "\"c\", row 1: refers to a row of \"p\" that is not there"
    ),
    (
      "UPDATE etl_ledger SET version = 99",
      "or older but found 99: a newer bank-etl made it; install that one"
    ),
  ])
  func `what is wrong is said, and the status is 1`(sql: String, finding: String) async throws {
    try await ImportedBanks.make(in: workspace)
    try change(sql)
    let outcome = try await workspace.run("check", "-q")
    #expect(outcome.status == 1 && outcome.stderr == "", "\(outcome)")
    #expect(outcome.stdout.contains(finding + "\n"), "\(outcome)")
  }

  @Test func `after an undo the rows are not held against the runs before`() async throws {
    try await ImportedBanks.make(in: workspace)
    #expect(try await workspace.run("undo", "2", "-q").status == 0)
    let outcome = try await workspace.run("check")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.stdout.contains("\"failed_banks\": its rows can't be counted"), "\(outcome)")
  }

  @Test func `a damaged page is found`() async throws {
    try await ImportedBanks.make(in: workspace)
    try change("PRAGMA journal_mode = DELETE")
    let root = try Database(path: workspace.path("bank.db"), access: .readOnly).value(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'etl_rejects'")
    let offset = try #require(root?.integer) - 1
    let file = try FileHandle(forUpdating: workspace.folder.appending(path: "bank.db"))
    try file.seek(toOffset: UInt64(offset * 4_096))
    try file.write(contentsOf: Data(repeating: 0x55, count: 4_096))
    try file.close()
    let outcome = try await workspace.run("check")
    #expect(outcome.status == 1 && outcome.stdout.hasPrefix("not ok  integrity\n"), "\(outcome)")
  }

  /// The schema and the ledger among them.
  @Test func `whichever page is damaged, there is a report, a line a finding`() async throws {
    try await ImportedBanks.make(in: workspace)
    try change("PRAGMA journal_mode = DELETE")
    let outcome = try await workspace.shell(
      """
      for page in $(seq 1 $(($(stat -c %s bank.db) / 4096 - 1))); do
        cp bank.db damaged.db
        head -c 2000 /dev/zero | tr '\\0' U |
          dd of=damaged.db bs=1 seek=$((page * 4096)) conv=notrunc status=none
        "$BANK_ETL" check --json --db damaged.db; echo "$?"
      done
      """)
    #expect(outcome.stderr == "" && !outcome.stdout.contains("\\n"), "\(outcome)")
    let lines = outcome.stdout.split(separator: "\n")
    #expect(lines.count > 20)
    for index in stride(from: 0, to: lines.count - 1, by: 2) {
      let report = try JSONDecoder().decode(Report.self, from: Data(lines[index].utf8))
      #expect(report.checks.map(\.name) == Self.parts && lines[index + 1] == "1", "\(report)")
      #expect(report.checks[0].ok == false && report.database_bytes > 4_096, "\(report)")
    }
  }

  @Test(arguments: [60_000, 16_384, 4_096, 1_000])
  func `a database that was cut is looked at as far as it goes`(size: Int) async throws {
    try await ImportedBanks.make(in: workspace)
    try change("PRAGMA journal_mode = DELETE")
    let outcome = try await workspace.shell("truncate -s \(size) bank.db; $BANK_ETL check --json")
    #expect(outcome.status == 1 && outcome.stderr == "", "\(outcome)")
    let report = try JSONDecoder().decode(Report.self, from: outcome.output)
    #expect(report.checks.map(\.name) == Self.parts && !report.checks[0].ok, "\(report)")
  }

  private static let parts = [
    "integrity", "foreign keys", "migrations", "ledger", "disk", "libraries",
  ]

  private struct Report: Decodable {
    struct Part: Decodable {
      let name: String
      let ok: Bool
      let findings: [String]
    }
    let version: Int
    let ok: Bool
    let checks: [Part]
    let database_bytes: Int
    let free_bytes: Int
    let libraries: [String: String]
  }

  @Test func `for programs`() async throws {
    try await ImportedBanks.make(in: workspace)
    try change("DELETE FROM failed_banks WHERE cert = 15426")
    let outcome = try await workspace.run("check", "--json")
    #expect(outcome.status == 1, "\(outcome)")
    let report = try JSONDecoder().decode(Report.self, from: outcome.output)
    #expect(report.version == 1 && !report.ok && report.database_bytes > 4_096)
    #expect(report.checks.filter { !$0.ok }.map(\.name) == ["ledger"])
    #expect(report.libraries["sqlite"]?.hasPrefix("3.") == true)
  }

  @Test func `no database`() async throws {
    let outcome = try await workspace.run("check")
    #expect(outcome.status == 66, "\(outcome)")
    #expect(try workspace.files == [])
  }

  @Test func `rows that were changed by hand are accounted for`() async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...3))
    let outcome = try await workspace.shell(
      """
      $BANK_ETL import -q a.csv
      $BANK_ETL add failed-banks name=Four cert=4 > out && $BANK_ETL check -q && echo added
      $BANK_ETL delete failed-banks 1 2 --yes > out && $BANK_ETL check -q && echo deleted
      """)
    #expect(outcome.stdout == "added\ndeleted\n", "\(outcome)")
  }
}
