import Input
import Records

/// Text that came from elsewhere, made safe to show.
enum TerminalText {
  /// The text on one line, with whatever could steer a terminal or hide text made visible.
  ///
  /// - Parameter text: any text.
  /// - Returns: the text with controls, bidirectional overrides, invisible format characters and
  ///   line separators written as `\n`, `\t`, `\r` or `\u{1b}`, and the bytes of a file's name that are
  ///   no UTF-8 as `\xff`.
  static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = ""
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    return result
  }

  /// The text of bytes on one line, as `escaped(_:)` has it; bytes that are no UTF-8 as `\xff`.
  ///
  /// - Parameter bytes: text in UTF-8, or what was meant to be.
  /// - Returns: text that is safe to show.
  static func escaped(bytes: some Sequence<UInt8>) -> String {
    var result = ""
    var parser = Unicode.UTF8.ForwardParser()
    // The parser says how long an error is, not what it consists of.
    let bytes = Array(bytes)
    var position = 0
    var iterator = bytes.makeIterator()
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        position += encoded.count
        append(Unicode.UTF8.decode(encoded), to: &result)
      case .error(let length):
        for byte in bytes[position..<position + length] { result += "\\x" + hexadecimal(byte) }
        position += length
      case .emptyInput:
        return result
      }
    }
  }

  /// Whether a character must not reach a terminal as it is.
  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7f }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    // The joiners are part of how Persian words, Indic syllables and families of emoji are written.
    case .format: return scalar.value != 0x200c && scalar.value != 0x200d
    case .privateUse: return FileName.byte(scalar) != nil
    default: return false
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    guard isUnsafe(scalar) else {
      result.unicodeScalars.append(scalar)
      return
    }
    switch scalar {
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    default:
      if let byte = FileName.byte(scalar) {
        result += "\\x" + hexadecimal(byte)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
  }

  /// Two hexadecimal digits.
  static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
