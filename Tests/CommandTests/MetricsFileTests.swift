import Foundation
import ServerSupport
import Testing

@testable import bank_etl

@Suite struct MetricsFileTests {
  private static func outcome(_ read: Int64, _ status: bank_etl.ExitStatus = .success)
    -> MetricsFile.Outcome
  {
    MetricsFile.Outcome(
      isSuccess: status == .success, status: status, durationSeconds: 0.25,
      counts: [read, read, 0, 0, 0])
  }

  @Test func `a file has the last values of every dataset`() {
    var file = MetricsFile("")
    file.note(Self.outcome(3), of: "a", now: 100)
    file = MetricsFile(file.text + "other{dataset=\"x\"} 1\nbank_etl_nonsense 7\n")
    file.note(Self.outcome(5), of: "b", now: 200)
    file.note(Self.outcome(9, .dataError), of: "a", now: 300)
    let text = file.text
    for line in [
      "# TYPE bank_etl_last_success_timestamp_seconds gauge",
      "bank_etl_last_success_timestamp_seconds{dataset=\"a\"} 100",
      "bank_etl_last_success_timestamp_seconds{dataset=\"b\"} 200",
      "bank_etl_last_run_timestamp_seconds{dataset=\"a\"} 300",
      "bank_etl_last_run_exit_status{dataset=\"a\"} 65",
      "bank_etl_last_run_duration_seconds{dataset=\"b\"} 0.25",
      "bank_etl_last_success_records_read{dataset=\"a\"} 3",
    ] {
      #expect(text.contains(line + "\n"), "\(line)")
    }
    #expect(!text.contains("nonsense") && !text.contains("other"))
    #expect(MetricsFile(text).text == text)
  }

  @Test func `a name that would end a label is escaped, and found again`() {
    var file = MetricsFile("")
    for _ in 1...2 {
      file.note(Self.outcome(1), of: "a\"} 1\n\\", now: 1)
      file = MetricsFile(file.text)
    }
    #expect(file.text.contains("{dataset=\"a\\\"} 1\\n\\\\\"} 1\n"))
    #expect(file.text.matches(of: /last_run_timestamp_seconds\{/).count == 1)
  }

  private static let promtool = Repository.program("/usr/bin/promtool", of: "prometheus")

  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("good.csv", BankList.text(1...3))
    try workspace.write("bad.csv", BankList.text(1...3) + "x,y,z,not a number,a,1-Jan-20,1\n")
    return workspace
  }

  @Test func `an import writes them`() async throws {
    let workspace = try workspace()
    let first = try await workspace.run("import", "--metrics", "m.prom", "good.csv")
    #expect(first.status == 0, "\(first)")
    let before = try workspace.text("m.prom")
    #expect(before.contains("bank_etl_last_success_records_inserted{dataset=\"failed-banks\"} 3\n"))
    _ = try await workspace.run("import", "--metrics", "m.prom", "--rejects-ok", "bad.csv")
    let after = try workspace.text("m.prom")
    #expect(after.contains("bank_etl_last_success_records_rejected{dataset=\"failed-banks\"} 1\n"))
    let guarded = try await workspace.run(
      "import", "--force", "--metrics", "m.prom", "--guard", "minRecords=9", "good.csv")
    #expect(guarded.status == 65)
    let failed = try workspace.text("m.prom")
    #expect(failed.contains("bank_etl_last_run_exit_status{dataset=\"failed-banks\"} 65\n"))
    #expect(failed.contains("bank_etl_last_success_records_rejected{dataset=\"failed-banks\"} 1\n"))
    #expect(try workspace.files == ["bad.csv", "bank.db", "bank.db-lock", "good.csv", "m.prom"])
  }

  @Test func `a dry run leaves them alone, and what can't be written is said`() async throws {
    let workspace = try workspace()
    let dry = try await workspace.run("import", "--dry-run", "--metrics", "m.prom", "good.csv")
    #expect(dry.status == 0)
    #expect(try !workspace.files.contains("m.prom"))
    let refused = try await workspace.run("import", "--metrics", "no/m.prom", "good.csv")
    #expect(refused.status == 73 && refused.stdout.contains("3 inserted"), "\(refused)")
    #expect(refused.stderr.contains("no/m.prom: "), "\(refused)")
  }

  @Test(arguments: [
    "Bank Name,City\n", "# HELP node_x y\nnode_x 1\n",
    "bank_etl_last_run_exit_status{dataset=\"a\"} 0\nnode_x 1\n",
  ])
  func `what is not bank-etl's alone is not replaced, and nothing begins`(text: String) async throws
  {
    let workspace = try workspace()
    try workspace.write("m.prom", text)
    let outcome = try await workspace.run("import", "--metrics", "m.prom", "good.csv")
    #expect(outcome.status == 73 && outcome.stderr.hasPrefix("m.prom: expected nothing or metrics"))
    #expect(try workspace.text("m.prom") == text)
    #expect(try workspace.files == ["bad.csv", "good.csv", "m.prom"])
  }

  @Test(arguments: [("", "644"), ("touch m.prom; chmod 600 m.prom;", "600")])
  func `whoever collects them can read them, whatever the umask says`(
    preparation: String, mode: String
  ) async throws {
    let workspace = try workspace()
    let outcome = try await workspace.shell(
      "umask 0027; \(preparation) $BANK_ETL import -q --metrics m.prom good.csv; stat -c %a m.prom")
    #expect(outcome.stdout == mode + "\n" && outcome.stderr == "", "\(outcome)")
  }

  @Test func `a failure counts though the file was never opened, where its dataset is known`()
    async throws
  {
    let workspace = try workspace()
    let server = try TestServer { request in
      request.number < 1
        ? .file(Array(BankList.text(1...3).utf8), ["ETag: \"1\""]) : .status(404)
    }
    defer { server.stop() }
    let status = "bank_etl_last_run_exit_status{dataset=\"failed-banks\"}"
    for (arguments, expected) in [
      (server.url(), 0), (server.url(), 66), ("good.csv", 0),
      ("--dataset failed-banks no.csv", 66),
    ] {
      let outcome = try await workspace.shell(
        "$BANK_ETL import -q --metrics m.prom \(arguments)")
      #expect(outcome.status == expected, "\(outcome)")
      #expect(try workspace.text("m.prom").contains("\(status) \(expected)\n"))
    }
  }

  @Test(.enabled(if: promtool != nil, "no promtool: make tools"))
  func `Prometheus takes them`() async throws {
    let workspace = try workspace()
    _ = try await workspace.run("import", "--metrics", "m.prom", "good.csv")
    let outcome = try await workspace.shell("'\(Self.promtool ?? "")' check metrics < m.prom")
    #expect(outcome.status == 0 && outcome.stdout.isEmpty && outcome.stderr.isEmpty, "\(outcome)")
  }
}
