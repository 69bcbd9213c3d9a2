/// Standard output, written in large pieces.
///
/// A reader that closes the pipe has what it wants: the output ends there, without an error and
/// without changing how the command ends.
struct Output: ~Copyable {
  /// How much is gathered before it is written, in bytes.
  static let bufferSize = 65_536

  private let stream: StandardStream
  private var buffer: [UInt8] = []
  /// Whether nobody reads any more, so that there is no use in going on.
  private(set) var isClosed = false

  /// An output to `stream`.
  init(_ stream: StandardStream = .output) {
    self.stream = stream
  }

  deinit {
    // Reached with something left only when an error is on its way, which must stay the first.
    if !buffer.isEmpty, !isClosed { try? stream.write(buffer) }
  }

  /// Adds text, as it is.
  ///
  /// - Parameter text: any text; what comes from a file has been escaped for where it goes.
  /// - Throws: `OutputError` when it can't be written.
  mutating func write(_ text: String) throws(OutputError) {
    try write { $0.append(contentsOf: text.utf8) }
  }

  /// Adds what `body` appends.
  ///
  /// - Parameter body: appends to the bytes it is lent.
  /// - Throws: `OutputError` when it can't be written.
  mutating func write(_ body: (inout [UInt8]) -> Void) throws(OutputError) {
    guard !isClosed else { return }
    body(&buffer)
    if buffer.count >= Output.bufferSize { try flush() }
  }

  /// Finds out whether nobody reads any more, while there is nothing to write.
  ///
  /// - Returns: `isClosed`.
  mutating func checkClosed() -> Bool {
    if stream.isAbandoned { isClosed = true }
    return isClosed
  }

  /// Writes what was gathered.
  ///
  /// - Throws: `OutputError` when it can't be written.
  mutating func flush() throws(OutputError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard !isClosed, !buffer.isEmpty else { return }
    do {
      try stream.write(buffer)
    } catch {
      isClosed = true
      if !error.systemError.isClosedPipe { throw error }
    }
  }
}
