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

  /// How many bytes the white space at `position` has; 0 where there is none.
  @inline(__always)
  func spaceLength(at position: Int, before end: Int) -> Int {
    switch self[position] {
    case 0x20, 0x09, 0x0A, 0x0D:
      return 1
    case 0xC2:
      return position + 1 < end && self[position + 1] == 0xA0 ? 2 : 0
    case 0xEF:
      guard position + 2 < end else { return 0 }
      return self[position + 1] == 0xBB && self[position + 2] == 0xBF ? 3 : 0
    default:
      return 0
    }
  }

  /// How many bytes the space at `position` has, one within a number or a date; 0 where there is none.
  ///
  /// Besides white space these are the spaces that typographers and locales put there: figure space
  /// (U+2007), thin space (U+2009), hair space (U+200A) and narrow no-break space (U+202F).
  func anySpaceLength(at position: Int, before end: Int) -> Int {
    guard self[position] == 0xE2 else { return spaceLength(at: position, before: end) }
    guard position + 2 < end, self[position + 1] == 0x80 else { return 0 }
    switch self[position + 2] {
    case 0x87, 0x89, 0x8A, 0xAF: return 3
    default: return 0
    }
  }

  /// How many bytes the white space before `position` has; 0 where there is none.
  private func spaceLength(endingAt position: Int, after start: Int) -> Int {
    for length in 1...3 where position - length >= start {
      if spaceLength(at: position - length, before: position) == length { return length }
    }
    return 0
  }
}
