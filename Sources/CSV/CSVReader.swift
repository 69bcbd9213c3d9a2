package import Input
package import Records

/// Reads the records of a delimited text, batch by batch, in memory that does not depend on its
/// size.
///
/// First the head: `readHead(into:)` gives the first records, among which the caller finds the
/// header. After `beginRecords(afterLine:fieldCount:)`, `read(into:)` gives the records behind it.
package struct CSVReader: ~Copyable {
  /// The source.
  package private(set) var input: TextInput
  /// How the source is written, and the evidence for it.
  package let detection: DialectDetection

  private let limits: ReadingLimits
  private let head: TextWindow
  private var window: TextWindow
  private var scanner: RecordScanner
  private var firstLine: Int64 = 1
  private var expectedFields: Int?
  private var leastFields: Int?
  private var linesToSkip: Int64 = 0

  /// Reads the head of a source and finds its dialect.
  ///
  /// - Parameters:
  ///   - input: the source, of which nothing has been read.
  ///   - request: what is known of the dialect.
  ///   - limits: how much is taken at most.
  /// - Throws: `InputError` when reading fails.
  package init(
    _ input: consuming TextInput, request: DialectRequest = DialectRequest(),
    limits: ReadingLimits = ReadingLimits()
  ) throws(InputError) {
    precondition(limits.recordBytes <= 1 << 30 && limits.batchBytes <= 1 << 29)
    var window = TextWindow(footerLines: limits.footerLines)
    try window.fill(
      from: &input, unread: limits.headBytes, patience: limits.patience, lines: Self.decidingLines)
    let lineBytes = try Self.completeHead(&window, from: &input, limits)
    let headBytes = try OpenQuote.closedHead(&window, from: &input, lineBytes, limits)
    let head = window.head(headBytes)
    let detection = DialectDetection(head: head, request: request, limits: limits)
    self.input = input
    self.window = window
    self.head = head
    isSkipped = head.bytes.isEmpty && window.hasFooter
    self.detection = detection
    self.limits = limits
    expectedFields = detection.fieldCount
    scanner = RecordScanner(
      dialect: detection.dialect, expectedFields: detection.fieldCount, limits: limits)
  }

  /// A pause ends the head where there are a header and a record at least.
  private static let decidingLines = 2

  /// Reads on until the first lines are whole, because a cut header would be a wrong one.
  ///
  /// - Returns: how many bytes the head has: those that are looked at anyway, or the first lines if that
  ///   is more, at most as much as a record may have.
  private static func completeHead(
    _ window: inout TextWindow, from input: inout TextInput, _ limits: ReadingLimits
  ) throws(InputError) -> Int {
    var wanted = limits.headBytes
    while !window.isLast, window.unreadCount >= wanted, wanted < limits.recordBytes,
      window.lines(decidingLines).count < decidingLines
    {
      wanted = min(2 * wanted, limits.recordBytes)
      try window.fill(
        from: &input, unread: wanted, patience: limits.patience, lines: decidingLines)
    }
    let lines = window.lines(decidingLines)
    let isShort = window.isLast && lines.count < decidingLines
    return max(limits.headBytes, min(isShort ? window.bytes.count : lines.end, limits.recordBytes))
  }

  /// How many bytes the head has where the source made a pause behind it; nil where it did not.
  package var pausedAfter: Int? {
    head.isLast || head.bytes.count >= limits.headBytes ? nil : head.bytes.count
  }

  /// How much text is in the batches that have been given and what was left out before them, in bytes
  /// as UTF-8.
  package var givenBytes: Int64 { window.offset + Int64(window.start) }

  /// How the source is written.
  package var dialect: Dialect { detection.dialect }

  /// Whether the source has no text at all, or nothing but lines that are left out at its end.
  package var isEmpty: Bool { head.bytes.isEmpty }

  /// Whether the source has text, all of which is left out with the lines at its end.
  package let isSkipped: Bool

  /// Gives the records of the head, from the first line on.
  ///
  /// The head is at most `ReadingLimits.headBytes` of text, up to its last line end, or the first two
  /// lines; a record that goes on behind it is a problem here.
  ///
  /// - Parameter batch: is emptied, and gets the records.
  package func readHead(into batch: inout RecordBatch) {
    var window = head.wholeLines()
    var position = 0
    var limits = limits
    limits.batchBytes = max(limits.headBytes, window.bytes.count)
    limits.rescannedBytes = limits.rescannedBytes(inHead: window.bytes.count)
    var scanner = RecordScanner(
      dialect: dialect, expectedFields: detection.fieldCount, limits: limits)
    scanner.mender = mender(width: detection.fieldCount, headerLine: 0)
    batch.removeAll()
    _ = scanner.scan(&window, from: &position, batchStart: 0, into: &batch)
    batch.raw.append(contentsOf: window.bytes[..<position])
  }

  /// Says where the records start and how many fields they should have.
  ///
  /// Called before the first `read(into:)`; without it, all lines are records, and most of those in
  /// the head tell how many fields a record has.
  ///
  /// - Parameters:
  ///   - line: the last line of the header, counting from 1; 0 where there is none.
  ///   - fieldCount: how many fields the header has. A record of another length is passed on as it
  ///     is, but not one that quotes have made go on behind its line: its first line is a problem.
  ///   - leastFieldCount: a last record with fewer fields, and no line end, is a problem: the end of
  ///     the file is missing.
  package mutating func beginRecords(
    afterLine line: Int64, fieldCount: Int, leastFieldCount: Int? = nil
  ) {
    linesToSkip = line
    expectedFields = fieldCount
    leastFields = leastFieldCount
    firstLine = line + 1
    scanner.restart(expectedFields: fieldCount, leastFields: leastFieldCount)
    scanner.mender = mender(width: fieldCount, headerLine: line)
  }

  private func mender(width: Int?, headerLine: Int64) -> RecordMender? {
    width.map {
      RecordMender(dialect, head: head, headerLine: headerLine, width: $0, limits: limits)
    }
  }

  /// Gives the next records.
  ///
  /// The records and their places do not depend on the size of the blocks that the input is read
  /// in. A line that holds nothing is no record, and counted as a line.
  ///
  /// - Parameter batch: is emptied, and gets the records.
  /// - Returns: false at the end of the source, when there is no record left.
  /// - Throws: `InputError` when reading fails or memory is short.
  /// - Complexity: O(*n*) in the bytes of the source, over all calls.
  package mutating func read(into batch: inout RecordBatch) throws(InputError) -> Bool {
    if batch.raw.capacity > Self.keptBatches * limits.batchBytes { batch = RecordBatch() }
    batch.removeAll()
    scanner.limits = limits.ofBatch(times: batch.sizeFactor)
    try skipLines()
    repeat {
      window.compact(keeping: Self.keptBatches * limits.batchBytes)
      try window.fill(
        from: &input, unread: scanner.limits.batchBytes, patience: promptness, lines: 1)
      try fill(&batch)
    } while batch.records.isEmpty && !(window.isLast && window.unreadCount == 0)
    let digest = try input.digest()
    batch.consumedBytes = digest.byteCount
    batch.consumedSHA256 = digest.sha256
    return !batch.records.isEmpty
  }

  /// For how long the source has to be silent for a batch to be given as it is, in milliseconds.
  private var promptness: Int? { limits.patience == nil ? nil : 0 }

  /// The most bytes of a record that is cut that are read again at each pause.
  private static let promptBytes = 64 << 10

  /// A buffer that has grown beyond this many batches for one large record is given back.
  private static let keptBatches = 8

  /// Reads records from where the window is until the batch is full or the source ends.
  private mutating func fill(_ batch: inout RecordBatch) throws(InputError) {
    let start = window.start
    var position = start
    scanning: while true {
      switch scanner.scan(&window, from: &position, batchStart: start, into: &batch) {
      case .needsText:
        if let promptness, !batch.records.isEmpty, try input.isSilent(for: promptness) {
          break scanning
        }
        // As much again as there is of the record that is cut, so that reading it from its start
        // again costs at most as much as reading it once; for somebody who waits, of a large one.
        let cut = window.bytes.count - position
        let wanted = window.unreadCount + max(cut, 1)
        try window.fill(from: &input, unread: window.unreadCount + 1)
        let isLarge = cut > Self.promptBytes
        try window.fill(from: &input, unread: wanted, patience: isLarge ? nil : promptness)
      case .lineIsTooLarge:
        linesToSkip = 1
        break scanning
      case .batchIsFull, .sourceEnded:
        break scanning
      case .outOfMemory:
        throw InputError(path: input.path, kind: .outOfMemory)
      }
    }
    if !batch.records.isEmpty { batch.raw.append(contentsOf: window.bytes[start..<position]) }
    window.advance(to: position)
  }

  /// Drops lines, however long they are, without keeping them.
  private mutating func skipLines() throws(InputError) {
    var lines = LineScanner()
    while linesToSkip > 0 {
      if let line = lines.line(in: window.bytes, from: window.start, atEnd: window.isLast) {
        _ = window.takeUndecodable(before: line.next)
        window.advance(to: line.next)
        scanner.countLine()
        linesToSkip -= 1
      } else if window.isLast {
        linesToSkip = 0
      } else {
        // A carriage return at the end is kept: a line feed may follow.
        let isCut = window.bytes.last == 0x0D
        window.advance(to: max(window.start, window.bytes.count - (isCut ? 1 : 0)))
        window.compact(keeping: Self.keptBatches * limits.batchBytes)
        try window.fill(from: &input, unread: window.unreadCount + 1)
        lines = LineScanner()
      }
    }
  }

  /// Starts again behind the header.
  ///
  /// - Precondition: the input is a regular file or was spooled.
  /// - Throws: `InputError` when the file can't be read again.
  package mutating func rewind() throws(InputError) {
    try input.rewind()
    window = TextWindow(footerLines: limits.footerLines)
    linesToSkip = firstLine - 1
    scanner.restart(expectedFields: expectedFields, leastFields: leastFields)
    scanner.mender = mender(width: expectedFields, headerLine: firstLine - 1)
  }

  /// Makes `rewind()` possible for a pipe, by a temporary copy without a name.
  ///
  /// - Precondition: only the head has been read.
  /// - Throws: `InputError` when the copy can't be made.
  package mutating func spool() throws(InputError) { try input.spool() }
}

// A reader has one owner, shares nothing and is bound to no thread: it can be handed to another one.
extension CSVReader: @unchecked Sendable {}
