/// Text within an XML document.
enum XMLText {
  /// The text with mark-up escaped, and with what XML has no character for made visible.
  ///
  /// - Parameter text: any text.
  /// - Returns: text for the content of an element or for an attribute in quotes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in TerminalText.escaped(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // "any Unicode character, excluding the surrogate blocks, FFFE, and FFFF" (XML 1.0, 2.2)
      case "\u{FFFE}", "\u{FFFF}": result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
