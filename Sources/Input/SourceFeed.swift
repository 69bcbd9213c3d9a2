/// The bytes of a source for whoever decodes them; what a look at its first bytes has read comes
/// first.
final class SourceFeed {
  /// The source.
  var source: ByteSource
  /// What was looked at and not yet given out.
  private var head: [UInt8] = []

  /// A feed of a source of which nothing has been read.
  init(_ source: consuming ByteSource) {
    self.source = source
  }

  var path: String { source.path }

  /// Looks at the first bytes.
  ///
  /// - Parameters:
  ///   - count: how many to look at; there are fewer where the source is shorter.
  ///   - blockSize: the most bytes to read at a time.
  ///   - patience: after how many milliseconds without another byte, or twice as many since the first one,
  ///     fewer will do; nil for never.
  /// - Returns: the bytes, which are read again afterwards.
  /// - Throws: `InputError` when reading fails.
  func peek(
    _ count: Int, blockSize: Int, patience: Int?
  ) throws(InputError) -> ArraySlice<UInt8> {
    while head.count < count {
      if let patience, !head.isEmpty, try source.isSilent(for: patience) { break }
      if try source.read(upTo: blockSize, into: &head) == 0 { break }
    }
    return head.prefix(count)
  }

  /// Whether nothing can be read for that long, as a pipe has nothing to say; see `ByteSource`.
  func isSilent(
    for milliseconds: Int, since start: ContinuousClock.Instant?
  ) throws(InputError) -> Bool {
    guard head.isEmpty else { return false }
    return try source.isSilent(for: milliseconds, since: start)
  }

  /// Appends the next bytes, at most `count`.
  ///
  /// - Returns: how many bytes were appended; 0 at the end.
  func read(upTo count: Int, into buffer: inout [UInt8]) throws(InputError) -> Int {
    guard !head.isEmpty else { return try source.read(upTo: count, into: &buffer) }
    let part = head.prefix(count)
    buffer.append(contentsOf: part)
    head.removeFirst(part.count)
    return part.count
  }

  /// Reads what is left, for its hash alone.
  ///
  /// - Returns: how many bytes were left.
  func drain() throws(InputError) -> Int64 {
    var block: [UInt8] = []
    var total: Int64 = 0
    while try read(upTo: Self.drainBlockBytes, into: &block) > 0 {
      total += Int64(block.count)
      block.removeAll(keepingCapacity: true)
    }
    return total
  }

  /// Starts again at the first byte.
  func rewind() throws(InputError) {
    head = []
    try source.rewind()
  }

  private static let drainBlockBytes = 256 << 10
}
