extension Span<UInt8> {
  /// How many bytes the white space at `position` has; 0 where there is none.
  package func spaceLength(at position: Int, before end: Int) -> Int {
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
  package func anySpaceLength(at position: Int, before end: Int) -> Int {
    guard self[position] == 0xE2 else { return spaceLength(at: position, before: end) }
    guard position + 2 < end, self[position + 1] == 0x80 else { return 0 }
    switch self[position + 2] {
    case 0x87, 0x89, 0x8A, 0xAF: return 3
    default: return 0
    }
  }
}
