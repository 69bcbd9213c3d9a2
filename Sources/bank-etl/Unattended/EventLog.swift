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
  }

  private static let settings = Mutex<Settings?>(nil)

  /// Starts the log, where one was asked for.
  ///
  /// - Parameter arguments: of a command that has `Option.unattended`.
  /// - Throws: `CommandFailure` when the file can't be written.
  static func start(_ arguments: ParsedArguments) throws(CommandFailure) {
    let format = arguments.choice(.logFormat, as: Format.self) ?? .text
    let path = arguments.text(.logFile)
    guard path != nil || format == .json else { return }
    if let path {
      do throws(SystemError) {
        try SharedFile.append([], to: path)
      } catch {
        throw CommandFailure(
          error.isNoPermission ? .noPermission : .cannotCreate,
          Message("the log can't be written: \(error)", at: path))
      }
    }
    let command = arguments.command.path.joined(separator: " ")
    settings.withLock { $0 = Settings(format: format, path: path, command: command) }
  }

  /// Whether messages are events on standard error, in place of lines for people.
  static var takesMessages: Bool { settings.withLock { $0 != nil && $0?.path == nil } }

  /// Writes an event; that it can't be written is no reason to stop.
  ///
  /// - Parameters:
  ///   - event: what happened, in one word.
  ///   - level: how much it matters.
  ///   - text: what happened, for people.
  ///   - members: what belongs to it, for programs.
  static func note(
    _ event: String, _ level: Level = .info, _ text: String, _ members: [JSON.Member] = []
  ) {
    settings.withLock { settings in
      guard let settings else { return }
      let line = line(event, level, text, members, settings) + "\n"
      if let path = settings.path {
        try? SharedFile.append(Array(line.utf8), to: path)
      } else {
        try? StandardStream.error.write(Array(line.utf8))
      }
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
