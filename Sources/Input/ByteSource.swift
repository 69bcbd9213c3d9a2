internal import Digest
internal import Transfer

/// The bytes of a file or a pipe as they are, counted and hashed as they are read; those of a download
/// as they are once the compression of its transfer is undone.
struct ByteSource: ~Copyable {
  /// The path as it was given; `-` is the standard input.
  let path: String
  /// Whether the source is a file that can be read again, rather than a pipe, terminal or device.
  let isRegularFile: Bool
  /// How many bytes were read since the start or the last `rewind()`.
  private(set) var consumedBytes: Int64 = 0

  private var descriptor: FileDescriptor
  /// Where the bytes come from in place of the descriptor, until they were spooled.
  private var remote: RemoteContent?
  private var startPosition: Int64
  private var hash: SHA256
  private var isRereadable: Bool
  /// For how many milliseconds it has been waited for more since the last byte.
  private var silence = 0
  /// When the first byte came.
  private(set) var firstByte: ContinuousClock.Instant?
  /// What was read of a pipe so far, as long as that is little enough to be spooled later.
  private var retained: [UInt8]?

  /// The most bytes that are kept of a pipe so that it can still be spooled after a look at its
  /// head: 4 MiB.
  static let retainedBytesMax = 4 << 20

  /// Opens the source.
  ///
  /// - Parameter path: a path, or `-` for the standard input.
  /// - Throws: `InputError` when there is no such file, it is a directory or can't be opened.
  init(path: String) throws(InputError) {
    guard let hash = SHA256() else { throw InputError(path: path, kind: .outOfMemory) }
    let descriptor = try InputError.reporting(path, as: InputError.Kind.init(opening:)) {
      () throws(SystemError) in
      path == "-" ? FileDescriptor.standardInput() : try FileDescriptor.open(path: path)
    }
    let (kind, position) = try InputError.reporting(path, as: InputError.Kind.init(opening:)) {
      () throws(SystemError) in
      let kind = try descriptor.kind()
      return (kind, kind == .regular ? try descriptor.position() : 0)
    }
    guard kind != .directory else { throw InputError(path: path, kind: .isDirectory) }
    self.path = path
    self.hash = hash
    self.descriptor = descriptor
    startPosition = position
    isRegularFile = kind == .regular
    isRereadable = isRegularFile
    retained = isRegularFile ? nil : []
  }

  /// A source that is read from a server.
  ///
  /// - Parameters:
  ///   - content: what the server sends.
  ///   - name: what takes the place of a path in messages.
  /// - Throws: `InputError` of kind `outOfMemory`.
  init(_ content: RemoteContent, name: String) throws(InputError) {
    guard let hash = SHA256() else { throw InputError(path: name, kind: .outOfMemory) }
    path = name
    self.hash = hash
    descriptor = .none
    remote = content
    startPosition = 0
    isRegularFile = false
    isRereadable = false
    retained = []
  }

  /// Appends the next bytes, at most `count`.
  ///
  /// - Parameters:
  ///   - count: the most bytes to read, at least 1.
  ///   - buffer: the bytes are appended to it.
  /// - Returns: how many bytes were appended; 0 at the end.
  /// - Throws: `InputError` of kind `readFailed`, or what the download throws.
  mutating func read(upTo count: Int, into buffer: inout [UInt8]) throws(InputError) -> Int {
    let before = buffer.count
    let got = try readOn(upTo: count, into: &buffer)
    silence = 0
    if firstByte == nil, got > 0, !isRereadable { firstByte = .now }
    consumedBytes += Int64(got)
    if remote?.isDecoded != true { SourceProgress.add(got) }
    hash.update(buffer, from: before)
    retain(buffer, from: before)
    return got
  }

