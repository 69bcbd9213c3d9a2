/// How bytes become text.
extension TextInput {
  /// Reads one block behind `raw`.
  mutating func fill() throws(InputError) {
    if try source.read(upTo: blockSize, into: &raw) == 0 { sourceHasEnded = true }
  }

  /// Reads blocks until there are so many bytes, the source ends, or somebody would wait too long, since the
  /// first byte or since a moment.
  private mutating func fill(
    atLeast count: Int, since start: ContinuousClock.Instant? = nil
  ) throws(InputError) {
    while raw.count < count, !sourceHasEnded {
      if let patience, !raw.isEmpty, try source.isSilent(for: patience, since: start) { return }
      try fill()
    }
  }

  /// Looks at the first bytes and chooses what goes on from there.
  mutating func startDecoding() throws(InputError) {
    try fill(atLeast: ForeignFormat.sniffedBytes)
    foreignFormat =
      source.workbook?.format ?? ForeignFormat.recognize(raw.prefix(ForeignFormat.sniffedBytes))
    if foreignFormat == nil { try findDocument() }
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
    } else if let declared, foreignFormat == nil, EncodingName.isSevenBit(declared) {
      try start(TextEncoding(name: declared, mark: nil), .declaredOfASCII, skipping: 0)
    } else if let guess = ByteOrderMark.guessUTF16(head) {
      try start(guess, .zeroBytes, skipping: 0)
    } else {
      let start = raw.prefix(ForeignFormat.sniffedBytes)
      if foreignFormat == nil, ForeignFormat.isBinary(start) { foreignFormat = .binary }
      phase = .ascii
    }
  }

  /// Looks for a document in UTF-16, and for a table of Markdown whose header is longer than a first look.
  private mutating func findDocument() throws(InputError) {
    if let format = ForeignFormat.wideDocument(raw.prefix(ForeignFormat.sniffedBytes)) {
      foreignFormat = format
    } else if raw.first == UInt8(ascii: "|") {
      try fill(atLeast: ForeignFormat.headerBytesMax)
      if ForeignFormat.isMarkdown(raw.prefix(ForeignFormat.headerBytesMax)) {
        foreignFormat = .markdown
      }
    }
  }

  private mutating func start(
    _ encoding: TextEncoding, _ evidence: EncodingDecision.Evidence, skipping count: Int
  ) throws(InputError) {
    guard let decoder = encoding.makeDecoder() else {
      throw InputError(path: path, kind: .unknownEncoding(encoding.name))
    }
    raw.removeFirst(count)
    isRawUnseen = !raw.isEmpty
    phase = .decoding(decoder)
    decided = encoding
    self.encoding = EncodingDecision(name: encoding.name, evidence: evidence)
  }

  /// Passes on what is ASCII; the first byte that is not decides the encoding.
  mutating func passASCII(into text: inout [UInt8]) throws(InputError) {
    if raw.isEmpty { try fill() }
    guard let first = firstNonASCII(in: raw, from: 0) else {
      text.append(contentsOf: raw)
      raw.removeAll(keepingCapacity: true)
      return
    }
    text.append(contentsOf: raw[..<first])
    raw.removeFirst(first)
    try fill(atLeast: EncodingCensus.windowBytes, since: .now)
    let window = Array(raw.prefix(EncodingCensus.windowBytes))
    let census = EncodingCensus(
      of: window, at: source.contentBytes - Int64(raw.count),
      atEnd: sourceHasEnded && window.count == raw.count)
    if let declared, !census.isUTF8 {
      try start(TextEncoding(name: declared, mark: nil), .declared(census), skipping: 0)
    } else {
      try start(census.isUTF8 ? .utf8 : .windows1252, .content(census), skipping: 0)
    }
  }

  mutating func decode(with decoder: inout any TextDecoder, into text: inout [UInt8]) {
    let start = text.count
    notes.rawBase = source.contentBytes - Int64(raw.count)
    let decoded = decoder.decode(raw, atEnd: sourceHasEnded, into: &text, notes: &notes)
    notes.settle(in: text, from: start)
    isRawUnseen = false
    if decoded == raw.count {
      raw.removeAll(keepingCapacity: true)
    } else {
      raw.removeFirst(decoded)
    }
  }
}
