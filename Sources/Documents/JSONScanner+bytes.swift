/// Bytes in base 64.
extension JSONScanner {
  /// Appends the base 64 of an object that stands for bytes: `{"$base64": true, "encoded": "…"}`.
  ///
  /// - Returns: false for any other value, of which nothing is read.
  mutating func encodedBytes(
    in bytes: Span<UInt8>, _ position: inout Int
  ) throws(JSONFlaw) -> Bool {
    guard bytes[position] == UInt8(ascii: "{") else { return false }
    let (start, ends, line) = (text.count, lineEnds, lineStart)
    var place = position + 1
    do throws(JSONFlaw) {
      try skipSpace(in: bytes, &place)
      let name = try string(in: bytes, &place, expected: "")
      guard text[name].elementsEqual("$base64".utf8) else { throw JSONFlaw.tooDeep(at: 0) }
      try take(":", in: bytes, &place)
      try skipSpace(in: bytes, &place)
      try word("true", in: bytes, &place)
      try take(",", in: bytes, &place)
      try skipSpace(in: bytes, &place)
      let second = try string(in: bytes, &place, expected: "")
      guard text[second].elementsEqual("encoded".utf8) else { throw JSONFlaw.tooDeep(at: 0) }
      try take(":", in: bytes, &place)
      try skipSpace(in: bytes, &place)
      text.removeLast(text.count - start)
      _ = try string(in: bytes, &place, expected: "")
      try take("}", in: bytes, &place)
    } catch .incomplete {
      throw .incomplete
    } catch {
      text.removeLast(text.count - start)
      (lineEnds, lineStart) = (ends, line)
      return false
    }
    position = place
    return true
  }
}
