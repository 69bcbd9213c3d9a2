import Foundation
import SQLite
import Testing

@Suite struct ImportOptionsTests {
  @Test func `a dry run says what would happen and changes nothing`() async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...5))
    let first = try await workspace.run("import", "--dry-run", "a.csv")
    #expect(first.status == 0 && first.stdout.contains("5 read: 5 inserted"), "\(first)")
    #expect(first.stdout.contains("dry run: the database was not changed"))
    #expect(try workspace.files == ["a.csv"])
    _ = try await workspace.run("import", "a.csv")
    try workspace.write(
      "b.csv", BankList.text(2...9, acquirer: "Other").replacing("Bank 9,", with: ","))
    let before = try await workspace.shell("sha256sum bank.db; ls")
    let trial = try await workspace.run("import", "--dry-run", "--json", "b.csv")
    #expect(trial.status == 2, "\(trial)")
    let after = try await workspace.shell("sha256sum bank.db; ls")
    #expect(after.stdout == before.stdout)
    let real = try await workspace.run("import", "--json", "b.csv")
    #expect(real.status == 2)
    let (expected, found) = (try Report.all(trial)[0], try Report.all(real)[0])
    #expect(found.counts == expected.counts && found.run == expected.run)
    #expect(found.counts == [8, 3, 4, 0, 1, 0])
  }

  @Test func `a guard refuses the file in a dry run too, and can be lifted`() async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...10))
    try workspace.write("b.csv", BankList.text(1...4))
    _ = try await workspace.run("import", "a.csv")
    for arguments in ["--dry-run b.csv", "b.csv"] {
      let refused = try await workspace.shell("$BANK_ETL import --guard maxShrink=50% " + arguments)
      #expect(refused.status == 65, "\(refused)")
      #expect(
        refused.stderr == """
          b.csv: guard maxShrink: expected at most 5 records fewer (of 10 records of the last \
          import) but found 6; nothing was loaded; if that is right, --allow maxShrink

          """)
    }
    let lifted = try await workspace.run(
      "import", "--guard", "maxShrink=50%", "--allow", "maxShrink", "b.csv")
    #expect(lifted.status == 0, "\(lifted)")
  }

  @Test(arguments: ["maxRejects", "maxRejects=", "maxRejects=-1", "minRecords=5%", "size=5"])
  func `a guard that is none is a wrong command line`(text: String) async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...2))
    let outcome = try await workspace.run("import", "--guard", text, "a.csv")
    #expect(outcome.status == 64, "\(outcome)")
    #expect(outcome.stderr.contains("for --guard"))
  }

  @Test func `with policy replace the table becomes the file`() async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...5))
    try workspace.write("b.csv", BankList.text(4...6))
    try workspace.write("c.csv", BankList.text(6...6) + ",x,KS,soon,y,never,1\n")
    _ = try await workspace.run("import", "a.csv")
    let replaced = try await workspace.run("import", "--policy", "replace", "b.csv")
    #expect(replaced.stdout.contains("rows that the file lacks: 3 deleted"), "\(replaced)")
    let certificates = "SELECT group_concat(cert) FROM (SELECT cert FROM failed_banks ORDER BY 1)"
    #expect(try workspace.database().value(certificates) == "4,5,6")
    // A reject whose key can't be read may be about any row.
    let kept = try await workspace.run("import", "--policy", "replace", "c.csv")
    #expect(kept.status == 2 && kept.stdout.contains("are kept"), "\(kept)")
    #expect(try workspace.database().value(certificates) == "4,5,6")
  }

  @Test func `an import waits for the one before it, as long as it is told`() async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...5))
    let outcome = try await workspace.shell(
      """
      : > bank.db-lock
      exec 9<>bank.db-lock; flock 9
      $BANK_ETL import --wait 60 a.csv 9>&- 2>waiting & import=$!
      until grep -q "waiting for another import" waiting; do :; done
      exec 9>&-
      wait $import
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try workspace.database().value("SELECT count(*) FROM failed_banks") == 5)
  }

  @Test func `a file in pieces is gone on with after a full disk`() async throws {
    let workspace = try Workspace()
    try workspace.write("big.csv", BankList.text(1...15_000))
    let stopped = try await workspace.shell(
      "ulimit -f 600; $BANK_ETL import --commit-every 1500 big.csv")
    #expect(stopped.status == 74, "\(stopped)")
    let committed = try #require(
      try workspace.database().value("SELECT read FROM etl_runs")?.integer)
    #expect(committed > 0 && committed % 1_500 == 0)
    let outcome = try await workspace.run("import", "--json", "--commit-every", "1500", "big.csv")
    let report = try #require(try Report.all(outcome).first)
    #expect(report.counts == [15_000, 15_000, 0, 0, 0, 0], "\(outcome)")
    #expect(report.run == 1)
    #expect(report.message == "went on with run 1 after \(committed) records")
    let database = try workspace.database()
    #expect(
      try database.rows(
        "SELECT count(*), count(DISTINCT cert), min(run_id), max(run_id) FROM failed_banks")
        == [[15_000, 15_000, 1, 1]])
  }

  @Test func `a stopped file is not gone on with in another encoding`() async throws {
    let workspace = try Workspace()
    try workspace.write("big.csv", BankList.text(1...15_000))
    _ = try await workspace.shell("ulimit -f 600; $BANK_ETL import --commit-every 1500 big.csv")
    let outcome = try await workspace.run("import", "--json", "--encoding", "cp437", "big.csv")
    #expect(try Report.all(outcome).first?.run == 2, "\(outcome)")
  }

  @Test func `a guard says what stays of a file that was stopped before`() async throws {
    let workspace = try Workspace()
    try workspace.write("big.csv", BankList.text(1...15_000))
    _ = try await workspace.shell("ulimit -f 600; $BANK_ETL import --commit-every 1500 big.csv")
    let committed = try #require(
      try workspace.database().value("SELECT read FROM etl_runs")?.integer)
    let outcome = try await workspace.run("import", "--guard", "minRecords=15001", "big.csv")
    #expect(outcome.status == 65, "\(outcome)")
    #expect(
      outcome.stderr.contains(
        "nothing more was loaded, \(committed) records of it were committed before"), "\(outcome)")
    #expect(
      try workspace.database().value("SELECT count(*) FROM failed_banks") == .integer(committed))
  }

  @Test func `a file that changed after a crash is loaded from its start`() async throws {
    let workspace = try Workspace()
    try workspace.write("big.csv", BankList.text(1...15_000))
    _ = try await workspace.shell("ulimit -f 600; $BANK_ETL import --commit-every 1500 big.csv")
    try workspace.write("big.csv", BankList.text(1...15_000, acquirer: "Other"))
    let outcome = try await workspace.run("import", "--json", "big.csv")
    let report = try #require(try Report.all(outcome).first)
    #expect(report.run == 2 && report.read == 15_000, "\(outcome)")
    #expect(report.inserted + report.updated == 15_000 && report.updated > 0)
  }
}
