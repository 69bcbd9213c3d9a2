/// Objects that are no records themselves, but hold them.
extension JSONScanner {
  /// The name of the first member of an object whose value is an array of objects.
  ///
  /// - Parameters:
  ///   - bytes: the text, which need not have all of the object.
  ///   - position: the index of the object's opening bracket.
  /// - Returns: nil where it has none, or something else comes first.
  mutating func arrayName(in bytes: Span<UInt8>, at position: Int) -> String? {
    clear()
    var place = position
    do throws(JSONFlaw) {
      try skipSpace(in: bytes, &place)
      guard bytes[place] == UInt8(ascii: "{") else { return nil }
      repeat {
        place += 1
        try skipSpace(in: bytes, &place)
        let name = try string(in: bytes, &place, expected: "a name")
        try take(":", in: bytes, &place)
        try skipSpace(in: bytes, &place)
        if bytes[place] == UInt8(ascii: "[") {
          var first = place + 1
          try skipSpace(in: bytes, &first)
          if bytes[first] == UInt8(ascii: "{") {
            return String(decoding: text[name], as: UTF8.self)
          }
        }
        try skipValue(in: bytes, &place)
        try skipSpace(in: bytes, &place)
      } while bytes[place] == UInt8(ascii: ",")
    } catch {
      return nil
    }
    return nil
  }
}
