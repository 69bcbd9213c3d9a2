/// Foreign text as a message shows it: in quotes, cut, without anything that a terminal obeys.
package enum QuotedText {
  /// How many bytes of the text a message shows.
  package static let byteLimit = 80

  /// The text in double quotes, on one line.
  ///
  /// Control and formatting characters, spaces other than the plain one, quotes and backslashes are
  /// escaped as in Swift (`\n`, `\"`, `\u{A0}`), bytes that are not UTF-8 as `\xE9`. Where the text
  /// goes on beyond the limit, `…` follows the closing quote.
  ///
  /// - Parameter bytes: the text, as UTF-8.
  /// - Returns: the quoted text.
  package static func quoted(_ bytes: some Collection<UInt8>) -> String {
    let isCut = bytes.count > byteLimit
    let shown = Array(isCut ? bytes.prefix(byteLimit) : bytes.prefix(bytes.count))
    let isPlain = shown.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    let text = isPlain ? String(decoding: shown, as: UTF8.self) : escaped(shown)
    return isCut ? "\"\(text)\"…" : "\"\(text)\""
  }

  /// The text in double quotes, on one line.
  ///
  /// - Parameter text: the text.
  /// - Returns: the quoted text.
  package static func quoted(_ text: String) -> String { quoted(text.utf8) }

  private static func escaped(_ bytes: [UInt8]) -> String {
    var result = ""
    var start = 0
    while start < bytes.count {
      let rest = bytes[start...]
      var iterator = rest.makeIterator()
      var decoder = UTF8()
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar):
        append(scalar, to: &result)
        start += UTF8.width(scalar)
      case .error:
        // A character that the limit cut in two is left out; any other is shown byte by byte.
        if bytes.count == byteLimit, isStartOfCharacter(rest) { return result }
        let hex = String(bytes[start], radix: 16, uppercase: true)
        result += "\\x" + (hex.count < 2 ? "0" : "") + hex
        start += 1
      case .emptyInput:
        return result
      }
    }
    return result
  }

  private static func isStartOfCharacter(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, first >= 0xC2, first < 0xF5 else { return false }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return bytes.count < length && bytes.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    switch scalar {
    case "\"", "\\", "\n", "\r", "\t", "\0":
      result += scalar.escaped(asASCII: true)
    default:
      if isShown(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      }
    }
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    case .spaceSeparator: scalar == " "
    default: true
    }
  }
}
