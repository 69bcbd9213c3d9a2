import Foundation
import SQLite
import Testing

struct RunsCommandTests {
  private struct Run: Decodable, Equatable {
    let version: Int
    let run: Int
    let source: String
    let status: String
    let encoding: String?
    let header_line: Int?
    let read: Int
    let duration_ms: Int?
    let message: String?
  }

  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test func `runs are listed for people, the newest first`() async throws {
    try LedgerSample.make(in: workspace)
    let outcome = try await workspace.run("runs")
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    let lines = outcome.stdout.split(separator: "\n")
    try #require(lines.count == 5, "\(outcome)")
    #expect(lines[0].hasPrefix("run  started           dataset       source"), "\(outcome)")
    #expect(lines[2].hasPrefix("  3  2026-01-04 03:04  failed-banks  b\\u{1b}[31m.csv  failed"))
    #expect(lines[4].contains("succeeded"), "\(outcome)")
  }

  @Test func `runs are listed for programs`() async throws {
    try LedgerSample.make(in: workspace)
    let outcome = try await workspace.run("runs", "--json")
    let runs = try JSONDecoder().decode([Run].self, from: outcome.output)
    #expect(runs.map(\.run) == [3, 2, 1], "\(outcome)")
    #expect(
      runs[2]
        == Run(
          version: 1, run: 1, source: "a.csv", status: "succeeded", encoding: "utf-8",
          header_line: 1, read: 7, duration_ms: 250, message: nil))
    #expect(runs[0].message == "the disk is full" && runs[0].source == "b\u{1b}[31m.csv")
    #expect(!outcome.stdout.contains("\u{1b}"), "\(outcome)")
  }

  /// As `--commit-every` leaves a run whose process was killed.
  @Test
  func `a run is running while its process holds the database, and interrupted when it is gone`()
    async throws
  {
    try LedgerSample.make(in: workspace)
    try Database(path: workspace.path("bank.db"), access: .readWrite)
      .execute("UPDATE etl_runs SET status = 'running', message = NULL WHERE id = 3")
    for isHeld in [false, true, false] {
      let lock = isHeld ? try DatabaseLock(databasePath: workspace.path("bank.db")) : nil
      let expected = isHeld ? "running" : "interrupted"
      let list = try await workspace.run("runs")
      #expect(list.status == 0 && list.stdout.contains("  \(expected)  "), "\(list)")
      let one = try await workspace.run("runs", "3", "--json")
      let runs = try JSONDecoder().decode([Run].self, from: one.output)
      #expect(runs.map(\.status) == [expected], "\(one)")
      _ = consume lock
    }
  }

  @Test func `a run is interrupted until a later one of its dataset has loaded something`()
    async throws
  {
    try LedgerSample.make(in: workspace)
    let database = try Database(path: workspace.path("bank.db"), access: .readWrite)
    try database.execute(
      """
      UPDATE etl_runs SET status = 'running', message = NULL, read = 5, inserted = 5,
        committed_records = 5 WHERE id = 3
      """)
    func status() async throws -> String? {
      let one = try await workspace.run("runs", "3", "--json")
      return try JSONDecoder().decode([Run].self, from: one.output).first?.status
    }
    #expect(try await status() == "interrupted")
    try workspace.write("contacts.csv", "Name,Address,Phone\nPat,12 Quay Street,555-0112\n")
    let other = try await workspace.run("import", "--migrate", "contacts.csv")
    #expect(other.status == 0, "\(other)")
    #expect(try await status() == "interrupted")
    #expect(try database.value("SELECT status FROM etl_runs WHERE id = 3") == "failed")
    for (read, expected) in [(0, "interrupted"), (1, "failed")] {
      try database.execute(
        """
        INSERT INTO etl_runs (dataset, source, declaration, status, started_at, last_seen_at, read,
          inserted, tool_version)
        VALUES ('failed-banks', 'c.csv', 'd', 'failed', '', '', \(read), \(read), '0.1.0')
        """)
      #expect(try await status() == expected)
    }
    try database.execute("DELETE FROM etl_runs WHERE id > 4; UPDATE etl_runs SET message = 'full'")
    #expect(try await status() == "failed")
  }

  @Test func `one run, and as many as asked for`() async throws {
    try LedgerSample.make(in: workspace, named: "other.db")
    let one = try await workspace.run("runs", "2", "--json", "--db", "other.db")
    #expect(try JSONDecoder().decode([Run].self, from: one.output).map(\.run) == [2], "\(one)")
    let two = try await workspace.run("runs", "-n2", "--json", "--db=other.db")
    #expect(try JSONDecoder().decode([Run].self, from: two.output).map(\.run) == [3, 2], "\(two)")
    let none = try await workspace.run("runs", "--limit", "0", "--json", "--db", "other.db")
    #expect(none.stdout == "[\n]\n" && none.status == 0, "\(none)")
  }

  @Test(arguments: ["runs", "rejects"])
  func `a run that is not known`(command: String) async throws {
    try LedgerSample.make(in: workspace)
    let outcome = try await workspace.run(command, "9")
    #expect(outcome.status == 66 && outcome.stdout == "", "\(outcome)")
    let lines = ["no such run: 9", "'bank-etl runs' lists the runs"]
    #expect(outcome.stderr == lines.map { "bank-etl: \($0)\n" }.joined(), "\(outcome)")
  }

  @Test(arguments: ["runs", "rejects"])
  func `no database, and a database without imports`(command: String) async throws {
    let missing = try await workspace.run(command)
    #expect(missing.status == 66, "\(missing)")
    #expect(missing.stderr.hasPrefix("bank.db: no such database\n"), "\(missing)")
    #expect(try workspace.files == [])

    _ = try Database(path: workspace.path("bank.db"), access: .create)
      .execute("CREATE TABLE t (a)")
    let empty = try await workspace.run(command)
    #expect(empty.status == 0 && empty.stdout == "" && empty.stderr == "", "\(empty)")
    let json = try await workspace.run(command, "--json")
    #expect(json.status == 0 && json.stdout == "[\n]\n", "\(json)")
  }

  @Test func `what is no database`() async throws {
    try workspace.write("bank.db", String(repeating: "a,b,c\n", count: 200))
    let outcome = try await workspace.run("runs")
    #expect(outcome.status == 78, "\(outcome)")
    let text = "bank.db: expected a SQLite database but found another kind of file\n"
    #expect(outcome.stderr == text, "\(outcome)")
  }
}
