internal import Transfer

/// What is in a source: its bytes with their compression undone, in the stream.
///
/// The first bytes tell whether and how it is compressed, never its name. Counted and hashed are the
/// bytes as they are on disk.
struct ContentSource: ~Copyable {
  private let feed: SourceFeed
  private let limit: ExpansionLimit
  private let member: String?
  private let patience: Int?
  private var stage = Stage.unopened
  /// What the content is in, where it is compressed; known after the first read.
  private(set) var container: ForeignFormat?
  /// The files of a zip archive that were passed over, because they are no lists.
  private(set) var passedOver: [String] = []
  /// How many bytes of content have been read since the start or the last `rewind()`.
  private(set) var contentBytes: Int64 = 0

  private enum Stage {
    /// Nothing has been looked at.
    case unopened
    case plain
    case gzip(GzipDecoder)
    case archive(ArchiveReader)
    /// A workbook has no content of its own: who wants it asks for the archive.
    case workbook(ZipArchive)
  }

  /// Opens a source.
  ///
  /// - Parameters:
  ///   - path: a path, or `-` for the standard input.
  ///   - limit: how far it may expand.
  ///   - member: the name of the file of a zip archive; nil where it has only one.
  ///   - patience: how long a pause of a pipe ends the look at its first bytes, in milliseconds, and half of
  ///     the time that it may take at most; nil for no end but its own.
  /// - Throws: `InputError` when there is no such file, it is a directory or can't be opened.
  init(
    path: String, limit: ExpansionLimit, member: String? = nil, patience: Int? = nil
  ) throws(InputError) {
    feed = SourceFeed(try ByteSource(path: path))
    self.limit = limit
    self.member = member
    self.patience = patience
  }

  /// A source that is read from a server.
  ///
  /// - Parameters:
  ///   - download: the file on the server.
  ///   - limit: how far it may expand, on its way and after it.
  ///   - member: the name of the file of a zip archive; nil where it has only one.
  /// - Throws: `InputError` when there is no answer with a file in it.
  init(_ download: Download, limit: ExpansionLimit, member: String?) throws(InputError) {
    let content = try RemoteContent(download, limit)
    feed = SourceFeed(try ByteSource(content, name: download.address.shown))
    self.limit = limit
    self.member = member
    patience = nil
  }

  var path: String { feed.path }
  var isRegularFile: Bool { feed.source.isRegularFile }

  /// How many bytes of the source have been read, as they are on disk.
  var consumedBytes: Int64 { feed.source.consumedBytes }

  func digest() throws(InputError) -> SourceDigest { try feed.source.digest() }

  /// The workbook that the source is, if it is one and something was read of it.
  var workbook: ZipArchive? {
    guard case .workbook(let archive) = stage else { return nil }
    return archive
  }

  /// Appends the next bytes of the content, about `count` of them.
  ///
  /// - Returns: how many bytes were appended; 0 at the end.
  /// - Throws: `InputError` when reading fails, the container is damaged, has not one member, or
  ///   expands too far.
  mutating func read(upTo count: Int, into buffer: inout [UInt8]) throws(InputError) -> Int {
    if case .unopened = stage { stage = try open(blockSize: count) }
    let got =
      switch stage {
      case .unopened, .workbook: 0
      case .plain: try feed.read(upTo: count, into: &buffer)
      case .gzip(let decoder): try decoder.read(upTo: count, into: &buffer)
      case .archive(let reader): try reader.read(upTo: count, into: &buffer)
      }
    contentBytes += Int64(got)
    if case .gzip = stage, !limit.allows(contentBytes, from: consumedBytes) {
      throw InputError(path: path, kind: .expandsTooFar(.gzip))
    }
    return got
  }

  /// Whether a pipe of plain text has nothing to say for that long; of a compressed one that is not
  /// known.
  ///
  /// What is asked, and of when, is that of `ByteSource`.
  func isSilent(
    for milliseconds: Int, since start: ContinuousClock.Instant? = nil
  ) throws(InputError) -> Bool {
    guard case .plain = stage else { return false }
    return try feed.isSilent(for: milliseconds, since: start)
  }

  /// Looks at the first bytes and chooses how to read on.
  private mutating func open(blockSize: Int) throws(InputError) -> Stage {
    let head = try feed.peek(
      ForeignFormat.sniffedBytes, blockSize: blockSize, patience: patience)
    let format = ForeignFormat.recognize(head)
    if member != nil, format != .zip, format != .xlsx, format != .ods {
      throw InputError(path: path, kind: .noArchive)
    }
    guard let format else {
      if head.count < ForeignFormat.sniffedBytes,
        let cut = ForeignFormat.cut(head, named: ForeignFormat.ending(of: path))
      {
        throw InputError(path: path, kind: .damaged(cut, "it ends too early"))
      }
      return .plain
    }
    // libarchive takes what has only the end of an archive for none.
    guard !head.starts(with: ForeignFormat.emptyArchive) else {
      throw InputError(path: path, kind: .notOneMember([]))
    }
    switch format {
    case .gzip:
      container = format
      return .gzip(try GzipDecoder(feed))
    case .xz, .zstd, .bzip2:
      container = format
      return .archive(try ArchiveReader(decompressing: feed, format, limit))
    case .zip, .xlsx, .ods:
      let archive = try ZipArchive(feed, limit)
      guard archive.format == .zip else {
        guard member == nil else { throw InputError(path: path, kind: .noArchive) }
        return .workbook(archive)
      }
      container = .zip
      let reader = try archive.openFile(named: member)
      passedOver = archive.passedOver
      return .archive(reader)
    default: return .plain
    }
  }

  /// Starts again at the first byte.
  ///
  /// - Precondition: the source is a regular file, or was spooled.
  mutating func rewind() throws(InputError) {
    try feed.rewind()
    stage = .unopened
    contentBytes = 0
  }

  /// Copies a pipe to a temporary file without a name, so that it can be read again.
  ///
  /// - Throws: `InputError`, of kind `tooLateToSpool` where more than `ByteSource.retainedBytesMax` bytes
  ///   have been read.
  func spool() throws(InputError) { try feed.source.spool() }
}
