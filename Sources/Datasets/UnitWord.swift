import Records

/// Any word beside a number, where the declaration says that there may be one.
enum UnitWord {
  /// How many bytes the word at `position` has, up to a space or what belongs to a number; 0 where
  /// there is none, or where part of it could belong to the number.
  static func length(at position: Int, before end: Int, in text: Span<UInt8>) -> Int {
    var next = position
    while next < end, text.anySpaceLength(at: next, before: end) == 0 {
      let byte = text[next]
      if 0x30...0x39 ~= byte || "+-()".utf8.contains(byte) { break }
      let isMark = byte == DecimalMark.point.byte || byte == DecimalMark.comma.byte
      // In "Rs.500" the mark could be the word's or the number's.
      if isMark, next + 1 < end, 0x30...0x39 ~= text[next + 1] { return 0 }
      next += 1
    }
    return mayBeNumber(position..<next, in: text) ? 0 : next - position
  }

  /// Whether there are digits of another script, or a dash that could be a minus.
  private static func mayBeNumber(_ word: Range<Int>, in text: Span<UInt8>) -> Bool {
    String(decoding: word.map { text[$0] }, as: UTF8.self).unicodeScalars.contains { scalar in
      scalar.properties.numericType == .decimal || scalar == "\u{2212}"
        || scalar.properties.generalCategory == .dashPunctuation
    }
  }
}
