package import CSV
package import Input
package import Records

/// Reads the records of a document of JSON or Markdown, batch by batch, in memory that does not depend
/// on its size.
///
/// Of JSON these are the objects of an array, or objects one behind the other (NDJSON); their names are
/// the labels of the columns. Of Markdown these are the rows of a table of GitHub's.
package final class DocumentReader {
  /// JSON or Markdown.
  package let format: ForeignFormat
  /// How many columns the head shows.
  package let fieldCount: Int
  /// What is wrong with the first record, and its line, where the head shows no column at all.
  package let flaw: (line: Int64, message: String)?
  /// The names that lead to an array of objects, from the outermost one on, where the document is one object
  /// that has such an array: these may be meant as the records.
  package let arrayPath: [String]?

  private var input: TextInput
  private let limits: ReadingLimits
  private let columns: JSONColumns
  private var window: TextWindow
  private var records: Records
  /// The records of JSON before the first one that is no larger than it may be.
  private let firstJSON: JSONRecords
  /// Those that are larger, above it.
  private let earlyRejects: [EarlyReject]
  private var areEarlyRejectsGiven = false
  /// The line of the header's end.
  private var headerLine: Int64 = 0

  private enum Records {
    case json(JSONRecords)
    case markdown(MarkdownRecords)
  }

  /// How many records the head has at most, its header among them.
  package static let headRecords = 1000

  /// A buffer that has grown beyond this many batches for one large record is given back.
  static let keptBatches = 8

  /// Reads the head of a document.
  ///
  /// - Parameters:
  ///   - input: the source, of which nothing has been handed out.
  ///   - format: JSON or Markdown.
  ///   - limits: how much is taken at most; a batch's text is the head.
  /// - Throws: `InputError` when reading fails.
  package init(
    _ input: consuming TextInput, _ format: ForeignFormat, limits: ReadingLimits
  ) throws(InputError) {
    precondition(limits.recordBytes <= 1 << 30 && limits.batchBytes <= 1 << 29)
    let start = try DocumentStart(of: &input, format, limits)
    self.input = input
    self.limits = limits
    self.format = format
    window = start.window
    arrayPath = start.arrayPath
    columns = start.head.columns
    firstJSON = start.json
    earlyRejects = start.earlyRejects
    flaw = start.flaw
    fieldCount = start.head.width
    records = format == .json ? .json(start.json) : .markdown(MarkdownRecords(limits))
  }

  /// The path as it was given.
  package var path: String { input.path }
  /// Whether the document is a regular file: it can be read again without a copy.
  package var isRegularFile: Bool { input.isRegularFile }
  /// Which encoding is used, as far as it is known, and why.
  package var encoding: EncodingDecision { input.encoding }
  /// What the document is compressed in, if it is.
  package var compression: ForeignFormat? { input.container }
  /// The files beside it in a zip archive that are no lists.
  package var passedOver: [String] { input.passedOver }
  /// How much text is in the batches that have been given, in bytes as UTF-8.
  package var givenBytes: Int64 { window.offset + Int64(window.start) }

  /// The length and SHA-256 of what has been read of the source.
  ///
  /// - Throws: `InputError` of kind `outOfMemory`.
  package func digest() throws(InputError) -> SourceDigest { try input.digest() }

  /// Gives the header and the records of the head.
  ///
  /// - Parameter batch: is emptied, and gets the header, as its first record, and at most `headRecords`
  ///   in all. The header of JSON is on line 0: no line has it.
  package func readHead(into batch: inout RecordBatch) {
    batch.removeAll()
    var records = Records.json(firstJSON)
    if format == .json {
      batch.appendLabels(columns.names)
      for reject in earlyRejects { reject.append(to: &batch) }
    } else {
      records = .markdown(MarkdownRecords(limits))
    }
    var position = window.start
    let bytes = window.bytes
    while batch.records.count < Self.headRecords, batch.fieldCount < limits.batchBytes,
      case .record = Self.next(&records, bytes.span, &position, window, into: &batch)
    {}
  }

  private static func next(
    _ records: inout Records, _ bytes: Span<UInt8>, _ position: inout Int,
    _ window: borrowing TextWindow, into batch: inout RecordBatch
  ) -> DocumentStep {
    switch records {
    case .json(var json):
      records = .markdown(MarkdownRecords(json.limits))
      defer { records = .json(json) }
      return json.next(
        in: bytes, from: &position, base: window.offset, atEnd: window.isLast, into: &batch)
    case .markdown(var markdown):
      defer { records = .markdown(markdown) }
      return markdown.next(in: bytes, from: &position, atEnd: window.isLast, into: &batch)
    }
  }

  /// Says where the header ends: records behind that line are given.
  ///
  /// Called before the first `read(into:)`.
  ///
  /// - Parameter line: the last line of the header; 0 for JSON.
  package func beginRecords(afterLine line: Int64) {
    headerLine = line
    guard format != .json else { return }
    restart()
  }

  /// Starts again at the start of the source.
  private func restart() {
    if format == .json {
      var json = JSONRecords(limits)
      json.columns = columns
      records = .json(json)
    } else {
      var markdown = MarkdownRecords(limits)
      markdown.skippedLine = headerLine
      records = .markdown(markdown)
    }
  }

  /// Gives the next records, which do not depend on the size of the blocks that the input is read in.
  ///
  /// - Parameter batch: is emptied, and gets the records.
  /// - Returns: false at the end of the source, when there is no record left.
  /// - Throws: `InputError` when reading fails or memory is short.
  /// - Complexity: O(*n*) in the bytes of the source, over all calls.
  package func read(into batch: inout RecordBatch) throws(InputError) -> Bool {
    if batch.bytes.capacity > Self.keptBatches * limits.batchBytes { batch = RecordBatch() }
    batch.removeAll()
    window.compact(keeping: Self.keptBatches * limits.batchBytes)
    if !areEarlyRejectsGiven { for reject in earlyRejects { reject.append(to: &batch) } }
    areEarlyRejectsGiven = true
    let begun = givenBytes
    reading: while !isFull(batch) {
      switch readRecords(into: &batch) {
      case .record: break reading
      case .ended: break reading
      case .needsText:
        if limits.patience != nil, !batch.records.isEmpty, try input.isSilent(for: 0) {
          break reading
        }
        // What is passed over can be without end.
        if !batch.records.isEmpty, givenBytes - begun > 2 * Int64(limits.batchBytes) {
          break reading
        }
        window.compact(keeping: Self.keptBatches * limits.batchBytes)
        guard window.unreadCount <= limits.recordBytes else {
          rejectTooLarge(into: &batch)
          continue
        }
        // As much again as there is, so that reading a record from its start again costs at most as
        // much as reading it once.
        try window.fill(
          from: &input, unread: max(limits.batchBytes, 2 * window.unreadCount),
          patience: limits.patience == nil ? nil : 0, lines: 1)
      }
    }
    let digest = try input.digest()
    batch.consumedBytes = digest.byteCount
    batch.consumedSHA256 = digest.sha256
    return !batch.records.isEmpty
  }

  /// Reads records of the window until the batch is full, and marks them as read.
  private func readRecords(into batch: inout RecordBatch) -> DocumentStep {
    let bytes = window.bytes
    var position = window.start
    defer { window.advance(to: position) }
    var step = DocumentStep.record
    while !isFull(batch) {
      step = Self.next(&records, bytes.span, &position, window, into: &batch)
      guard case .record = step else { return step }
      if let found = window.takeUndecodable(before: position),
        !batch.hasProblem(batch.records.count - 1)
      {
        batch.problems.append(
          RecordProblem(
            record: batch.records.count - 1, code: .invalidEncoding,
            message: "expected \(window.encoding) text, but found \(found.hexadecimal) at byte "
              + "\(found.rawOffset) of the file"))
      }
    }
    return step
  }

  /// Whether a batch is complete: objects with few members of many names have more fields than bytes.
  private func isFull(_ batch: borrowing RecordBatch) -> Bool {
    batch.records.count >= limits.batchRecords || batch.bytes.count >= limits.batchBytes
      || batch.fieldCount >= limits.batchBytes
  }

  private func rejectTooLarge(into batch: inout RecordBatch) {
    let start = window.start
    switch records {
    case .json(var json):
      json.rejectTooLarge(window.bytes.span, at: start, into: &batch)
      records = .json(json)
    case .markdown(var markdown):
      markdown.rejectTooLarge(window.bytes.span, at: start, into: &batch)
      records = .markdown(markdown)
    }
  }

  /// Starts again behind the header.
  ///
  /// - Precondition: the input is a regular file or was spooled.
  /// - Throws: `InputError` when the file can't be read again.
  package func rewind() throws(InputError) {
    try input.rewind()
    window = TextWindow()
    areEarlyRejectsGiven = true
    restart()
  }

  /// Makes `rewind()` possible for a pipe, by a temporary copy without a name.
  ///
  /// - Precondition: only the head has been read.
  /// - Throws: `InputError` when the copy can't be made.
  package func spool() throws(InputError) { try input.spool() }
}

// A reader has one owner, shares nothing and is bound to no thread: it can be handed to another one.
extension DocumentReader: @unchecked Sendable {}
