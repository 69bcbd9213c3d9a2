import ServerSupport
import Testing

/// Pings of a monitoring service, through the program.
@Suite struct HeartbeatTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("good.csv", BankList.text(1...3))
  }

  @Test(arguments: [
    ("good.csv", 0, "3 read: 3 inserted"), ("missing.csv", 66, "missing.csv: no such file"),
    ("--guard minRecords=9 good.csv", 65, "minRecords"), ("--dataset no good.csv", 64, "\"no\""),
  ])
  func `a service hears that it begins, and how it ended`(
    arguments: String, status: Int, body: String
  ) async throws {
    let server = try TestServer { _ in .status(200) }
    defer { server.stop() }
    for way in ["--ping \(server.url("ping/1?a=b"))", ""] {
      let outcome = try await workspace.shell(
        "rm -f bank.db; $BANK_ETL import -q \(way) \(arguments)",
        environment: way.isEmpty ? ["BANK_ETL_PING": server.url("ping/1?a=b")] : [:])
      #expect(outcome.status == status, "\(outcome)")
    }
    let requests = server.requests
    let lines = ["POST /ping/1/start?a=b", "POST /ping/1/\(status)?a=b"]
    #expect(requests.map(\.line) == lines + lines)
    for request in [requests[1], requests[3]] { #expect(request.body.contains(body)) }
  }

  @Test(arguments: [500, 404])
  func `a ping that fails does not fail the import`(answer: Int) async throws {
    let server = try TestServer { _ in .status(answer) }
    defer { server.stop() }
    let quiet = try await workspace.run(
      "import", "-q", "--ping", server.url("secret-id"), "good.csv")
    #expect(quiet.status == 0 && quiet.stderr.isEmpty && quiet.stdout.isEmpty, "\(quiet)")
    let loud = try await workspace.run("import", "--ping", server.url("secret-id"), "good.csv")
    #expect(loud.status == 0 && loud.stderr.contains("the ping to http://127.0.0.1:"), "\(loud)")
    #expect(loud.stderr.contains("status \(answer)") && !loud.stderr.contains("secret-id"))
  }

  @Test func `nobody needs to be there`() async throws {
    let outcome = try await workspace.run("import", "--ping", "http://127.0.0.1:1/x", "good.csv")
    #expect(outcome.status == 0 && outcome.stdout.contains("3 inserted"), "\(outcome)")
    #expect(outcome.stderr.contains("the ping to"), "\(outcome)")
  }

  @Test(arguments: ["secret nonsense", "ftp://127.0.0.1/secret", ""])
  func `an address that is none is a mistake of the command line`(url: String) async throws {
    let given = try await workspace.run("import", "--ping=\(url)", "good.csv")
    #expect(given.status == 64 && given.stderr.contains("for --ping"), "\(given)")
    #expect(!given.stderr.contains("secret"), "\(given)")
    let found = try await workspace.run(
      "import", "-q", "good.csv", environment: ["BANK_ETL_PING": url])
    #expect(found.status == 0 && !found.stderr.contains("secret"), "\(found)")
    #expect(found.stderr.contains("BANK_ETL_PING") == !url.isEmpty, "\(found)")
  }

  @Test(arguments: [
    ("imprt good.csv", 64, true), ("import --no-such good.csv", 64, true), ("import", 64, true),
    ("migrate upp", 64, true), ("backup", 64, true), ("list --no-such failed-banks", 64, false),
    ("runs chnges", 64, false), ("--version", 0, false), ("help dates", 0, false),
  ])
  func `a command line that can't be understood is told`(
    line: String, status: Int32, isTold: Bool
  ) async throws {
    let server = try TestServer { _ in .status(200) }
    defer { server.stop() }
    let outcome = try await workspace.shell(
      "$BANK_ETL \(line)", environment: ["BANK_ETL_PING": server.url("ping")])
    #expect(outcome.status == status, "\(outcome)")
    #expect(server.requests.map(\.line) == (isTold ? ["POST /ping/64"] : []))
    let said = outcome.stderr.split(separator: "\n").first
    #expect(!isTold || server.requests.first?.body.contains(said ?? "?") == true, "\(outcome)")
  }

  /// One group of options, for whatever else cron runs.
  @Test(arguments: [
    ("backup b.db", 0, "b.db  "), ("check", 0, "ok  ledger"), ("migrate up", 0, ""),
    ("prune --keep 1d", 0, ""), ("export failed-banks -o x.csv", 0, ""),
    ("validate bad.csv", 2, "bad.csv:5"), ("check --db missing.db", 66, "missing.db: no such"),
  ])
  func `other commands have a heartbeat, a log and a time limit`(
    command: String, status: Int32, body: String
  ) async throws {
    try workspace.write("bad.csv", BankList.text(1...3) + "x,y,z,not a number,a,1-Jan-20,1\n")
    _ = try await workspace.run("import", "good.csv")
    let server = try TestServer { _ in .status(200) }
    defer { server.stop() }
    let outcome = try await workspace.shell(
      "$BANK_ETL \(command) --ping \(server.url("p")) --timeout 1h --log-file log")
    #expect(outcome.status == status, "\(outcome)")
    #expect(server.requests.map(\.line) == ["POST /p/start", "POST /p/\(status)"])
    #expect(server.requests.last?.body.contains(body) == true || body.isEmpty, "\(server.requests)")
    let log = try workspace.text("log")
    #expect(log.contains("run_started") && log.contains("run_finished: status \(status)"), "\(log)")
  }

  @Test func `a time limit ends what nobody reads`() async throws {
    try workspace.write("many.csv", BankList.text(1...20_000))
    _ = try await workspace.run("import", "many.csv")
    let outcome = try await workspace.shell(
      """
      mkfifo pipe; exec 3<> pipe; "$BANK_ETL" export failed-banks --timeout 1s > pipe
      """)
    #expect(outcome.status == 124 && outcome.stderr.contains("--timeout"), "\(outcome)")
  }
}
