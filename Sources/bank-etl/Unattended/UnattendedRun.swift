/// A command that runs without anybody looking: its log, its heartbeat, its time limit.
///
/// Any command can: it has `Option.unattended` among its options, and is run by `run(_:_:)`.
struct UnattendedRun {
  private let heartbeat: Heartbeat
  private let clock = ContinuousClock.now

  /// Runs a command, with whatever its arguments ask for besides.
  ///
  /// - Parameters:
  ///   - arguments: its arguments.
  ///   - body: does the work.
  /// - Returns: the status of the work, whose failure has been said; where it went well and the log
  ///   could not be written, the status for that.
  /// - Throws: what `body` throws, for a command that has none of the options.
  static func run(_ arguments: ParsedArguments, _ body: Command.Body) throws -> ExitStatus {
    guard arguments.command.has(.ping) else { return try body(arguments) }
    let run = UnattendedRun(heartbeat: Heartbeat(arguments))
    do {
      try run.begin(arguments)
      return run.finish(try body(arguments))
    } catch {
      let failure = CommandFailure(error)
      Message.show(failure.messages, .error)
      return run.finish(failure.status)
    }
  }

  /// Begins: the log is opened, the clock runs, and the monitoring is told.
  ///
  /// - Throws: `CommandFailure` for a log or metrics in the place of what is worth more.
  private func begin(_ arguments: ParsedArguments) throws(CommandFailure) {
    try Self.checkPaths(arguments)
    EventLog.start(arguments)
    let limit = arguments.text(.timeout)
    // Before anything is waited for: however it ends, the log and the monitoring hear of it.
    if limit != nil || EventLog.isOn || heartbeat.isOn { Interruption.takeOver() }
    if let limit {
      guard let seconds = TimeSpan.seconds(limit), seconds > 0 else {
        throw CommandFailure(.usage, "expected 1s or more for --timeout but found no time at all")
      }
      Interruption.limit(toSeconds: seconds)
    }
    EventLog.note(
      "run_started", .info, "bank-etl \(Version.number)",
      [
        .init(name: "version", value: .string(Version.number)),
        .init(name: "operands", value: .integer(Int64(arguments.operands.count))),
      ])
    heartbeat.start()
  }

  private static func checkPaths(_ arguments: ParsedArguments) throws(CommandFailure) {
    for option in [Option.logFile, .metrics] where arguments.command.has(option) {
      guard let path = arguments.text(option) else { continue }
      let isRead = arguments.operands.contains { FileStatus.isSame($0, path) }
      guard isRead || FileStatus.isDatabase(path) else {
        if option.name == Option.metrics.name { try MetricsFile.check(path) }
        continue
      }
      let found = isRead ? "a file that is to be read" : "a database, or what belongs to one"
      throw CommandFailure(
        .cannotCreate, Message("expected a file for --\(option.name) but found \(found)", at: path))
    }
  }

  /// Tells how the work ended.
  ///
  /// - Returns: the status, worse where the log could not be written.
  private func finish(_ status: ExitStatus) -> ExitStatus {
    Interruption.liftLimit()
    let told = status.unless(EventLog.failure)
    heartbeat.finish(told, RunSummary.text)
    let milliseconds = (ContinuousClock.now - clock) / .milliseconds(1)
    EventLog.note(
      "run_finished", told == .success ? .info : told == .rejects ? .warning : .error,
      "status \(told.rawValue)",
      [
        .init(name: "exit_status", value: .integer(Int64(told.rawValue))),
        .init(name: "duration_ms", value: .integer(Int64(milliseconds.rounded()))),
      ])
    return status.unless(EventLog.failure)
  }
}

extension Option {
  /// What a command has that runs without anybody looking.
  static let unattended = [timeout, logFormat, logFile, ping]

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
    "ping", "URL", .webAddress,
    help: "tell this Healthchecks URL that it begins and how it ended; without it $BANK_ETL_PING")
  static let metrics = valued(
    "metrics", "FILE", .outputFile,
    help: "write what became of each dataset to this file, for Prometheus")
}
