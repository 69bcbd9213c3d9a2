/// What the first bytes of a source say about its encoding.
enum ByteOrderMark {
  /// How many bytes are looked at, where the source has them.
  static let sniffedBytes = 64

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

  /// UTF-16 without a mark, where ASCII with zero bytes between shows it.
  ///
  /// - Parameter head: at most `sniffedBytes` bytes; fewer than eight say nothing.
  /// - Returns: the encoding where three quarters of the bytes at one place of the units are zero, and
  ///   at most one of eight at the other, as in the second half of an emoji.
  static func guessUTF16(_ head: ArraySlice<UInt8>) -> TextEncoding? {
    let units = head.count / 2
    guard units >= 4 else { return nil }
    var zeros = (even: 0, odd: 0)
    for unit in 0..<units {
      if head[head.startIndex + unit * 2] == 0 { zeros.even += 1 }
      if head[head.startIndex + unit * 2 + 1] == 0 { zeros.odd += 1 }
    }
    if zeros.even * 8 <= units, zeros.odd * 4 >= units * 3 { return .wide(.utf16LE) }
    if zeros.odd * 8 <= units, zeros.even * 4 >= units * 3 { return .wide(.utf16BE) }
    return nil
  }
}
