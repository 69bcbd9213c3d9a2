import Synchronization

/// What happens while a command runs, for programs: one line an event, in a file or on standard error.
enum EventLog {
  /// How an event is written.
  enum Format: String, CaseIterable, Sendable {
    case text
    case json
  }

  /// How much an event matters.
  enum Level: String, Sendable {
    case info
    case warning
    case error
  }

  private struct Settings: Sendable {
    var format: Format
    var path: String?
    var command: String
    /// Why a line could not be written, the first time.
    var failure: CommandFailure?
  }

  private static let settings = Mutex<Settings?>(nil)

  /// Starts the log, where one was asked for.
  ///
  /// - Parameter arguments: of a command that has `Option.unattended`.
  static func start(_ arguments: ParsedArguments) {
    let format = arguments.choice(.logFormat, as: Format.self) ?? .text
    let path = arguments.text(.logFile)
    guard path != nil || format == .json else { return }
    let command = arguments.command.path.joined(separator: " ")
    settings.withLock { $0 = Settings(format: format, path: path, command: command) }
  }

  /// Whether there is a log.
  static var isOn: Bool { settings.withLock { $0 != nil } }

  /// Why something is missing in the log; nil where nothing is.
  static var failure: CommandFailure? { settings.withLock { $0?.failure } }

  /// Whether messages are events on standard error, in place of lines for people.
  static var takesMessages: Bool { settings.withLock { $0 != nil && $0?.path == nil } }

  /// Writes an event; that it can't be written is no reason to stop, and is said once.
  ///
  /// - Parameters:
  ///   - event: what happened, in one word.
  ///   - level: how much it matters.
  ///   - text: what happened, for people.
  ///   - members: what belongs to it, for programs.
  static func note(
    _ event: String, _ level: Level = .info, _ text: String, _ members: [JSON.Member] = []
  ) {
    let failure = settings.withLock { settings -> CommandFailure? in
      guard let current = settings else { return nil }
      do throws(SystemError) {
        try write(line(event, level, text, members, current) + "\n", to: current.path)
        return nil
      } catch {
        let failure = OutputFile.failure(
          current.path ?? "standard error", error.number, what: "log")
        defer { settings?.failure = current.failure ?? failure }
        return current.failure == nil ? failure : nil
      }
    }
    guard let failure else { return }
    RunSummary.add(failure.messages)
    Message.write(failure.messages)
  }

  private static func write(_ line: String, to path: String?) throws(SystemError) {
    if let path { return try SharedFile.append(Array(line.utf8), to: path) }
    do throws(OutputError) {
      try StandardStream.error.write(Array(line.utf8))
    } catch {
      throw error.systemError
    }
  }

  private static func line(
    _ event: String, _ level: Level, _ text: String, _ members: [JSON.Member], _ settings: Settings
  ) -> String {
    let time = UTCTime.now
    guard settings.format == .json else {
      return "\(time) \(level.rawValue) \(event): \(TerminalText.escaped(text))"
    }
    let first: [JSON.Member] = [
      .init(name: "time", value: .string(time)),
      .init(name: "level", value: .string(level.rawValue)),
      .init(name: "event", value: .string(event)),
      .init(name: "command", value: .string(settings.command)),
      .init(name: "pid", value: .integer(Int64(Interruption.processID))),
      .init(name: "text", value: .string(text)),
    ]
    return JSON.object(first + members).text
  }
}
