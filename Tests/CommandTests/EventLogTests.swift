import Foundation
import SQLite
import Testing

/// The log, through the program.
@Suite struct EventLogTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("good.csv", BankList.text(1...3))
    try workspace.write("bad.csv", BankList.text(1...3) + "x,y,z,not a number,a,1-Jan-20,1\n")
  }

  private func events(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
    }
  }

  @Test func `events are lines of JSON on standard error, in place of messages`() async throws {
    let outcome = try await workspace.run(
      "import", "--log-format", "json", "good.csv", "bad.csv", "missing.csv")
    #expect(outcome.status == 66, "\(outcome)")
    let events = try events(outcome.stderr)
    #expect(
      events.map { $0["event"] as? String } == [
        "run_started", "file_started", "file_finished", "file_started", "message", "file_finished",
        "file_started", "message", "file_finished", "run_finished",
      ], "\(outcome)")
    for event in events {
      let time = try #require(event["time"] as? String)
      #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
      #expect(event["command"] as? String == "import" && event["pid"] is Int)
      #expect(event["text"] is String)
    }
    #expect(
      events.map { $0["level"] as? String } == [
        "info", "info", "info", "info", "warning", "warning", "info", "error", "error", "error",
      ])
    #expect(events[2]["read"] as? Int == 3 && events[2]["exit_status"] as? Int == 0)
    #expect(events[2]["dataset"] as? String == "failed-banks" && events[2]["run"] as? Int == 1)
    #expect(events[4]["place"] as? String == "bad.csv:5" && events[5]["rejected"] as? Int == 1)
    #expect(
      events[8]["exit_status"] as? Int == 66 && events[8]["source"] as? String == "missing.csv")
    #expect(events[9]["exit_status"] as? Int == 66 && events[9]["duration_ms"] is Int)
  }

  /// For containers and services, whose log is standard error; with a log file, silence is silence.
  @Test func `-q leaves events on standard error alone, and the help says so`() async throws {
    let container = try await workspace.run("import", "-q", "--log-format", "json", "good.csv")
    #expect(container.status == 0 && container.stdout.isEmpty, "\(container)")
    #expect(
      try events(container.stderr).map { $0["event"] as? String } == [
        "run_started", "file_started", "file_finished", "run_finished",
      ])
    let cron = try await workspace.run(
      "import", "-q", "--log-format", "json", "--log-file", "log", "good.csv")
    #expect(cron.status == 0 && cron.stdout.isEmpty && cron.stderr.isEmpty, "\(cron)")
    let help = try await workspace.run("import", "--help").stdout
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(help.contains("without --log-file on standard error, also with -q"), "\(help)")
  }

  @Test func `a log file gets a line for each event, and messages stay where they were`()
    async throws
  {
    for format in ["text", "json"] {
      let outcome = try await workspace.run(
        "import", "-q", "--log-file", "log", "--log-format", format, "missing.csv")
      #expect(outcome.status == 66 && outcome.stderr.contains("missing.csv: no such file"))
    }
    let lines = try workspace.text("log").split(separator: "\n")
    try #require(lines.count == 12)
    #expect(lines[0].hasSuffix("Z info run_started: bank-etl \(version)"))
    #expect(lines[2].contains(" error message: missing.csv: no such file"))
    #expect(lines[5].contains(" error run_finished: status 66"))
    #expect(try events(lines[6...].joined(separator: "\n")).count == 6)
  }

  private var version: String {
    Repository.text("Sources/bank-etl/Version.swift").split(separator: "\"")[1].description
  }

  @Test(arguments: [
    ("no/log", 73, "No such file or directory"), (".", 73, "Is a directory"),
    ("/dev/full", 74, "No space left on device"),
  ])
  func `a log that can't be written is said once, and the import goes on`(
    path: String, status: Int32, reason: String
  ) async throws {
    let outcome = try await workspace.run(
      "import", "-q", "--log-file", path, "--log-format", "json", "good.csv")
    let said = "\(path): the log can't be written: \(reason)\n"
    #expect(outcome.status == status && outcome.stderr == said, "\(outcome)")
    #expect(try workspace.database().value("SELECT count(*) FROM failed_banks") == 3)
  }

  @Test func `what a command fails of is in its log before its end`() async throws {
    let outcome = try await workspace.run("check", "--db", "missing.db", "--log-file", "log")
    #expect(outcome.status == 66 && outcome.stderr.hasPrefix("missing.db: no such"), "\(outcome)")
    let lines = try workspace.text("log").split(separator: "\n")
    #expect(lines.count == 4 && lines[1].contains("no such database"), "\(lines)")
    #expect(lines.last?.hasSuffix("run_finished: status 66") == true, "\(lines)")
  }

  /// What went wrong with the data counts more than what could not be said of it.
  @Test(arguments: [("bad.csv", 74), ("missing.csv", 66), ("--guard minRecords=9 good.csv", 65)])
  func `a worse end stays what it is`(arguments: String, status: Int32) async throws {
    for option in ["--log-file /dev/full", "--log-file /dev/full --metrics /dev/full"] {
      let outcome = try await workspace.shell("$BANK_ETL import \(option) \(arguments)")
      #expect(outcome.status == status && outcome.stderr.contains("the log can't"), "\(outcome)")
    }
  }

  @Test func `events that standard error does not take are missing too`() async throws {
    let outcome = try await workspace.shell(
      "$BANK_ETL import -q --log-format json good.csv 2>/dev/full")
    #expect(outcome.status == 74, "\(outcome)")
  }

  @Test func `the outputs of the run itself are none of its files`() async throws {
    _ = try await workspace.shell("mkdir in && cp good.csv in")
    for _ in 1...2 {
      let outcome = try await workspace.run(
        "import", "in", "in/*", "--log-file", "in/x.log", "--metrics", "in/m.prom")
      #expect(outcome.status == 0 && outcome.stderr.isEmpty, "\(outcome)")
    }
    let files = try await workspace.shell("ls in")
    #expect(files.stdout == "good.csv\nm.prom\nx.log\n", "\(files)")
  }
}
