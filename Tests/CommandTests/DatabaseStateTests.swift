import Foundation
import SQLite
import Testing

/// Databases in states that others, or a crash, have left them in.
@Suite struct DatabaseStateTests {
  @Test func `an empty file is a database that is still to be made`() async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...5))
    let outcome = try await workspace.shell(
      """
      : > real.db; chmod 600 real.db; ln -s real.db bank.db
      $BANK_ETL import -q a.csv; echo $?; stat -c %a real.db; [ -L bank.db ] && echo link
      """)
    #expect(outcome.stdout == "0\n600\nlink\n", "\(outcome)")
    #expect(try workspace.database().value("SELECT count(*) FROM failed_banks") == 5)
  }

  @Test func `what a killed first load has left is rolled back by whoever comes next`() async throws
  {
    let workspace = try Workspace()
    let library = Repository.root.appending(path: "Tests/Faults/fault.c").path
    let compiler = "$(command -v cc || command -v clang)"
    _ = try await workspace.shell("\(compiler) -shared -fPIC -o fault.so \(library) -ldl")
    try workspace.write("a.csv", BankList.text(1...300))
    // Killed at the last call that leaves a journal: it is hot, and a reader must roll it back.
    var call = 0
    func isKilled(leaving file: String) async throws -> Bool {
      _ = try await workspace.shell(
        """
        rm -f bank.db* reached
        FAULT_MARK=reached FAULT_AT=\(call) LD_PRELOAD=./fault.so $BANK_ETL import a.csv
        """)
      return try workspace.files.contains(file)
    }
    repeat { call += 32 } while try await isKilled(leaving: "reached")
    repeat { call -= 1 } while try await !isKilled(leaving: "bank.db-journal") && call > 1
    #expect(call > 1)
    let list = try await workspace.run("list", "failed-banks", "--format", "json")
    #expect(list.status == 0 && list.stderr.isEmpty, "\(list)")
    let outcome = try await workspace.run("import", "a.csv")
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test func `a dry run leaves nothing among the temporary files`() async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...5))
    _ = try await workspace.run("import", "a.csv")
    let outcome = try await workspace.shell(
      "mkdir t; TMPDIR=$PWD/t $BANK_ETL import --dry-run --force a.csv >/dev/null; find t")
    #expect(outcome.stdout == "t\n", "\(outcome)")
  }

  @Test(arguments: ["", "--commit-every 2"])
  func `a trigger that leaves rows out, or ends the transaction, stops the load`(
    options: String
  ) async throws {
    for action in ["IGNORE", "ROLLBACK, 'no'"] {
      let workspace = try Workspace()
      try workspace.write("a.csv", BankList.text(1...3))
      try workspace.write("b.csv", BankList.text(2...9, acquirer: "Other"))
      _ = try await workspace.run("import", "a.csv")
      _ = try await workspace.shell(
        """
        sqlite3 bank.db "CREATE TRIGGER t BEFORE INSERT ON failed_banks WHEN new.cert = 7
          BEGIN SELECT RAISE(\(action)); END"
        """)
      let outcome = try await workspace.shell("$BANK_ETL import \(options) b.csv")
      #expect([65, 70].contains(outcome.status), "\(outcome)")
      let database = try workspace.database()
      let rows = try database.value("SELECT count(*) FROM failed_banks")?.integer ?? -1
      let counted = try database.value("SELECT 3 + inserted FROM etl_runs ORDER BY id DESC LIMIT 1")
      #expect(.integer(rows) == counted, "\(outcome)")
    }
  }

  @Test func `rows that went between two pieces are loaded again`() async throws {
    let workspace = try Workspace()
    try workspace.write("big.csv", BankList.text(1...12_000))
    let stopped = try await workspace.shell(
      """
      ulimit -f 800; $BANK_ETL import --commit-every 2000 big.csv; echo $?
      sqlite3 bank.db 'DELETE FROM failed_banks WHERE cert < 1000'
      """)
    #expect(stopped.stdout == "74\n", "\(stopped)")
    let outcome = try await workspace.run("import", "--json", "big.csv")
    #expect(try Report.all(outcome).first?.run == 2, "\(outcome)")
    #expect(try workspace.database().value("SELECT count(*) FROM failed_banks") == 12_000)
  }

  @Test func `a file that is cut off is refused, unless that is allowed`() async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", String(BankList.text(1...50).dropLast(30)))
    let refused = try await workspace.run("import", "a.csv")
    #expect(refused.status == 65 && refused.stderr.contains("guard truncated"), "\(refused)")
    #expect(try workspace.files == ["a.csv"])
    let allowed = try await workspace.run("import", "--allow", "truncated", "a.csv")
    #expect(allowed.status == 2, "\(allowed)")
    #expect(try workspace.database().value("SELECT count(*) FROM failed_banks") == 49)
  }

  @Test func `a database that appears while one is being made is not replaced`() async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...5))
    // A link that leads nowhere has no database behind it, and is in the way of a new one.
    let outcome = try await workspace.shell(
      "ln -s elsewhere.db bank.db; $BANK_ETL import a.csv; echo $?; readlink bank.db; ls | wc -l")
    #expect(outcome.stdout == "73\nelsewhere.db\n2\n", "\(outcome)")
    #expect(outcome.stderr.hasPrefix("bank.db: "), "\(outcome)")
  }
}