  /// Whether the source is a pipe on which nothing comes for that long, its end neither; or for as long as is
  /// left, where it has been twice as long since a moment.
  ///
  /// - Parameters:
  ///   - milliseconds: how long.
  ///   - start: the moment; nil for that of the first byte.
  /// - Returns: whether it is so; never of what can be read again.
  /// - Throws: `InputError` of kind `readFailed` or `interrupted`.
  mutating func isSilent(
    for milliseconds: Int, since start: ContinuousClock.Instant? = nil
  ) throws(InputError) -> Bool {
    guard !isRereadable, remote == nil else { return false }
    var wait = max(0, milliseconds - silence)
    if wait > 0, let start = start ?? firstByte {
      let left = start + .milliseconds(2 * milliseconds) - .now
      wait = max(0, min(wait, Int(left / .milliseconds(1))))
    }
    let isReadable = try InputError.reporting(path, as: InputError.Kind.reading) {
      () throws(SystemError) in
      try descriptor.isReadable(within: wait)
    }
    silence = isReadable ? 0 : silence + wait
    return !isReadable
  }

  private func readOn(upTo count: Int, into buffer: inout [UInt8]) throws(InputError) -> Int {
    if let remote { return try remote.read(upTo: count, into: &buffer) }
    return try InputError.reporting(path, as: InputError.Kind.reading) { () throws(SystemError) in
      try descriptor.read(upTo: count, into: &buffer)
    }
  }

  private mutating func retain(_ buffer: [UInt8], from start: Int) {
    guard let kept = retained?.count else { return }
    if kept + buffer.count - start > Self.retainedBytesMax {
      retained = nil
    } else {
      retained?.append(contentsOf: buffer[start...])
    }
  }

  /// The SHA-256 of the bytes that were read since the start or the last `rewind()`.
  ///
  /// - Throws: `InputError` of kind `outOfMemory`.
  func digest() throws(InputError) -> SourceDigest {
    guard let bytes = hash.digest() else { throw InputError(path: path, kind: .outOfMemory) }
    return SourceDigest(byteCount: consumedBytes, sha256: bytes)
  }

  /// Starts again at the first byte, with the count and the hash at zero.
  ///
  /// - Precondition: the source is a regular file, or was spooled.
  mutating func rewind() throws(InputError) {
    precondition(isRereadable, "a pipe must be spooled before it can be read again")
    try InputError.reporting(path, as: InputError.Kind.reading) { () throws(SystemError) in
      try descriptor.seek(to: startPosition)
    }
    consumedBytes = 0
    hash.reset()
  }

  /// The number of the descriptor, at its first byte, for a library that reads by itself what has
  /// been counted and hashed.
  ///
  /// - Precondition: the source is a regular file, or was spooled.
  func descriptorAtStart() throws(InputError) -> Int32 {
    precondition(isRereadable, "a pipe must be spooled before it can be read again")
    try InputError.reporting(path, as: InputError.Kind.reading) { () throws(SystemError) in
      try descriptor.seek(to: startPosition)
    }
    return descriptor.number
  }

  /// Copies a pipe to a temporary file without a name, so that it can be read again.
  ///
  /// Reading goes on where it was. Nothing happens to a regular file.
  ///
  /// - Throws: `InputError` of kind `spoolFailed` or `readFailed`, or `tooLateToSpool` where more than
  ///   `retainedBytesMax` bytes of a pipe have been read.
  mutating func spool() throws(InputError) {
    guard !isRereadable else { return }
    guard let head = retained else {
      throw InputError(path: path, kind: .tooLateToSpool(consumedBytes))
    }
    descriptor = try copy(after: head)
    remote = nil
    startPosition = 0
    isRereadable = true
    retained = nil
  }

  /// A temporary file with `head` and the rest of the source, positioned after `head`.
  private func copy(after head: [UInt8]) throws(InputError) -> FileDescriptor {
    let copy = try InputError.reporting(path, as: InputError.Kind.spooling) {
      () throws(SystemError) in
      try FileDescriptor.temporary(in: FileDescriptor.temporaryDirectory)
    }
    var block = head
    repeat {
      try InputError.reporting(path, as: InputError.Kind.spooling) { () throws(SystemError) in
        try copy.write(block.span)
      }
      block.removeAll(keepingCapacity: true)
      _ = try readOn(upTo: Self.copyBlockBytes, into: &block)
    } while !block.isEmpty
    try InputError.reporting(path, as: InputError.Kind.spooling) { () throws(SystemError) in
      try copy.seek(to: Int64(head.count))
    }
    return copy
  }

  private static let copyBlockBytes = 256 << 10
}
