/// What is told by a text, or by its being none.
extension ForeignFormat {
  /// Whether it is text, of which somebody who names a delimiter knows better what it is.
  package var isText: Bool {
    switch self {
    case .html, .markdown, .xml, .json, .sql: true
    default: false
    }
  }

  /// The format of a text by its start, after a byte order mark and white space.
  static func markup(_ head: ArraySlice<UInt8>) -> ForeignFormat? {
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head
    let start = text.drop(while: isSpace)
    if isJSON(start) { return .json }
    let words = String(decoding: start, as: UTF8.self).lowercased()
    if words.hasPrefix("<!doctype html") || words.hasPrefix("<html") { return .html }
    if words.hasPrefix("<?xml") { return .xml }
    return isSQL(words) ? .sql : nil
  }

  /// Whether it starts like an object of JSON, or an array of objects, arrays or texts.
  ///
  /// RFC 8259, 4: "An object structure is represented as a pair of curly brackets surrounding zero or
  /// more name/value pairs", and a name is a string. A label in brackets has a letter there.
  private static func isJSON(_ start: ArraySlice<UInt8>) -> Bool {
    guard let next = start.dropFirst().drop(while: isSpace).first else { return false }
    return switch start.first {
    case UInt8(ascii: "{"): next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
    case UInt8(ascii: "["): [0x22, 0x5B, 0x5D, 0x7B].contains(next)
    default: false
    }
  }

  /// Whether it starts like what programs write that dump a database.
  private static func isSQL(_ words: String) -> Bool {
    let starts = [
      "pragma foreign_keys", "begin transaction;", "-- mysql dump", "-- mariadb dump",
      "--\n-- postgresql database dump", "drop table if exists ",
    ]
    return starts.contains { words.hasPrefix($0) }
      || words.hasPrefix("insert into ") && (words.contains("values") || words.contains("select"))
      || words.hasPrefix("create table ") && words.contains("(")
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Whether a byte is a control character that is in no text: ISO-2022 has escapes, and DOS files end
  /// with a substitute.
  static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && !(0x09...0x0D).contains(byte) && byte != 0x1B && byte != 0x1A
  }

  /// Whether the bytes are no text: many of them are zeros, or control characters of several kinds.
  ///
  /// One or two of a kind may be a delimiter. In UTF-16, any byte may be half a letter.
  ///
  /// - Parameter head: the first bytes of a source that is not in UTF-16.
  /// - Returns: false for a text with a stray control character.
  static func isBinary(_ head: ArraySlice<UInt8>) -> Bool {
    let controls = head.filter(isControl)
    return controls.count * 33 >= head.count && Set(controls).count > 3
      || controls.count { $0 == 0 } * 10 > head.count * 3
  }
}
