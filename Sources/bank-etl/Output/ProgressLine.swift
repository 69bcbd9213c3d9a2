import Input
import Synchronization

/// One line on a terminal about the work that is under way, gone when it is done.
///
/// There is none where standard error is no terminal, and none of work that is done within a second.
enum ProgressLine {
  private struct Drawing: Sendable {
    let start = ContinuousClock.now
    var last: ContinuousClock.Instant?
    /// Whether there is something to be seen.
    var isDrawn = false
    /// How far the step of the work is that is under way, and when it began.
    var state = ProgressState()
    var stepStart = ContinuousClock.now
    /// Whether the bytes are those that are read of a source.
    var readsSource = true
  }

  /// What is drawn; nil while there is nothing to be drawn.
  private static let drawing = Mutex<Drawing?>(nil)

  private static let firstSeconds = Duration.seconds(1)
  /// Ten times a second at most.
  private static let pause = Duration.milliseconds(100)

  /// Shows how far a piece of work is, where there is somebody to see it, until it is done.
  ///
  /// - Parameters:
  ///   - isQuiet: whether nothing is to be seen.
  ///   - work: the work.
  /// - Returns: what `work` returns.
  /// - Throws: what `work` throws.
  static func during<Result>(isQuiet: Bool = false, _ work: () throws -> Result) rethrows -> Result
  {
    let isShown =
      !isQuiet && StandardStream.error.isTerminal && !EventLog.takesMessages
      && Environment.value("TERM") ?? "dumb" != "dumb"
    drawing.withLock { $0 = isShown ? Drawing() : nil }
    defer { end() }
    return try work()
  }

  /// Whether there may be somebody to see it, so that it is worth the while to find out how much there
  /// is to do.
  static var isShown: Bool { drawing.withLock { $0 != nil } }

  /// Begins a step: reading a source once.
  ///
  /// - Parameters:
  ///   - task: what it is, where it is not the only step.
  ///   - totalBytes: how many bytes there are; nil where nobody knows yet.
  static func read(_ task: String? = nil, totalBytes: Int64?) {
    SourceProgress.reset()
    begin(ProgressState(task: task, bytes: 0, totalBytes: totalBytes), readsSource: true)
  }

  /// Begins a step that reads no source.
  ///
  /// - Parameters:
  ///   - task: what it is.
  ///   - totalBytes: how many bytes there are; nil where they are not what counts.
  ///   - totalRecords: how many records there are; nil where nobody knows.
  static func work(_ task: String?, totalBytes: Int64? = nil, totalRecords: Int64? = nil) {
    begin(
      ProgressState(task: task, totalBytes: totalBytes, totalRecords: totalRecords),
      readsSource: false)
  }

  /// Does something that has to be done in the middle of a step, which goes on behind it.
  ///
  /// - Parameters:
  ///   - task: what it is.
  ///   - work: does it.
  /// - Returns: what `work` returns.
  /// - Throws: what `work` throws.
  static func aside<Result>(_ task: String, _ work: () throws -> Result) rethrows -> Result {
    let interrupted = drawing.withLock { $0 }
    let bytes = SourceProgress.bytes
    Self.work(task)
    defer {
      SourceProgress.reset(to: bytes)
      drawing.withLock { drawing in
        guard let interrupted, let taken = drawing.map({ .now - $0.stepStart }) else { return }
        drawing?.state = interrupted.state
        drawing?.stepStart = interrupted.stepStart + taken
        drawing?.readsSource = interrupted.readsSource
      }
    }
    return try work()
  }

  private static func begin(_ state: ProgressState, readsSource: Bool) {
    drawing.withLock { drawing in
      drawing?.state = state
      drawing?.stepStart = .now
      drawing?.readsSource = readsSource
    }
  }

  /// Begins reading once more from the start, as often as it takes.
  ///
  /// - Parameter task: what this reading is for.
  static func readAgain(_ task: String?) {
    read(task, totalBytes: drawing.withLock { $0?.state.totalBytes })
  }

  /// Says how many bytes there are to read, where that becomes known.
  static func note(totalBytes: Int64?) {
    drawing.withLock { $0?.state.totalBytes = totalBytes }
  }

  /// Says how many bytes have been written.
  static func note(bytes: Int64) {
    advance { $0.bytes = bytes }
  }

  /// Says how many records have been rejected.
  static func note(rejects: Int64) {
    advance { $0.rejects = rejects }
  }

  /// Says that so many records more have been read or written.
  static func add(records: Int) {
    advance { $0.records += Int64(records) }
  }

  /// Draws the line, where it is time to; cheap enough to be called between any two steps.
  static func tick() { advance { _ in } }

  private static func advance(_ change: (inout ProgressState) -> Void) {
    drawing.withLock { drawing in
      guard var current = drawing else { return }
      change(&current.state)
      defer { drawing = current }
      let now = ContinuousClock.now
      guard now - current.start >= firstSeconds, now - (current.last ?? current.start) >= pause,
        let columns = StandardStream.error.terminalColumns
      else { return }
      if current.readsSource { current.state.bytes = SourceProgress.bytes }
      current.state.seconds = (now - current.stepStart) / .seconds(1)
      let text = current.state.text(columns: columns)
      write(erasing + text)
      current.isDrawn = !text.isEmpty
      current.last = now
    }
  }

  /// Draws the line, where it is time to; asked again and again while something is waited for.
  ///
  /// - Returns: whether the program was asked to end.
  static func shallStop() -> Bool {
    tick()
    return Interruption.isRequested
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
}
