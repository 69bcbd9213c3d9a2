package import Transfer

/// A source of text, opened: its bytes are counted and hashed as they are, and handed out as UTF-8,
/// block by block.
///
/// Where it is compressed (gzip, xz, zstd, bzip2, or one file in a zip archive), that is undone.
///
/// The encoding is, in this order: the one that was asked for, the one of a byte order mark, UTF-16
/// where zero bytes show it. Otherwise it stays open while only ASCII comes, and the first 64 KiB
/// from the first non-ASCII byte on decide between UTF-8 and the encoding that is declared for such
/// sources, or else windows-1252, wherever they are.
package struct TextInput: ~Copyable {
  /// Which encoding is used, and why; until a byte beyond ASCII has come, that is `ASCII`.
  package internal(set) var encoding = EncodingDecision(name: "ASCII", evidence: .onlyASCII)

  /// What the source is, where its first bytes show that it is no delimited text.
  ///
  /// Known after the first `read(into:)`.
  package internal(set) var foreignFormat: ForeignFormat?

  var source: ContentSource
  var sourceHasEnded = false
  let blockSize: Int
  let requested: String?
  let declared: String?
  let patience: Int?
  /// What was read and not decoded.
  var raw: [UInt8] = []
  /// Whether no decoder has seen it: otherwise it is at most half a character.
  var isRawUnseen = false
  var phase = Phase.head
  var decided: TextEncoding?
  var notes = UndecodableNotes()
  /// How many bytes of text were handed out.
  private var textBytes: Int64 = 0

  enum Phase {
    /// Nothing has been looked at.
    case head
    /// Only ASCII has come.
    case ascii
    case decoding(any TextDecoder)
  }

  /// How many bytes are read at a time: 256 KiB.
  package static let defaultBlockSize = 256 << 10

  /// Opens a source.
  ///
  /// - Parameters:
  ///   - path: a path, or `-` for the standard input.
  ///   - encoding: the name of the encoding to use whatever the bytes look like, as `iconv -l`
  ///     lists them; nil to find it out.
  ///   - declared: the name of the encoding of what is no UTF-8; nil for windows-1252.
  ///   - limit: how far it may expand where it is compressed.
  ///   - member: the name of the file of a zip archive; nil where it has only one.
  ///   - blockSize: the most bytes to read at a time, at least 1.
  ///   - patience: after how many milliseconds without another byte, or twice as many in all, what has come
  ///     decides the format and the encoding; nil to wait for enough.
  /// - Throws: `InputError` when there is no such file, it is a directory, it can't be opened, or
  ///   the encoding is unknown.
  package init(
    path: String, encoding: String? = nil, declared: String? = nil,
    limit: ExpansionLimit = .standard, member: String? = nil, blockSize: Int = defaultBlockSize,
    patience: Int? = nil
  ) throws(InputError) {
    try TextEncoding.check(encoding, of: path)
    try TextEncoding.check(declared, of: path)
    let source = try ContentSource(path: path, limit: limit, member: member, patience: patience)
    try self.init(source, encoding, declared, blockSize, patience)
  }

  /// Opens a source on a server, which is read as it comes.
  ///
  /// - Parameters: as above, but for the file on the server.
  /// - Throws: `InputError` when there is no answer with a file in it, or the encoding is unknown.
  package init(
    _ download: Download, encoding: String? = nil, declared: String? = nil,
    limit: ExpansionLimit = .standard, member: String? = nil, blockSize: Int = defaultBlockSize
  ) throws(InputError) {
    try TextEncoding.check(encoding, of: download.address.shown)
    try TextEncoding.check(declared, of: download.address.shown)
    let source = try ContentSource(download, limit: limit, member: member)
    try self.init(source, encoding, declared, blockSize, nil)
  }

  private init(
    _ source: consuming ContentSource, _ encoding: String?, _ declared: String?, _ blockSize: Int,
    _ patience: Int?
  ) throws(InputError) {
    precondition(blockSize > 0, "a block has at least one byte")
    self.source = source
    self.blockSize = blockSize
    self.patience = patience
    requested = encoding
    self.declared = declared
  }

  /// What the text is compressed in, if it is; known after the first `read(into:)`.
  package var container: ForeignFormat? { source.container }
  /// The files beside it in a zip archive that are no lists.
  package var passedOver: [String] { source.passedOver }

  /// Looks at the first bytes, whatever comes of them.
  ///
  /// - Returns: the workbook that the source is, which is no text; nil where it is something else.
  /// - Throws: `InputError` when reading fails, the container can't be read, or the workbook must be
  ///   held in memory and is too large.
  package mutating func findWorkbook() throws(InputError) -> WorkbookFile? {
    if case .head = phase { try startDecoding() }
    let content: WorkbookFile.Content
    if let archive = source.workbook {
      content = .archive(archive)
    } else if foreignFormat == .xls {
      while !sourceHasEnded {
        guard raw.count <= WorkbookFile.heldBytesMax else {
          throw InputError(path: path, kind: .tooLarge(.xls))
        }
        try fill()
      }
      content = .bytes(raw)
    } else {
      return nil
    }
    return WorkbookFile(
      path: path, isRegularFile: isRegularFile, digest: try digest(), content: content)
  }

  /// The path as it was given.
  package var path: String { source.path }

  /// Whether the source is a regular file: it can be read again without a copy.
  package var isRegularFile: Bool { source.isRegularFile }

  /// How many bytes of the source have been read, as they are on disk.
  package var consumedBytes: Int64 { source.consumedBytes }

  /// The SHA-256 of the bytes that have been read so far.
  ///
  /// - Throws: `InputError` of kind `outOfMemory`.
  package func digest() throws(InputError) -> SourceDigest { try source.digest() }

  /// Appends the next text, about one block of it.
  ///
  /// - Parameter text: gets UTF-8, except for the bytes that `takeUndecodable()` lists. A character
  ///   is never cut.
  /// - Returns: false at the end of the source, when there is nothing to append.
  /// - Throws: `InputError` when reading fails or memory is short.
  package mutating func read(into text: inout [UInt8]) throws(InputError) -> Bool {
    let start = text.count
    notes.textBase = textBytes - Int64(start)
    repeat {
      switch phase {
      case .head: try startDecoding()
      case .ascii: try passASCII(into: &text)
      case .decoding(var decoder):
        if !sourceHasEnded, !isRawUnseen { try fill() }
        decode(with: &decoder, into: &text)
        phase = .decoding(decoder)
      }
    } while text.count == start && !(sourceHasEnded && raw.isEmpty)
    textBytes += Int64(text.count - start)
    return text.count > start
  }

  /// Whether the source is a pipe that has nothing to say for that long, or now where twice as long has gone
  /// by since its first byte, and all it said was handed out.
  package func isSilent(for milliseconds: Int) throws(InputError) -> Bool {
    guard !sourceHasEnded, !isRawUnseen else { return false }
    return try source.isSilent(for: milliseconds)
  }

  /// Takes out where undecodable bytes were found since the last call, the first of each line.
  package mutating func takeUndecodable() -> [UndecodableBytes] { notes.take() }

  /// Starts again at the first byte; the encoding found remains.
  ///
  /// - Precondition: the source is a regular file or was spooled.
  /// - Throws: `InputError` of kind `readFailed`.
  package mutating func rewind() throws(InputError) {
    try source.rewind()
    sourceHasEnded = false
    raw.removeAll(keepingCapacity: true)
    isRawUnseen = false
    phase = .head
    notes = UndecodableNotes()
    textBytes = 0
  }

  /// Makes a second pass over a pipe possible, by a temporary copy without a name.
  ///
  /// - Throws: `InputError` of kind `spoolFailed` or `readFailed`, or `tooLateToSpool` where more than 4 MiB
  ///   of the pipe have been read.
  package mutating func spool() throws(InputError) { try source.spool() }
}

// An input has one owner, shares nothing and is bound to no thread: it can be handed to another one.
extension TextInput: @unchecked Sendable {}
