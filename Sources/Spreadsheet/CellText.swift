/// How a text is written so that the XML of a cell gives it back.
enum CellText {
  /// The text with what XML has no character for, and what looks like such an escape, escaped.
  ///
  /// "The escape … is _xHHHH_, where H represents a hexadecimal character in the character's value";
  /// "To store the literal form of an escape sequence, the initial underscore shall itself be
  /// escaped" (ECMA-376, 22.9.2.19, ST_Xstring). The controls but NUL libxlsxwriter escapes itself.
  ///
  /// - Parameter text: any text.
  /// - Returns: the text without NUL, U+FFFE and U+FFFF.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "_") || $0 == 0xEF }) else {
      return text
    }
    var result = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      switch scalar.value {
      case 0: result += "_x0000_"
      case 0xFFFE: result += "_xFFFE_"
      case 0xFFFF: result += "_xFFFF_"
      case 0x5F where isEscape(rest.prefix(7)): result += "_x005F_"
      default: result.unicodeScalars.append(scalar)
      }
      rest.removeFirst()
    }
    return result
  }

  /// Whether seven characters are `_x`, four hexadecimal digits and `_`.
  private static func isEscape(_ text: Substring.UnicodeScalarView) -> Bool {
    guard text.count == 7, text.last == "_", text.dropFirst().first == "x" else { return false }
    return text.dropFirst(2).dropLast().allSatisfy { $0.properties.isASCIIHexDigit }
  }
}
