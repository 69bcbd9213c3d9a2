import Glibc

/// Finds where the physical lines of a text end: at a line feed, a carriage return, or both.
struct LineScanner {
  /// One physical line.
  struct Line: Equatable {
    /// Where its text ends.
    var end: Int
    /// Where the next line starts, behind the line end.
    var next: Int
  }

  /// Where the next line feed is at or after what was asked for last; the text's end without one.
  private var lineFeed = -1
  /// The same for carriage returns.
  private var carriageReturn = -1

  /// The line that starts at `start`.
  ///
  /// Each byte is looked at twice at most, however often this is called with growing starts.
  ///
  /// - Parameters:
  ///   - text: the same text in every call.
  ///   - start: at most the length of the text, and not less than in the last call.
  ///   - atEnd: whether the source ends where the text does.
  /// - Returns: nil where no line end is there yet; a carriage return as the last byte is none
  ///   while a line feed may follow. At the end of the source, what is left is a line.
  mutating func line(in text: [UInt8], from start: Int, atEnd: Bool) -> Line? {
    if lineFeed < start { lineFeed = position(of: 0x0A, in: text, from: start) }
    if carriageReturn < start { carriageReturn = position(of: 0x0D, in: text, from: start) }
    let end = min(lineFeed, carriageReturn)
    if end == text.count { return atEnd && start < end ? Line(end: end, next: end) : nil }
    if end == lineFeed { return Line(end: end, next: end + 1) }
    if end + 1 == text.count { return atEnd ? Line(end: end, next: end + 1) : nil }
    return Line(end: end, next: lineFeed == end + 1 ? end + 2 : end + 1)
  }

  private func position(of byte: Int32, in text: [UInt8], from start: Int) -> Int {
    unsafe text.withUnsafeBytes { memory in
      guard let base = memory.baseAddress,
        let found = unsafe memchr(base + start, byte, memory.count - start)
      else { return text.count }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
