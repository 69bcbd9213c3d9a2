import Foundation
import SQLite
import Testing

/// An import that is killed again and again, at moments nobody chose, and started again each time.
@Suite struct KillLoopTests {
  /// How often it is killed before it ends: a few times in every test run, `make soak` asks for more.
  static let kills = ProcessInfo.processInfo.environment["BANK_ETL_KILLS"].flatMap(Int.init) ?? 4

  private struct State: Equatable {
    var rows: [[Value]]
    var runs: [[Value]]
    var rejects: [[Value]]
    var changes: [[Value]]

    init(_ database: Database, _ query: String) throws {
      rows = try database.rows(query)
      runs = try database.rows(
        """
        SELECT id, status, read, inserted, updated, unchanged, rejected, skipped, absent, sha256
        FROM etl_runs ORDER BY id
        """)
      rejects = try database.rows("SELECT * FROM etl_rejects ORDER BY run_id, record")
      changes = try database.rows("SELECT * FROM etl_changes")
    }
  }

  @Test(arguments: ["file", "500", "3000"])
  func `killed at any moment, it ends as if it had never been`(commitEvery: String) async throws {
    let workspace = try Workspace()
    try workspace.write("first.csv", BankList.text(stride(from: 1, to: 10_000, by: 2)))
    let changed = BankList.text(stride(from: 10_000, to: 0, by: -1), acquirer: "Other")
    let mixed =
      changed.replacing("Bank 777,", with: "\"Bank 777,")
      + BankList.text(5...9).dropFirst(
        BankList.header.count)
    try workspace.write("second.csv", mixed)
    try await kill(
      in: workspace, "--commit-every \(commitEvery)",
      comparing: "SELECT * FROM failed_banks ORDER BY cert")
  }

  @Test(arguments: ["file", "700"])
  func `so it does where a record fills two tables`(commitEvery: String) async throws {
    let workspace = try Workspace()
    let header = "First Name,Last Name,Location,Q1,Q2,Q3,Q4\n"
    try workspace.write(
      "first.csv",
      header + (1...3_000).map { "F\($0),L\($0 % 50),Here,\($0),2,,4\n" }.joined())
    try workspace.write(
      "second.csv",
      header
        + (2_000...6_000).reversed().map {
          "F\($0 - $0 % 7 / 6),L\($0 % 50),\($0 % 3 == 0 ? "There" : "Here"),\($0),2,,4\n"
        }.joined())
    try await kill(
      in: workspace, "--commit-every \(commitEvery)",
      comparing: "SELECT * FROM employee LEFT JOIN sales ON employee_id = id ORDER BY id")
  }

  @Test func `an undo that is killed is done, or nothing of it`() async throws {
    let workspace = try Workspace()
    try workspace.write("first.csv", BankList.text(1...6_000))
    try workspace.write("second.csv", BankList.text(2_000...8_000, acquirer: "Other"))
    let made = try await workspace.shell(
      """
      $BANK_ETL import -q --db start first.csv && $BANK_ETL import -q --db start --policy replace second.csv
      cp start undone && $BANK_ETL undo 2 --db undone
      """)
    #expect(made.status == 0, "\(made)")
    let rows = "SELECT * FROM failed_banks ORDER BY cert"
    let (before, after) = (
      try workspace.database("start").rows(rows), try workspace.database("undone").rows(rows)
    )
    for _ in 1...Self.kills {
      let killed = try await workspace.shell(
        """
        rm -f killed*; cp start killed; cp start timed
        began=$(date +%s%N); $BANK_ETL undo 2 --db timed >/dev/null
        delay=$((($(date +%s%N) - began) / 1000000 * RANDOM / 32768 + 1))
        timeout --signal KILL $((delay / 1000)).$(printf %03d $((delay % 1000))) $BANK_ETL undo 2 --db killed
        """)
      let found = try workspace.database("killed").rows(rows)
      #expect(found == before || found == after, "\(killed)")
      let again = try await workspace.run("undo", "2", "--db", "killed")
      #expect(again.status == 0, "\(again)")
      let database = try workspace.database("killed")
      #expect(try database.rows(rows) == after)
      #expect(try database.value("PRAGMA integrity_check") == "ok")
    }
  }

  /// Imports the second file after the first, once undisturbed and once killed on the way.
  private func kill(
    in workspace: Workspace, _ options: String, comparing query: String
  ) async throws {
    for name in ["clean", "killed"] {
      let outcome = try await workspace.run("import", "--db", name, "first.csv")
      #expect(outcome.status == 0, "\(outcome)")
    }
    let command = "$BANK_ETL import -q \(options)"
    _ = try await workspace.shell("\(command) --db clean second.csv")
    // 137: the process was killed, and had not come to its end. Where it has, it starts from the first file
    // again, and a little sooner is the moment chosen: within the time that it took undisturbed.
    let outcome = try await workspace.shell(
      """
      cp killed start
      cp killed timed
      began=$(date +%s%N)
      \(command) --db timed second.csv
      took=$((($(date +%s%N) - began) / 1000000))
      killed=0
      for attempt in $(seq $((\(Self.kills) * 20))); do
        [ $killed -ge \(Self.kills) ] && break
        delay=$((took * RANDOM / 32768 + 1))
        timeout --signal KILL $((delay / 1000)).$(printf %03d $((delay % 1000))) \\
          \(command) --db killed second.csv
        status=$?
        case $status in
          137) killed=$((killed + 1)) ;;
          *) rm -f killed-wal killed-shm killed-journal; cp start killed ;;
        esac
      done
      echo $killed
      \(command) --db killed second.csv
      """)
    #expect(outcome.status == 2 || outcome.status == 0, "\(outcome)")
    #expect(outcome.stdout.split(separator: "\n").first == "\(Self.kills)", "\(outcome)")
    let (clean, killed) = (try workspace.database("clean"), try workspace.database("killed"))
    #expect(try killed.value("PRAGMA integrity_check") == "ok")
    #expect(try State(killed, query) == State(clean, query))
  }
}
