import Input

/// Finds where a cell in quotes that is open at the end of the head of a source ends.
///
/// The quotes are `"`, at the start of a line or behind a delimiter, and end before one or before the
/// end of the line; a doubled one is none. That is how any dialect with these quotes has them, so that
/// it needs no dialect to see that the first record is not whole yet.
struct OpenQuote {
  /// Where the cell begins that is open; nil where none is.
  private(set) var start: Int?
  private var position = 0

  /// Reads on.
  ///
  /// - Parameters:
  ///   - bytes: the text from its start.
  ///   - end: how far to read.
  mutating func read(_ bytes: [UInt8], to end: Int) {
    while position < end {
      defer { position += 1 }
      guard bytes[position] == 0x22 else { continue }
      if start == nil {
        if position == 0 || Self.isBorder(bytes[position - 1]) { start = position }
      } else if position + 1 < bytes.count, bytes[position + 1] == 0x22 {
        position += 1
      } else if position + 1 == bytes.count || Self.isBorder(bytes[position + 1]) {
        start = nil
      }
    }
  }

  /// What stands between cells; a space, which also stands in them, is seldom that.
  private static func isBorder(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2C, 0x3B, 0x09, 0x7C, 0x3A, 0x5E, 0x0A, 0x0D: true
    default: false
    }
  }

  /// Reads on until a cell that is open at the end of the head is whole, where it began so early that
  /// the dialect could not be told without it.
  ///
  /// - Parameters:
  ///   - window: the text so far.
  ///   - input: the source.
  ///   - headBytes: how many bytes the head has by itself.
  ///   - limits: the most bytes of a cell: where it has more, the head stays what it is.
  /// - Returns: how many bytes the head is to have.
  /// - Throws: `InputError` when reading fails.
  static func closedHead(
    _ window: inout TextWindow, from input: inout TextInput, _ headBytes: Int,
    _ limits: ReadingLimits
  ) throws(InputError) -> Int {
    var quote = OpenQuote()
    var known = headBytes
    let most = headBytes + limits.fieldBytes
    // The last byte waits for the one behind it, which may double it.
    quote.read(window.bytes, to: min(known, window.bytes.count - 1))
    guard let start = quote.start, start < DialectDetection.sampleBytes else { return headBytes }
    while quote.start == start {
      guard known < most else { return headBytes }
      known = min(2 * known, most)
      try window.fill(from: &input, unread: known, patience: limits.patience, lines: 2)
      quote.read(window.bytes, to: min(known, window.bytes.count - (window.isLast ? 0 : 1)))
      // At its end, or at a pause, there is no more to be had.
      if window.bytes.count < known { break }
    }
    return quote.start == start ? headBytes : known
  }
}
