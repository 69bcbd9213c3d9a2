import Records

extension Span<UInt8> {
  /// The part of `range` without the white space around it.
  ///
  /// White space is the space, the tab, CR, LF, the no-break space (C2 A0 in UTF-8) and the byte
  /// order mark (EF BB BF), which spreadsheets and web pages leave at the edges of cells.
  @inline(__always)
  package func trimmed(_ range: Range<Int>) -> Range<Int> {
    range.isEmpty || isTrimmed(range) ? range : withoutOuterSpace(range)
  }

  /// Whether neither the first nor the last byte of `range`, which is not empty, can be of white space.
  @inline(__always)
  func isTrimmed(_ range: Range<Int>) -> Bool {
    !Self.mayStartSpace(self[range.lowerBound]) && !Self.mayEndSpace(self[range.upperBound - 1])
  }

  @inline(__always)
  private static func mayStartSpace(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0xC2 || byte == 0xEF
  }

  @inline(__always)
  private static func mayEndSpace(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0xA0 || byte == 0xBF
  }

  @inline(never)
  private func withoutOuterSpace(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end {
      let length = spaceLength(at: start, before: end)
      guard length > 0 else { break }
      start += length
    }
    while start < end {
      let length = spaceLength(endingAt: end, after: start)
      guard length > 0 else { break }
      end -= length
    }
    return start..<end
  }

  /// How many bytes the white space before `position` has; 0 where there is none.
  private func spaceLength(endingAt position: Int, after start: Int) -> Int {
    for length in 1...3 where position - length >= start {
      if spaceLength(at: position - length, before: position) == length { return length }
    }
    return 0
  }
}
