import CSV
import Input
import Records

/// The start of a document, read as far as it takes to know its columns.
struct DocumentStart {
  /// The text from the first record on that is no larger than it may be.
  private(set) var window = TextWindow()
  private(set) var head: DocumentHead
  /// The records of JSON before that one; they know the columns.
  private(set) var json: JSONRecords
  /// Those that are larger, above it.
  private(set) var earlyRejects: [EarlyReject] = []
  /// See `DocumentReader.arrayPath`.
  private(set) var arrayPath: [String]?

  /// What is wrong with the first record, and its line.
  var flaw: (line: Int64, message: String)? {
    earlyRejects.first.map { ($0.line, $0.problem.message) } ?? head.flaw
  }

  /// Reads the start of a source of which nothing was read.
  init(
    of input: inout TextInput, _ format: ForeignFormat, _ limits: ReadingLimits
  ) throws(InputError) {
    head = DocumentHead(format)
    json = JSONRecords(limits)
    while true {
      let isFound = try findRecord(of: &input, limits)
      let (bytes, start) = (window.bytes, window.start)
      if format == .json, earlyRejects.isEmpty, head.isAlone || !isFound {
        var scanner = JSONScanner()
        arrayPath = scanner.arrayPath(in: bytes.span, at: start)
      }
      guard !isFound, !window.isLast, format == .json else { break }
      try passTooLarge(from: &input, limits)
    }
    json.columns = head.columns
  }

  /// Reads until there is a whole record, or one would be too large.
  private mutating func findRecord(
    of input: inout TextInput, _ limits: ReadingLimits
  ) throws(InputError) -> Bool {
    var wanted = limits.batchBytes
    repeat {
      try window.fill(from: &input, unread: wanted, patience: limits.patience, lines: 1)
      wanted = 2 * window.unreadCount
      if head.read(window, json, limits) { return true }
    } while !window.isLast && window.unreadCount <= limits.recordBytes
    return false
  }

  /// Takes the first record for one that is too large.
  private mutating func passTooLarge(
    from input: inout TextInput, _ limits: ReadingLimits
  ) throws(InputError) {
    var batch = RecordBatch()
    var position = window.start
    let bytes = window.bytes
    let step = json.next(
      in: bytes.span, from: &position, base: window.offset, atEnd: false, into: &batch)
    window.advance(to: position)
    // It may be in memory whole.
    if case .needsText = step {
      json.rejectTooLarge(bytes.span, at: position, into: &batch)
      try pass(from: &input, limits)
    }
    if let reject = EarlyReject(batch) { earlyRejects.append(reject) }
  }

  /// Passes over an object that is too large, as far as the source goes.
  private mutating func pass(
    from input: inout TextInput, _ limits: ReadingLimits
  ) throws(InputError) {
    while true {
      var position = window.start
      let bytes = window.bytes
      let isOver = json.pass(bytes.span, &position, window.offset, window.isLast)
      window.advance(to: position)
      guard !isOver, !window.isLast else { return }
      window.compact(keeping: DocumentReader.keptBatches * limits.batchBytes)
      try window.fill(from: &input, unread: limits.batchBytes)
    }
  }
}
