/// What the first bytes of a source say about its encoding.
enum ByteOrderMark {
  /// How many bytes are looked at, where the source has them.
  static let sniffedBytes = 512
  /// How many of them must be mostly ASCII with zero bytes between.
  private static let zeroBytes = 64

  /// The byte order marks, the longer ones before those they start with.
  private static let marks: [(bytes: [UInt8], encoding: TextEncoding)] = [
    ([0xEF, 0xBB, 0xBF], .utf8),
    ([0xFF, 0xFE, 0x00, 0x00], .wide(.utf32LE)),
    ([0x00, 0x00, 0xFE, 0xFF], .wide(.utf32BE)),
    ([0xFF, 0xFE], .wide(.utf16LE)),
    ([0xFE, 0xFF], .wide(.utf16BE)),
  ]

  /// The mark that `head` starts with.
  ///
  /// - Returns: the encoding it stands for and its length in bytes; nil where there is none.
  static func find(in head: ArraySlice<UInt8>) -> (encoding: TextEncoding, count: Int)? {
    for mark in marks where head.starts(with: mark.bytes) {
      return (mark.encoding, mark.bytes.count)
    }
    return nil
  }

  /// UTF-16 without a mark, where zero bytes show it.
  ///
  /// - Parameter head: at most `sniffedBytes` bytes; fewer than eight say nothing.
  /// - Returns: the encoding where three quarters of the first bytes at one place of the units are zero,
  ///   and at most one of eight at the other, as in the second half of an emoji; or where few are, but
  ///   never at the other place, and what is beside them is delimiters, line ends and digits amid bytes
  ///   that are no ASCII: text in other letters than the Latin ones.
  static func guessUTF16(_ head: ArraySlice<UInt8>) -> TextEncoding? {
    let bytes = Array(head)
    let units = min(bytes.count, zeroBytes) / 2
    guard units >= 4 else { return nil }
    let even = (0..<units).count { bytes[$0 * 2] == 0 }
    let odd = (0..<units).count { bytes[$0 * 2 + 1] == 0 }
    if even * 8 <= units, odd * 4 >= units * 3 { return .wide(.utf16LE) }
    if odd * 8 <= units, even * 4 >= units * 3 { return .wide(.utf16BE) }
    if isWideText(bytes, highByte: 1) { return .wide(.utf16LE) }
    return isWideText(bytes, highByte: 0) ? .wide(.utf16BE) : nil
  }

  /// Whether bytes are units of UTF-16 some of which are ASCII, a line end among them, and are not
  /// text of one byte each.
  private static func isWideText(_ bytes: [UInt8], highByte: Int) -> Bool {
    let starts = stride(from: 0, to: bytes.count - 1, by: 2)
    let low = starts.lazy.filter { bytes[$0 + highByte] == 0 }.map { bytes[$0 + 1 - highByte] }
    let hasLineEnd = low.contains { $0 == 0x0A || $0 == 0x0D }
    guard hasLineEnd, low.allSatisfy({ isText($0) || $0 >= 0xA0 }),
      starts.allSatisfy({ bytes[$0 + 1 - highByte] != 0 })
    else { return false }
    // UTF-8 with a zero byte here and there is no chance either.
    if bytes.contains(where: { $0 >= 0x80 }) {
      guard let flaw = UTF8Flaw.first(in: bytes, from: 0), !flaw.isCut else { return false }
    }
    let filled = bytes.filter { $0 != 0 }
    return filled.count(where: isText) * 10 < filled.count * 9
  }

  /// Whether a byte is printable ASCII, a tab or of a line end.
  private static func isText(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
