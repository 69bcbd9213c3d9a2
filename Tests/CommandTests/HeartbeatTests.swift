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

  @Test(arguments: ["http://127.0.0.1:1/x", "nonsense", "ftp://127.0.0.1/"])
  func `nobody needs to be there`(url: String) async throws {
    let outcome = try await workspace.run("import", "--ping", url, "good.csv")
    #expect(outcome.status == 0 && outcome.stdout.contains("3 inserted"), "\(outcome)")
    #expect(outcome.stderr.contains("--ping") || outcome.stderr.contains("the ping to"))
  }
}
