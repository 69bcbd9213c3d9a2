/// What is between two fields of a record: mostly one character, sometimes two.
package struct Delimiter: Hashable, Sendable {
  /// The bytes, at least one.
  package let bytes: [UInt8]

  /// The most bytes a delimiter may have.
  package static let byteLimit = 8

  /// A delimiter of one byte.
  package init(_ byte: UInt8) { bytes = [byte] }

  /// A delimiter of a text's UTF-8 bytes.
  ///
  /// Nil where the text is empty, has more than `byteLimit` bytes, or holds a line end or NUL.
  ///
  /// - Parameter text: the text; `tab` or `\t`, `comma`, `semicolon`, `pipe`, `space`, `colon` and
  ///   `caret` are words for characters.
  package init?(_ text: String) {
    let word = Self.words.first { $0.word == text }
    bytes = word.map { Array($0.text.utf8) } ?? (text == "\\t" ? [0x09] : Array(text.utf8))
    let isPossible = bytes.allSatisfy { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
    guard (1...Self.byteLimit).contains(bytes.count), isPossible else { return nil }
  }

  private static let words: [(word: String, text: String)] = [
    ("comma", ","), ("semicolon", ";"), ("tab", "\t"), ("pipe", "|"), ("space", " "),
    ("colon", ":"), ("caret", "^"),
  ]

  /// The comma, which a file of one column has too.
  package static let comma = Delimiter(0x2C)

  /// The delimiter as a word: `comma`, `semicolon`, `tab`, `pipe`, or its characters in quotes.
  package var name: String {
    let text = String(decoding: bytes, as: UTF8.self)
    if let word = Self.words.first(where: { $0.text == text })?.word { return word }
    if bytes == [0x2C, 0x20] { return "comma and space" }
    if bytes.allSatisfy({ (0x21...0x7E).contains($0) }) { return text }
    return excerpt(of: bytes, in: bytes.indices)
  }
}
