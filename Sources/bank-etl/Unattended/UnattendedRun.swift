/// A command that runs without anybody looking: its log, its heartbeat, its metrics, its time limit.
struct UnattendedRun {
  private let heartbeat: Heartbeat
  private let metricsPath: String?
  private let clock = ContinuousClock.now

  /// Begins: the log is opened, the clock runs, and the monitoring is told.
  ///
  /// - Parameter arguments: of a command that has `Option.unattended`.
  /// - Throws: `CommandFailure` when the log can't be written, or the log or the metrics would go into
  ///   a database or a file that is to be read.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    try Self.checkPaths(arguments)
    try EventLog.start(arguments)
    // Before anything is waited for: however it ends, the log and the monitoring hear of it.
    Interruption.takeOver()
    if let limit = arguments.text(.timeout) {
      guard let seconds = TimeSpan.seconds(limit), seconds > 0 else {
        throw CommandFailure(.usage, "expected 1s or more for --timeout but found no time at all")
      }
      Interruption.limit(toSeconds: seconds)
    }
    metricsPath = arguments.text(.metrics)
    heartbeat = Heartbeat(arguments)
    EventLog.note(
      "run_started", .info, "bank-etl \(Version.number)",
      [
        .init(name: "version", value: .string(Version.number)),
        .init(name: "operands", value: .integer(Int64(arguments.operands.count))),
      ])
    heartbeat.start()
  }

  private static func checkPaths(_ arguments: ParsedArguments) throws(CommandFailure) {
    for option in [Option.logFile, .metrics] {
      guard let path = arguments.text(option) else { continue }
      let isRead = arguments.operands.contains { FileStatus.isSame($0, path) }
      guard isRead || FileStatus.isDatabase(path) else { continue }
      let found = isRead ? "a file that is to be read" : "a database, or what belongs to one"
      throw CommandFailure(
        .cannotCreate, Message("expected a file for --\(option.name) but found \(found)", at: path))
    }
  }

  /// Does the work, and tells how it ended, however it does.
  ///
  /// - Parameter work: does the work; returns the status, what became of each dataset, and the summary.
  /// - Returns: the status.
  /// - Throws: what `work` throws.
  func run(
    _ work: () throws -> (ExitStatus, [String: MetricsFile.Outcome], summary: String)
  ) throws -> ExitStatus {
    do {
      var (status, outcomes, summary) = try work()
      if let metricsPath {
        do throws(CommandFailure) {
          try MetricsFile.update(metricsPath, outcomes)
        } catch {
          Message.show(error.messages, .error)
          status = max(status, error.status)
        }
      }
      finish(status, summary)
      return status
    } catch {
      let failure = CommandFailure(error)
      finish(failure.status, failure.messages.map { $0.line + "\n" }.joined())
      throw failure
    }
  }

  private func finish(_ status: ExitStatus, _ summary: String) {
    Interruption.liftLimit()
    heartbeat.finish(status, summary)
    let milliseconds = (ContinuousClock.now - clock) / .milliseconds(1)
    EventLog.note(
      "run_finished", status == .success ? .info : status == .rejects ? .warning : .error,
      "status \(status.rawValue)",
      [
        .init(name: "exit_status", value: .integer(Int64(status.rawValue))),
        .init(name: "duration_ms", value: .integer(Int64(milliseconds.rounded()))),
      ])
  }
}

extension Option {
  /// What a command has that runs without anybody looking.
  static let unattended = [timeout, logFormat, logFile, ping, metrics]

  static let timeout = valued(
    "timeout", "DURATION", .timeSpan,
    help: "end in good order after this time, as 90s, 15m or 2h; the status is 124 then")
  static let logFormat = valued(
    "log-format", "FORMAT", .choice(EventLog.Format.self), default: EventLog.Format.text.rawValue,
    help:
      "text or json: events as lines of JSON, in the log; without --log-file on standard error, "
      + "also with -q, where that is the log, as in a container or a systemd service")
  static let logFile = valued(
    "log-file", "FILE", .outputFile, help: "add a line for each event to this file")
  static let ping = valued(
    "ping", "URL", .text,
    help: "tell this Healthchecks URL that it begins and how it ended; without it $BANK_ETL_PING")
  static let metrics = valued(
    "metrics", "FILE", .outputFile,
    help: "write what became of each dataset to this file, for Prometheus")
}
