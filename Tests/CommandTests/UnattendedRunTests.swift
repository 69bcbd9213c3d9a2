import Foundation
import SQLite
import ServerSupport
import Testing

/// What cron relies on, through the program.
@Suite struct UnattendedRunTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("good.csv", BankList.text(1...3))
    try workspace.write("bad.csv", BankList.text(1...3) + "x,y,z,not a number,a,1-Jan-20,1\n")
  }

  @Test func `a success says nothing at all`() async throws {
    for _ in 1...2 {
      let outcome = try await workspace.run("import", "-q", "good.csv")
      #expect(outcome.status == 0 && outcome.stdout.isEmpty && outcome.stderr.isEmpty, "\(outcome)")
    }
  }

  @Test func `rejects that are accepted are told to the log alone`() async throws {
    let outcome = try await workspace.run(
      "import", "-q", "--rejects-ok", "--log-file", "l", "bad.csv")
    #expect(outcome.status == 0 && outcome.stdout.isEmpty && outcome.stderr.isEmpty, "\(outcome)")
    #expect(try workspace.text("l").contains("bad.csv:5: Cert"))
  }

  @Test(arguments: [("--db x.db", "--db x.db"), ("--db 'x y.db'", "--db 'x y.db'"), ("", "1'")])
  func `what to look at next is in the same database`(option: String, hint: String) async throws {
    let outcome = try await workspace.shell("$BANK_ETL import -q \(option) bad.csv")
    #expect(outcome.status == 2 && outcome.stderr.contains("'bank-etl rejects 1"), "\(outcome)")
    #expect(outcome.stderr.contains("\(hint)"), "\(outcome)")
    #expect(outcome.stderr.contains("rejects 1 --db") == !option.isEmpty, "\(outcome)")
  }

  @Test(arguments: [
    (
      "missing.csv", 66,
      ["missing.csv: no such file", "(status 66)", "nothing of it was kept", "again"]
    ),
    (
      "--guard minRecords=9 good.csv", 65,
      ["minRecords", "good.csv", "(status 65, run 1)", "every row is as it was", "inspect"]
    ),
    (
      "bad.csv", 2,
      ["bad.csv:5: Cert", "without 1 of its 4 records", "'bank-etl rejects 1 --db x.db'"]
    ),
  ])
  func `a failure is told in one paragraph`(
    arguments: String, status: Int32, words: [String]
  ) async throws {
    let outcome = try await workspace.shell("$BANK_ETL import -q --db x.db \(arguments)")
    #expect(outcome.status == status && outcome.stdout.isEmpty, "\(outcome)")
    for word in words { #expect(outcome.stderr.contains(word), "\(word): \(outcome)") }
    #expect(!outcome.stderr.contains("\n\n") && outcome.stderr.contains("x.db"), "\(outcome)")
  }

  @Test func `after its time an import ends in good order`() async throws {
    let server = try TestServer { _ in
      .broken(Array(BankList.text(1...20_000).utf8), after: 700_000, [], .silence)
    }
    defer { server.stop() }
    _ = try await workspace.run("import", "good.csv")
    let outcome = try await workspace.run(
      "import", "-q", "--timeout", "1s", server.url(), "good.csv")
    #expect(outcome.status == 124, "\(outcome)")
    #expect(outcome.stderr.contains("not done within --timeout"), "\(outcome)")
    #expect(try workspace.database().value("SELECT count(*) FROM failed_banks") == 3)
    #expect(
      try workspace.database().value("SELECT status FROM etl_runs ORDER BY id DESC") == "failed")
  }

  @Test(arguments: [
    "mkfifo pipe; exec 3<> pipe; $BANK_ETL import --timeout 1s pipe",
    "exec 3> lock-holder; mkfifo pipe; exec 4<> pipe; $BANK_ETL import --timeout 1s - <&4",
    "exec 3> bank.db-lock; flock 3; $BANK_ETL import --timeout 1s --wait 60 good.csv",
  ])
  func `whatever it waits for`(script: String) async throws {
    let outcome = try await workspace.shell(script)
    #expect(outcome.status == 124 && outcome.stdout.isEmpty, "\(outcome)")
  }

  @Test(arguments: ["1", "s", "-1s", "1x", ""])
  func `a time needs its unit`(text: String) async throws {
    let outcome = try await workspace.run("import", "--timeout=\(text)", "good.csv")
    #expect(outcome.status == 64, "\(outcome)")
  }

  @Test func `an import in time is not disturbed`() async throws {
    let outcome = try await workspace.run("import", "--timeout", "1h", "good.csv")
    #expect(outcome.status == 0, "\(outcome)")
  }

  /// Without variables, from another folder, with nothing to read from and no terminal.
  @Test func `it needs nothing of its surroundings`() async throws {
    let outcome = try await workspace.shell(
      #"""
      mkdir in out && cp good.csv in/list.csv && chmod 555 in && cd /
      exec env -i "$BANK_ETL" import -q --db "$OLDPWD/out/bank.db" --log-file "$OLDPWD/out/log" \
        --metrics "$OLDPWD/out/m.prom" "$OLDPWD/in/list.csv" <&-
      """#)
    _ = try await workspace.shell("chmod 755 in")
    #expect(outcome.status == 0 && outcome.stdout.isEmpty && outcome.stderr.isEmpty, "\(outcome)")
    let files = try await workspace.shell("ls in out")
    #expect(
      files.stdout == "in:\nlist.csv\n\nout:\nbank.db\nbank.db-lock\nlog\nm.prom\n", "\(files)")
  }

  @Test func `from a server, it needs nothing either`() async throws {
    let server = try TestServer { _ in .file(Array(BankList.text(1...3).utf8)) }
    defer { server.stop() }
    let outcome = try await workspace.shell(
      "db=$PWD/bank.db; cd /; env -i \"$BANK_ETL\" import -q --db \"$db\" \(server.url())")
    #expect(outcome.status == 0 && outcome.stderr.isEmpty, "\(outcome)")
  }

  @Test(arguments: ["--log-file", "--metrics"], ["bank.db", "bank.db-lock", "a.csv"])
  func `neither log nor metrics go into a database or a file that is read`(
    option: String, path: String
  ) async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...3))
    _ = try await workspace.run("import", "-q", "a.csv")
    let before = try workspace.database().rows("SELECT * FROM failed_banks")
    let outcome = try await workspace.run("import", "--force", "a.csv", option, path)
    #expect(outcome.status == 73 && outcome.stderr.contains("expected a file for"), "\(outcome)")
    #expect(try workspace.database().rows("SELECT * FROM failed_banks") == before)
    #expect(try workspace.text("a.csv") == BankList.text(1...3))
  }
}
