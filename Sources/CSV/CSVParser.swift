import CLibCSV
import Glibc

/// libcsv, fed one physical line at a time.
///
/// The callbacks only write down what they are told: the field's bytes behind the others, where it
/// ends, and that the record has ended. What that means is decided between the calls.
@safe
struct CSVParser: ~Copyable {
  var parser = unsafe csv_parser()
  let fields: UnsafeMutablePointer<FieldBuffer>
  /// Whether nothing of the current record has been parsed.
  private var isAtRecordStart = true
  /// Whether a field of the record that is not in quotes has a quote in it.
  private(set) var hasBareQuote = false
  /// How many of the next lines are not worth a try without the space function.
  private var linesWithSpace = 0

  /// What became of a line.
  enum Outcome: Equatable {
    /// The record ends with this line.
    case recordEnded
    /// The line ends within a quoted field.
    case quoteOpen
    /// At this place of the text, something other than a delimiter follows a closing quote.
    case strayQuote(at: Int)
    /// At this place of the text, a quote follows white space at the start of a field.
    case spacedQuote(at: Int)
    /// libcsv could not enlarge its buffer.
    case outOfMemory
  }

  /// A quote outside quotes, and text behind a closing quote, make `csv_parse` return early.
  private static let strict = UInt8(CSV_STRICT | CSV_STRICT_FINI)

  /// Stands for "no quote": UTF-8 has no such byte.
  private static let noQuote: UInt8 = 0xFF

  /// By how much libcsv enlarges the buffer for its current field.
  ///
  /// csv(3): "The block size … is the amount of extra memory allocated every time the internal
  /// buffer needs to be increased, the default is 128."
  private static let bufferStep = 64 << 10

  /// Where one line has space around a field, its neighbours have too.
  private static let linesAfterSpace = 32

  /// The largest buffer that is kept from one record to the next.
  private static let keptBufferBytes = 1 << 20

  /// A parser at the start of a record.
  init(delimiter: UInt8, quote: UInt8?) {
    // csv(3): "csv_init() will fail if the pointer passed to it is a null pointer."
    _ = unsafe csv_init(&parser, Self.strict)
    unsafe csv_set_delim(&parser, delimiter)
    unsafe csv_set_quote(&parser, quote ?? Self.noQuote)
    unsafe csv_set_blk_size(&parser, Self.bufferStep)
    unsafe csv_set_space_func(&parser, isNeverSpace)
    unsafe fields = .allocate(capacity: 1)
    unsafe fields.initialize(to: FieldBuffer())
  }

  deinit {
    var parser = unsafe parser
    unsafe csv_free(&parser)
    unsafe fields.pointee.free()
    unsafe fields.deallocate()
  }

  /// How many fields are there of the records that have ended since the last `moveFields`, and then
  /// of the current one.
  var firstField: Int { unsafe fields.pointee.recordStart.end }

  /// How many fields of the current record are complete.
  var fieldCount: Int { unsafe fields.pointee.fieldCount }

  /// How many bytes the longest complete field of the current record has.
  var longestField: Int { unsafe fields.pointee.longestField }

  /// How many bytes have been read of the field that is not complete.
  var openFieldBytes: Int { unsafe parser.entry_pos }

  /// Starts a record; the one before it must have ended or been abandoned.
  mutating func beginRecord() {
    unsafe fields.pointee.beginRecord()
    isAtRecordStart = true
    hasBareQuote = false
  }

  /// Parses one physical line.
  ///
  /// A quote within an unquoted field is part of its text.
  ///
  /// - Parameters:
  ///   - text: the text that holds the line.
  ///   - start: where the line starts.
  ///   - line: where it ends. Without a line end, it is the last of the source.
  /// - Returns: what became of it. After a quote that is out of place and `outOfMemory`, the record
  ///   must be abandoned.
  mutating func parse(_ text: [UInt8], from start: Int, to line: LineScanner.Line) -> Outcome {
    let isWhole = parsesWhole(text, from: start, to: line)
    isAtRecordStart = false
    if isWhole { return .recordEnded }
    return unsafe text.withUnsafeBytes { memory in
      switch unsafe parseQuoted(UnsafeRawBufferPointer(rebasing: memory[start..<line.next])) {
      case .strayQuote(let place): .strayQuote(at: start + place)
      case .spacedQuote(let place): .spacedQuote(at: start + place)
      case let outcome: outcome
      }
    }
  }

