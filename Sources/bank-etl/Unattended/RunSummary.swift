import Synchronization

/// What is said of a run to those who do not look at it, gathered while it goes on.
enum RunSummary {
  /// The most bytes that are kept: what Healthchecks keeps of a body.
  static let bytesMax = 100_000

  private static let gathered = Mutex("")

  /// Adds lines.
  ///
  /// - Parameter text: lines for people, each with a line feed; what is too long for the whole is
  ///   left out.
  static func add(_ text: String) {
    gathered.withLock { gathered in
      let room = bytesMax - gathered.utf8.count
      gathered +=
        text.utf8.count <= room ? text : String(decoding: text.utf8.prefix(room), as: UTF8.self)
    }
  }

  /// Adds messages, a line each.
  static func add(_ messages: [Message]) {
    add(messages.map { $0.line + "\n" }.joined())
  }

  /// All that was added.
  static var text: String { gathered.withLock { $0 } }
}
