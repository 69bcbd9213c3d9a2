/// Objects that are no records themselves, but hold them.
extension JSONScanner {
  /// The names that lead to an array of objects within an object: one of its own members, or else the first
  /// one that is deeper.
  ///
  /// - Parameters:
  ///   - bytes: the text, which need not have all of the object.
  ///   - position: the index of the object's opening bracket, or of white space in front of it.
  /// - Returns: the names, from the outermost one on; nil where it has none.
  mutating func arrayPath(in bytes: Span<UInt8>, at position: Int) -> [String]? {
    clear()
    return arrayPath(in: bytes, at: position, within: 1)
  }

  private mutating func arrayPath(
    in bytes: Span<UInt8>, at position: Int, within depth: Int
  ) -> [String]? {
    var deeper: [String]?
    var place = position
    do throws(JSONFlaw) {
      try skipSpace(in: bytes, &place)
      guard bytes[place] == UInt8(ascii: "{") else { return nil }
      repeat {
        place += 1
        try skipSpace(in: bytes, &place)
        let range = try string(in: bytes, &place, expected: "a name")
        let name = String(decoding: text[range], as: UTF8.self)
        try take(":", in: bytes, &place)
        try skipSpace(in: bytes, &place)
        if try isArrayOfObjects(in: bytes, at: place) { return [name] }
        if deeper == nil, depth < Self.pathMax {
          deeper = arrayPath(in: bytes, at: place, within: depth + 1).map { [name] + $0 }
        }
        try skipValue(in: bytes, &place)
        try skipSpace(in: bytes, &place)
      } while bytes[place] == UInt8(ascii: ",")
    } catch {
      // What there is of the text may have shown one before it ended.
    }
    return deeper
  }

  private mutating func isArrayOfObjects(
    in bytes: Span<UInt8>, at position: Int
  ) throws(JSONFlaw) -> Bool {
    guard bytes[position] == UInt8(ascii: "[") else { return false }
    var first = position + 1
    try skipSpace(in: bytes, &first)
    return bytes[first] == UInt8(ascii: "{")
  }

  /// How many names lead to an array at most.
  private static let pathMax = 8
}
