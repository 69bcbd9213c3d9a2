import Foundation
import SQLite
import Testing

/// What goes wrong while a load runs.
@Suite struct ImportFaultTests {
  @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
  func `a signal undoes the transaction and the ledger says so`(
    signal: String, status: Int32
  ) async throws {
    let workspace = try Workspace()
    try workspace.write("first.csv", BankList.text(1...3))
    try workspace.write("big.csv", BankList.text(1...10_000, acquirer: "Other"))
    _ = try await workspace.run("import", "first.csv")
    // set -m: a shell without job control starts its background jobs with SIGINT ignored.
    let outcome = try await workspace.shell(
      """
      set -m
      mkfifo pipe
      $BANK_ETL import pipe & import=$!
      exec 9> pipe
      cat big.csv >&9
      kill -\(signal) $import
      wait $import
      """)
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.stderr.contains("stopped by a signal"), "\(outcome)")
    let database = try workspace.database()
    #expect(try database.value("SELECT count(*) FROM failed_banks") == 3)
    #expect(
      try database.rows("SELECT id, status FROM etl_runs ORDER BY id")
        == [[1, "succeeded"], [2, "failed"]])
    let again = try await workspace.run("import", "--json", "big.csv")
    #expect(try Report.all(again).first?.counts == [10_000, 9_997, 3, 0, 0, 0])
  }

  @Test func `a signal in a first import leaves no database`() async throws {
    let workspace = try Workspace()
    try workspace.write("big.csv", BankList.text(1...10_000))
    let outcome = try await workspace.shell(
      """
      set -m
      mkfifo pipe
      $BANK_ETL import pipe & import=$!
      exec 9> pipe
      cat big.csv >&9
      kill -TERM $import
      wait $import
      """)
    #expect(outcome.status == 143, "\(outcome)")
    #expect(try workspace.files == ["big.csv", "pipe"])
  }

  @Test func `killed in the middle, the same command does the whole job`() async throws {
    let workspace = try Workspace()
    try workspace.write("big.csv", BankList.text(1...10_000))
    let killed = try await workspace.shell(
      """
      mkfifo pipe
      $BANK_ETL import --commit-every 2000 pipe & import=$!
      exec 9> pipe
      cat big.csv >&9
      kill -KILL $import
      wait $import
      """)
    #expect(killed.status == 137, "\(killed)")
    let outcome = try await workspace.run("import", "--json", "big.csv")
    #expect(outcome.status == 0, "\(outcome)")
    let database = try workspace.database()
    #expect(try database.value("SELECT count(*), max(cert) FROM failed_banks") == 10_000)
    #expect(try database.value("PRAGMA integrity_check") == "ok")
    #expect(try database.value("SELECT count(*) FROM etl_runs WHERE status = 'running'") == 0)
  }

  /// A limit on the size of files stands in for a full disk: a write beyond it fails.
  @Test(arguments: [8, 64, 150, 250])
  func `a disk that is full leaves the database as it was`(blocks: Int) async throws {
    let workspace = try Workspace()
    try workspace.write("first.csv", BankList.text(1...3))
    try workspace.write("big.csv", BankList.text(1...5_000, acquirer: "Other"))
    _ = try await workspace.run("import", "first.csv")
    let outcome = try await workspace.shell("ulimit -f \(blocks); $BANK_ETL import big.csv")
    #expect(outcome.status == 74, "\(outcome)")
    let messages = outcome.stderr.split(separator: "\n")
    #expect(messages.count == 2 && messages.last?.contains("GiB free") == true, "\(outcome)")
    let database = try workspace.database()
    #expect(
      try database.rows("SELECT count(*), max(acquirer) FROM failed_banks") == [[3, "Equity Bank"]])
    #expect(try database.value("PRAGMA integrity_check") == "ok")
    let again = try await workspace.run("import", "--json", "big.csv")
    #expect(try Report.all(again).first?.counts == [5_000, 4_997, 3, 0, 0, 0])
  }

  @Test(arguments: [4, 64, 200])
  func `a disk that is full in a first import leaves no database`(blocks: Int) async throws {
    let workspace = try Workspace()
    try workspace.write("big.csv", BankList.text(1...5_000))
    let outcome = try await workspace.shell("ulimit -f \(blocks); $BANK_ETL import big.csv")
    #expect(outcome.status == 74, "\(outcome)")
    #expect(try workspace.files == ["big.csv"])
  }

  @Test func `a reader that goes away is no error`() async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...3))
    let outcome = try await workspace.shell(
      "$BANK_ETL import a.csv | true; echo ${PIPESTATUS[0]}")
    #expect(outcome.stdout == "0\n" && outcome.stderr.isEmpty, "\(outcome)")
  }
}
