/// Passes UTF-8 on, and notes what is not.
struct UTF8Decoder: TextDecoder {
  mutating func decode(
    _ raw: [UInt8], atEnd: Bool, into text: inout [UInt8], notes: inout UndecodableNotes
  ) -> Int {
    var end = raw.count
    var position = 0
    while let flaw = UTF8Flaw.first(in: raw, from: position) {
      if flaw.isCut, !atEnd {
        end = flaw.range.lowerBound
        break
      }
      notes.note(raw, in: flaw.range, at: text.count + flaw.range.lowerBound)
      position = flaw.range.upperBound
    }
    text.append(contentsOf: raw[..<end])
    return end
  }
}

/// A place where bytes are not UTF-8.
struct UTF8Flaw {
  /// The bytes: one, or the start of a sequence that is not completed.
  let range: Range<Int>
  /// Whether more bytes behind the last one could complete the sequence.
  let isCut: Bool

  /// The first flaw from `start` on, or nil when all is well.
  static func first(in raw: [UInt8], from start: Int) -> UTF8Flaw? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: raw.span.extracting(start..<raw.count))
      return nil
    } catch {
      let range = start + error.byteOffsets.lowerBound..<start + error.byteOffsets.upperBound
      return UTF8Flaw(
        range: range, isCut: error.kind == .truncatedScalar && range.upperBound == raw.count)
    }
  }
}
