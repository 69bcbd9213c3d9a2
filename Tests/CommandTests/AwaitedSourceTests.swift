import ServerSupport
import Testing

/// Signals that come while an import waits for its source, through the program.
@Suite struct AwaitedSourceTests {
  private let workspace: Workspace
  private let server: TestServer

  init() throws {
    workspace = try Workspace()
    let list = Array(BankList.text(1...3_000).utf8)
    try workspace.write("head.csv", Array(list.prefix(2_000)))
    server = try TestServer { request in
      if request.line.contains("/ping") { return .status(200) }
      if request.line.contains("/busy") { return .status(503, ["Retry-After: 60"]) }
      return .broken(list, after: request.line.contains("/mute") ? 0 : 500, [], .silence)
    }
  }

  /// A pipe that nobody writes to, one that is open and says nothing, one that begins a file.
  private static let sources = [
    "URL/slow.csv", "URL/mute.csv", "URL/busy.csv", "pipe", "open-pipe", "- <&3",
  ]

  private func script(_ start: String, _ source: String, _ after: String) -> String {
    """
    mkfifo pipe open-pipe input; exec 3<> input 4<> open-pipe; cat head.csv >&3
    \(start) "$BANK_ETL" import -q --db st.db --ping URL/ping --log-file st.log \(source) \(after)
    """.replacing("URL", with: "http://127.0.0.1:\(server.port)")
  }

  private func expectGoodEnd(_ outcome: Outcome, _ status: Int) throws {
    #expect(outcome.stderr.contains("stopped by a signal"), "\(outcome)")
    #expect(outcome.stderr.contains("failed (status \(status)"), "\(outcome)")
    let log = try workspace.text("st.log")
    #expect(log.contains("error file_finished: "), "\(log)")
    #expect(log.contains("error run_finished: status \(status)"), "\(log)")
    let pings = server.requests.map(\.line).filter { $0.contains("/ping") }
    #expect(pings == ["POST /ping/start", "POST /ping/\(status)"])
  }

  @Test(arguments: sources, [("TERM", 143), ("INT", 130), ("HUP", 129)])
  func `a signal ends it in good order`(source: String, signal: (name: String, status: Int))
    async throws
  {
    defer { server.stop() }
    let outcome = try await workspace.shell(
      script(
        "env --default-signal=TERM,INT,HUP", source,
        """
        &
        until grep -q file_started st.log 2>/dev/null; do sleep 0.02; done
        sleep 0.2; kill -\(signal.name) $!; wait $!
        """))
    #expect(outcome.status == signal.status && outcome.stdout.isEmpty, "\(outcome)")
    try expectGoodEnd(outcome, signal.status)
  }

  /// It sends its signal twice.
  @Test(arguments: sources) func `timeout(1) ends it in good order`(source: String) async throws {
    defer { server.stop() }
    let outcome = try await workspace.shell(script("timeout 2", source, ""))
    #expect(outcome.status == 124 && outcome.stdout.isEmpty, "\(outcome)")
    try expectGoodEnd(outcome, 143)
  }
}
