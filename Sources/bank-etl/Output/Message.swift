/// One line to the person who runs the program.
struct Message: Equatable, Sendable {
  /// Where in a file it is about: `banklist.csv:41`.
  let place: String?
  /// What was expected and found, or what to do next.
  let text: String

  /// A message.
  init(_ text: String, at place: String? = nil) {
    self.text = text
    self.place = place
  }

  /// The line: the place, or else the program's name, then the text; whatever could steer a
  /// terminal is escaped.
  var line: String {
    "\(TerminalText.escaped(place ?? "bank-etl")): \(TerminalText.escaped(text))"
  }

  /// The message as it is written.
  ///
  /// - Parameter columns: how long a line of the terminal is; nil where nobody looks.
  /// - Returns: one line, or as many as a terminal needs, broken between words, each with its end.
  func lines(_ columns: Int?) -> String {
    guard let columns, DisplayWidth.of(line) > columns else { return line + "\n" }
    return Paragraph.wrapped(line, columns: columns)
  }

  /// Shows messages on standard error.
  ///
  /// That standard error can't be written is no reason to end otherwise, and can't be said either.
  ///
  /// - Parameters:
  ///   - messages: what to show, each on a line of its own.
  ///   - level: how much they matter, to the log.
  static func show(_ messages: [Message], _ level: EventLog.Level = .warning) {
    note(messages, level)
    if level == .error { RunSummary.add(messages) }
    guard !EventLog.takesMessages else { return }
    write(messages)
  }

  /// Tells the log of messages, and nobody else.
  static func note(_ messages: [Message], _ level: EventLog.Level = .warning) {
    for message in messages {
      EventLog.note(
        "message", level, message.place.map { "\($0): \(message.text)" } ?? message.text,
        [JSON.Member(name: "place", value: .optional(message.place))])
    }
  }

  /// Shows messages on standard error, and nowhere else.
  static func write(_ messages: [Message]) {
    ProgressLine.clear()
    let columns = StandardStream.error.terminalColumns
    let text = messages.map { $0.lines(columns) }.joined()
    try? StandardStream.error.write(Array(text.utf8))
  }
}

extension Message: ExpressibleByStringInterpolation {
  init(stringLiteral text: String) { self.init(text) }
}
