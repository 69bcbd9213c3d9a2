import Input
import Synchronization

/// One line on a terminal about the work that is under way, gone when it is done.
///
/// There is none where standard error is no terminal, and none of work that is done within a second.
enum ProgressLine {
  /// How far the work is.
  struct State: Sendable, Equatable {
    /// How many bytes have been read, and how many there are, where that is known.
    var bytes: Int64 = 0
    var totalBytes: Int64?
    var records: Int64 = 0
    var rejects: Int64 = 0
    /// How long the work has been going on, in seconds.
    var seconds = 0.0
  }

  private struct Drawing: Sendable {
    let start = ContinuousClock.now
    let totalBytes: Int64?
    var counts: (records: Int64, rejects: Int64) = (0, 0)
    var last: ContinuousClock.Instant?
    /// Whether there is something to be seen.
    var isDrawn = false
  }

  /// What is drawn; nil while there is nothing to be drawn.
  private static let drawing = Mutex<Drawing?>(nil)

  private static let firstSeconds = Duration.seconds(1)
  /// Ten times a second at most.
  private static let pause = Duration.milliseconds(100)

  /// Begins, where there is somebody to see it.
  ///
  /// - Parameters:
  ///   - totalBytes: how many bytes there are to read; nil where nobody knows.
  ///   - isQuiet: whether nothing is to be seen.
  static func begin(totalBytes: Int64?, isQuiet: Bool) {
    let isShown =
      !isQuiet && StandardStream.error.isTerminal && !EventLog.takesMessages
      && Environment.value("TERM") ?? "dumb" != "dumb"
    SourceProgress.reset()
    drawing.withLock { $0 = isShown ? Drawing(totalBytes: totalBytes) : nil }
  }

  /// Says how many records have been read, and rejected.
  static func note(records: Int64, rejects: Int64) {
    drawing.withLock { $0?.counts = (records, rejects) }
    tick()
  }

  /// Draws the line, where it is time to; cheap enough to be called between any two steps.
  static func tick() {
    drawing.withLock { drawing in
      guard var current = drawing else { return }
      let now = ContinuousClock.now
      guard now - current.start >= firstSeconds, now - (current.last ?? current.start) >= pause,
        let columns = StandardStream.error.terminalColumns
      else { return }
      let state = State(
        bytes: SourceProgress.bytes, totalBytes: current.totalBytes,
        records: current.counts.records,
        rejects: current.counts.rejects, seconds: (now - current.start) / .seconds(1))
      let text = text(state, columns: columns)
      write(erasing + text)
      current.isDrawn = !text.isEmpty
      current.last = now
      drawing = current
    }
  }

  /// Takes the line away, so that something else can be written; it comes back.
  static func clear() {
    drawing.withLock { drawing in
      guard drawing?.isDrawn == true else { return }
      write(erasing)
      drawing?.isDrawn = false
    }
  }

  /// Takes the line away for good.
  static func end() {
    clear()
    drawing.withLock { $0 = nil }
  }

  private static func write(_ text: String) { try? StandardStream.error.write(Array(text.utf8)) }

  /// What erases the line, and nothing above it: on a terminal that became narrower, what it has
  /// broken off stays, because another one may have cut it off and have other text there.
  static let erasing = "\r\u{1b}[J"

  /// The line, as much of it as fits: one column is left free, so that no terminal breaks it.
  static func text(_ state: State, columns: Int) -> String {
    var line = ""
    for part in parts(state) {
      let longer = line.isEmpty ? part : line + "   " + part
      guard longer.utf8.count < columns else { break }
      line = longer
    }
    return line
  }

  /// What there is to say, the most important first.
  private static func parts(_ state: State) -> [String] {
    var parts: [String] = []
    if let total = state.totalBytes, total > 0 {
      let share = min(Double(state.bytes) / Double(total), 1)
      parts.append("\(Int(share * 100))%")
      parts.append("\(size(state.bytes)) of \(size(total))")
    } else {
      parts.append(size(state.bytes))
    }
    if state.seconds > 0, state.records > 0 {
      parts.append("\(Int64(min(Double(state.records) / state.seconds, 1e18))) records/s")
    }
    parts.append("\(state.rejects) rejects")
    if let total = state.totalBytes, state.bytes > 0, state.bytes <= total {
      let left = state.seconds * Double(total - state.bytes) / Double(state.bytes)
      parts.append("\(TimeSpan.text(seconds: Int64(min(left.rounded(.up), 1e9)))) left")
    }
    return parts
  }

  /// A number of bytes in a unit that fits: `12.3 MB`.
  private static func size(_ bytes: Int64) -> String {
    var (unit, rest) = ("kB", Double(bytes) / 1_000)
    for larger in ["MB", "GB", "TB"] where rest >= 1_000 { (unit, rest) = (larger, rest / 1_000) }
    let tenths = Int64((rest * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}