  /// Parses a line as a record without white space around its fields, in two thirds of the time.
  ///
  /// - Returns: false, and nothing has happened, where it is no such record.
  private mutating func parsesWhole(
    _ text: [UInt8], from start: Int, to line: LineScanner.Line
  ) -> Bool {
    guard linesWithSpace == 0 else {
      linesWithSpace -= 1
      return false
    }
    guard isAtRecordStart, line.next > line.end else { return false }
    if parseLines(text, start..<line.next, count: 1, length: line.end - start) { return true }
    linesWithSpace = Self.linesAfterSpace
    return false
  }

  private mutating func parseQuoted(_ line: UnsafeRawBufferPointer) -> Outcome {
    var position = 0
    while position < line.count {
      // csv(3): "csv_parse() returns the number of bytes processed, on a successful call this will
      // be len, if it is less than len an error has occurred."
      let rest = unsafe UnsafeRawBufferPointer(rebasing: line[position...])
      position += unsafe csv_parse(
        &parser, rest.baseAddress, rest.count, fieldEnded, recordEnded, fields)
      if position == line.count { break }
      guard unsafe csv_error(&parser) == CSV_EPARSE else { return .outOfMemory }
      guard unsafe parser.quoted == 0 else { return .strayQuote(at: position) }
      if openFieldIsSpace { return .spacedQuote(at: position) }
      hasBareQuote = true
      unsafe csv_set_opts(&parser, 0)
      let taken = unsafe csv_parse(
        &parser, line.baseAddress?.advanced(by: position), 1, fieldEnded, recordEnded, fields)
      unsafe csv_set_opts(&parser, Self.strict)
      guard taken == 1 else { return .outOfMemory }
      position += 1
    }
    return unsafe fields.pointee.recordHasEnded ? .recordEnded : .quoteOpen
  }

  /// Whether there is nothing but spaces and tabs of the field that is not complete.
  private var openFieldIsSpace: Bool {
    guard let bytes = unsafe parser.entry_buf, openFieldBytes > 0 else { return false }
    let field = unsafe UnsafeBufferPointer(start: bytes, count: openFieldBytes)
    return unsafe field.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// Ends a record whose last line has no line end, at the end of the source.
  ///
  /// csv(3), CSV_STRICT_FINI: "Causes unterminated quoted fields encountered in csv_fini() to cause
  /// a parsing error".
  ///
  /// - Returns: false within quotes; the record must be abandoned then.
  mutating func finish() -> Bool {
    unsafe csv_fini(&parser, fieldEnded, recordEnded, fields) == 0
  }

  /// Forgets the current record, so that another one can begin.
  ///
  /// csv(3): "csv_fini() also reinitializes the parser state so that it is ready to be used on the
  /// next file or set of data"; without CSV_STRICT_FINI it does so within quotes too.
  mutating func abandonRecord() {
    unsafe csv_set_opts(&parser, 0)
    _ = unsafe csv_fini(&parser, nil, nil, nil)
    unsafe csv_set_opts(&parser, Self.strict)
    unsafe fields.pointee.abandonRecord()
  }

  /// Makes a record of fields that were cut in another way; the one before it must have ended or been
  /// abandoned.
  mutating func setRecord(_ record: [[UInt8]]) {
    beginRecord()
    for field in record {
      unsafe field.withUnsafeBytes { bytes in
        unsafe fields.pointee.append(bytes.baseAddress, count: bytes.count)
      }
    }
  }

  /// Moves the fields of the records that have ended to the end of a batch.
  ///
  /// csv(3): to free the memory that a very large field took, "you must call csv_free(), you do not
  /// need to call csv_init() again after csv_free()."
  mutating func moveFields(to bytes: inout [UInt8], ends: inout [Int32]) {
    unsafe fields.pointee.move(to: &bytes, ends: &ends)
    if unsafe csv_get_buffer_size(&parser) > Self.keptBufferBytes { unsafe csv_free(&parser) }
  }
}

func fieldEnded(
  _ field: UnsafeMutableRawPointer?, _ count: Int, _ context: UnsafeMutableRawPointer?
) {
  guard let context = unsafe context else { return }
  let fields = unsafe context.assumingMemoryBound(to: FieldBuffer.self)
  // A field is at the start of libcsv's buffer, which has `bufferStep` bytes once there is a character.
  if let field = unsafe field, count > 0 {
    unsafe fields.pointee.appendReadable(field, count: count)
  } else {
    unsafe fields.pointee.append(nil, count: 0)
  }
}

func isNeverSpace(_ character: UInt8) -> Int32 { 0 }

private func recordEnded(_ terminator: Int32, _ context: UnsafeMutableRawPointer?) {
  guard let context = unsafe context else { return }
  unsafe context.assumingMemoryBound(to: FieldBuffer.self).pointee.recordHasEnded = true
}
