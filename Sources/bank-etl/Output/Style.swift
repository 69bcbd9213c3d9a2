/// How text is set off on a terminal: with colours and weights, or not at all.
struct Style: Sendable, Equatable {
  /// When there is to be colour.
  enum When: String, CaseIterable, Sendable {
    case auto
    case always
    case never
  }

  /// Whether text is set off at all.
  let isColored: Bool

  /// A style that sets text off or does not.
  init(isColored: Bool) {
    self.isColored = isColored
  }

  /// The style for a stream.
  ///
  /// - Parameters:
  ///   - when: what the user asked for.
  ///   - stream: where the text goes.
  init(_ when: When, for stream: StandardStream) {
    isColored =
      switch when {
      case .always: true
      case .never: false
      // "Command-line software which adds ANSI color to its output by default should check for a
      // NO_COLOR environment variable that, when present and not an empty string (regardless of
      // its value), prevents the addition of ANSI color." (no-color.org)
      case .auto:
        stream.isTerminal && Environment.value("NO_COLOR") == nil
          && Environment.value("TERM") ?? "dumb" != "dumb"
      }
  }

  /// Text that stands out: a heading.
  func bold(_ text: String) -> String { wrapped(text, "1") }

  /// Text that stands back: what is not there.
  func dim(_ text: String) -> String { wrapped(text, "2") }

  /// Text in which some words stand out, where they are whole words.
  ///
  /// - Parameters:
  ///   - words: the words, or texts of several.
  ///   - text: the text.
  /// - Returns: the text with what matches set off.
  func emphasising(_ words: [String], in text: String) -> String {
    guard isColored, !words.isEmpty else { return text }
    var result = ""
    var index = text.startIndex
    var isAtStart = true
    while index < text.endIndex {
      let rest = text[index...]
      let word = isAtStart ? words.first { Self.isWhole($0, at: rest) } : nil
      let piece = word ?? String(text[index])
      result += word.map { wrapped($0, "1;33") } ?? piece
      index = text.index(index, offsetBy: piece.count)
      isAtStart = piece.last.map { !$0.isLetter && !$0.isNumber } ?? true
    }
    return result
  }

  private static func isWhole(_ word: String, at text: Substring) -> Bool {
    guard !word.isEmpty, text.hasPrefix(word) else { return false }
    let next = text.dropFirst(word.count).first
    return next.map { !$0.isLetter && !$0.isNumber } ?? true
  }

  /// Text about something that went wrong.
  func red(_ text: String) -> String { wrapped(text, "31") }

  /// What is drawn: the bars of a chart.
  func cyan(_ text: String) -> String { wrapped(text, "36") }

  private func wrapped(_ text: String, _ code: String) -> String {
    isColored && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}
