/// Bytes of a source that are no character in its encoding.
package struct UndecodableBytes: Equatable, Sendable {
  /// Where they are in the decoded text, counting bytes from 0: they are passed on as they were,
  /// except in UTF-16 and UTF-32, where the unit is written as if it were a character's number.
  package let textOffset: Int64
  /// Where they are in the source, counting bytes from 0.
  package let rawOffset: Int64
  /// The bytes, one to four of them, the first in the highest place.
  package let value: UInt32
  /// How many bytes they are.
  package let count: Int

  /// The bytes as hexadecimal digits, such as `0x81` or `0xE280`.
  package var hexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: max(0, count * 2 - digits.count)) + digits
  }
}

/// Where the undecodable bytes of a source are: at most one note per line, so that a source which
/// is no text at all can't fill the memory.
struct UndecodableNotes {
  /// The notes nobody has taken yet, in the order of the source.
  private(set) var entries: [UndecodableBytes] = []
  /// The source offset of the first byte that is being decoded.
  var rawBase: Int64 = 0
  /// The text offset of the first byte of the text that the decoder appends to.
  var textBase: Int64 = 0

  /// How many of the entries are known to be alone on their line.
  private var settledCount = 0
  /// Whether the line that the decoded text ends in has a note.
  private var lineIsNoted = false

  /// Notes the bytes `raw[range]`, which go to `textIndex` of the text.
  mutating func note(_ raw: [UInt8], in range: Range<Int>, at textIndex: Int) {
    var value: UInt32 = 0
    for index in range.prefix(4) { value = value << 8 | UInt32(raw[index]) }
    entries.append(
      UndecodableBytes(
        textOffset: textBase + Int64(textIndex), rawOffset: rawBase + Int64(range.lowerBound),
        value: value, count: min(4, range.count)))
  }

  /// Drops the notes that are not the first on their line.
  ///
  /// - Parameters:
  ///   - text: the text with what was just decoded at its end.
  ///   - start: where in `text` that starts.
  mutating func settle(in text: [UInt8], from start: Int) {
    guard lineIsNoted || settledCount < entries.count else { return }
    var position = start
    var kept = settledCount
    for index in settledCount..<entries.count {
      let place = Int(entries[index].textOffset - textBase)
      if lineIsNoted { lineIsNoted = !hasLineEnd(text, in: position..<place) }
      if !lineIsNoted {
        entries[kept] = entries[index]
        kept += 1
        lineIsNoted = true
      }
      position = place
    }
    entries.removeLast(entries.count - kept)
    settledCount = kept
    if lineIsNoted { lineIsNoted = !hasLineEnd(text, in: position..<text.count) }
  }

  private func hasLineEnd(_ text: [UInt8], in range: Range<Int>) -> Bool {
    text[range].contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// Takes the notes out.
  mutating func take() -> [UndecodableBytes] {
    settledCount = 0
    defer { entries = [] }
    return entries
  }
}
