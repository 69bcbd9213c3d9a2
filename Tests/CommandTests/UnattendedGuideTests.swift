import Foundation
import ServerSupport
import Testing

/// The command lines of docs/unattended.md, and the crontab line of the README, are run as they stand
/// there, with a server and a folder of the test in the place of those that they name.
@Suite struct UnattendedGuideTests {
  /// The line of a crontab begins with its five fields; the program is where `make install` puts it,
  /// and not on the PATH of cron.
  private static let crontab = "30 6 * * * /usr/local/bin/"

  private func check(_ lines: [String], count: Int) async throws {
    let workspace = try Workspace()
    let list = BankList.text(1...600)
    let server = try TestServer { _ in .file(Array(list.utf8)) }
    defer { server.stop() }
    for folder in ["in", "log", "metrics", "backup"] {
      try FileManager.default.createDirectory(
        at: workspace.folder.appending(path: folder), withIntermediateDirectories: false)
    }
    try workspace.write("in/banklist.csv", list)
    try workspace.write("headers", "X-Key: 1\n")
    try #require(lines.count == count)
    for line in lines {
      let command = line.replacing("https://example.org", with: "http://127.0.0.1:\(server.port)")
        .replacing("https://hc-ping.com", with: "http://127.0.0.1:\(server.port)")
        .replacing("/srv/", with: workspace.path("") + "/")
        .replacing(Self.crontab, with: "\"${BANK_ETL%/*}\"/")
      let path = line.contains(Self.crontab) ? "/usr/bin:/bin" : "${BANK_ETL%/*}:$PATH"
      let outcome = try await workspace.shell("PATH=\"\(path)\"; \(command)")
      #expect(outcome.status == 0 && outcome.stderr.isEmpty, "\(outcome)")
    }
  }

  @Test func `every command of the guide does its work`() async throws {
    let lines = Repository.text("docs/unattended.md").components(separatedBy: "\n").filter {
      $0.hasPrefix("    ") && $0.contains(#/bank-etl (import|backup) /#)
    }
    try await check(lines.filter { !$0.contains("bank-etl: ") }, count: 8)
  }

  @Test func `the crontab line of the README does its work`() async throws {
    let lines = Repository.text("README.md").components(separatedBy: "\n")
      .filter { $0.hasPrefix("    \(Self.crontab)bank-etl import") }
    try await check(lines, count: 1)
  }

  @Test(arguments: ["README.md", "docs/unattended.md", "docs/operations.md"])
  func `no crontab line looks for the program on the PATH`(document: String) {
    for line in Repository.text(document).components(separatedBy: "\n")
    where line.contains(#/^ *\S+ \S+ \* \* \* /#) {
      #expect(line.hasPrefix("    \(Self.crontab)"), "\(line)")
    }
  }
}
