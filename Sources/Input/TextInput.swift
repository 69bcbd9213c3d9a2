package import Transfer

/// A source of text, opened: its bytes are counted and hashed as they are, and handed out as UTF-8,
/// block by block.
///
/// Where it is compressed (gzip, xz, zstd, bzip2, or one file in a zip archive), that is undone.
///
/// The encoding is, in this order: the one that was asked for, the one of a byte order mark, UTF-16
/// where zero bytes show it. Otherwise it stays open while only ASCII comes, and the first 64 KiB
/// from the first non-ASCII byte on decide between UTF-8 and windows-1252, wherever they are.
package struct TextInput: ~Copyable {
  /// Which encoding is used, and why; until a byte beyond ASCII has come, that is `ASCII`.
  package private(set) var encoding = EncodingDecision(name: "ASCII", evidence: .onlyASCII)

  /// What the source is, where its first bytes show that it is no delimited text.
  ///
  /// Known after the first `read(into:)`.
  package private(set) var foreignFormat: ForeignFormat?

  private var source: ContentSource
  private var sourceHasEnded = false
  private let blockSize: Int
  private let requested: String?
  /// What was read and not decoded.
  private var raw: [UInt8] = []
  private var phase = Phase.head
  private var decided: TextEncoding?
  private var notes = UndecodableNotes()
  /// How many bytes of text were handed out.
  private var textBytes: Int64 = 0

  private enum Phase {
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
  ///   - limit: how far it may expand where it is compressed.
  ///   - member: the name of the file of a zip archive; nil where it has only one.
  ///   - blockSize: the most bytes to read at a time, at least 1.
  /// - Throws: `InputError` when there is no such file, it is a directory, it can't be opened, or
  ///   the encoding is unknown.
  package init(
    path: String, encoding: String? = nil, limit: ExpansionLimit = .standard,
    member: String? = nil, blockSize: Int = defaultBlockSize
  ) throws(InputError) {
    try TextEncoding.check(encoding, of: path)
    try self.init(ContentSource(path: path, limit: limit, member: member), encoding, blockSize)
  }

  /// Opens a source on a server, which is read as it comes.
  ///
  /// - Parameters: as above, but for the file on the server.
  /// - Throws: `InputError` when there is no answer with a file in it, or the encoding is unknown.
  package init(
    _ download: Download, encoding: String? = nil, limit: ExpansionLimit = .standard,
    member: String? = nil, blockSize: Int = defaultBlockSize
  ) throws(InputError) {
    try TextEncoding.check(encoding, of: download.address.shown)
    try self.init(ContentSource(download, limit: limit, member: member), encoding, blockSize)
  }

  private init(
    _ source: consuming ContentSource, _ encoding: String?, _ blockSize: Int
  ) throws(InputError) {
    precondition(blockSize > 0, "a block has at least one byte")
    self.source = source
    self.blockSize = blockSize
    requested = encoding
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
        if !sourceHasEnded { try fill() }
        decode(with: &decoder, into: &text)
        phase = .decoding(decoder)
      }
    } while text.count == start && !(sourceHasEnded && raw.isEmpty)
    textBytes += Int64(text.count - start)
    return text.count > start
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
    phase = .head
    notes = UndecodableNotes()
    textBytes = 0
  }

  /// Makes a second pass over a pipe possible, by a temporary copy without a name.
  ///
  /// - Precondition: at most 4 MiB of the source have been read.
  /// - Throws: `InputError` of kind `spoolFailed` or `readFailed`.
  package mutating func spool() throws(InputError) { try source.spool() }
}

extension TextInput {
  /// Reads one block behind `raw`.
  private mutating func fill() throws(InputError) {
    if try source.read(upTo: blockSize, into: &raw) == 0 { sourceHasEnded = true }
  }

  private mutating func fill(atLeast count: Int) throws(InputError) {
    while raw.count < count, !sourceHasEnded { try fill() }
  }

  /// Looks at the first bytes and chooses what goes on from there.
  private mutating func startDecoding() throws(InputError) {
    try fill(atLeast: ForeignFormat.sniffedBytes)
    foreignFormat =
      source.workbook?.format ?? ForeignFormat.recognize(raw.prefix(ForeignFormat.sniffedBytes))
    let head = raw.prefix(ByteOrderMark.sniffedBytes)
    let mark = ByteOrderMark.find(in: head)
    if let requested {
      let encoding = TextEncoding(name: requested, mark: mark?.encoding)
      let isMarked = encoding == mark?.encoding
      try start(encoding, .requested, skipping: isMarked ? mark?.count ?? 0 : 0)
    } else if let mark {
      try start(mark.encoding, .byteOrderMark, skipping: mark.count)
    } else if let decided {
      try start(decided, encoding.evidence, skipping: 0)
    } else if let guess = ByteOrderMark.guessUTF16(head) {
      try start(guess, .zeroBytes, skipping: 0)
    } else {
      phase = .ascii
    }
  }

  private mutating func start(
    _ encoding: TextEncoding, _ evidence: EncodingDecision.Evidence, skipping count: Int
  ) throws(InputError) {
    guard let decoder = encoding.makeDecoder() else {
      throw InputError(path: path, kind: .unknownEncoding(encoding.name))
    }
    raw.removeFirst(count)
    phase = .decoding(decoder)
    decided = encoding
    self.encoding = EncodingDecision(name: encoding.name, evidence: evidence)
  }

  /// Passes on what is ASCII; the first byte that is not decides the encoding.
  private mutating func passASCII(into text: inout [UInt8]) throws(InputError) {
    if raw.isEmpty { try fill() }
    guard let first = firstNonASCII(in: raw, from: 0) else {
      text.append(contentsOf: raw)
      raw.removeAll(keepingCapacity: true)
      return
    }
    text.append(contentsOf: raw[..<first])
    raw.removeFirst(first)
    try fill(atLeast: EncodingCensus.windowBytes)
    let window = Array(raw.prefix(EncodingCensus.windowBytes))
    let census = EncodingCensus(
      of: window, at: source.contentBytes - Int64(raw.count),
      atEnd: sourceHasEnded && window.count == raw.count)
    try start(census.isUTF8 ? .utf8 : .windows1252, .content(census), skipping: 0)
  }

  private mutating func decode(with decoder: inout any TextDecoder, into text: inout [UInt8]) {
    let start = text.count
    notes.rawBase = source.contentBytes - Int64(raw.count)
    let decoded = decoder.decode(raw, atEnd: sourceHasEnded, into: &text, notes: &notes)
    notes.settle(in: text, from: start)
    if decoded == raw.count {
      raw.removeAll(keepingCapacity: true)
    } else {
      raw.removeFirst(decoded)
    }
  }
}

// An input has one owner, shares nothing and is bound to no thread: it can be handed to another one.
extension TextInput: @unchecked Sendable {}
