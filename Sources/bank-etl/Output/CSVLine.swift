import SQLite

/// A record of a CSV file as RFC 4180 has it, but for the line's end, which is LF as in every other
/// text on this system.
enum CSVLine {
  /// Appends a record and its line end.
  ///
  /// A field is quoted when it holds a comma, a quote or a line break, or starts or ends with a
  /// space. NULL is an empty field; an empty text is `""`.
  ///
  /// - Parameters:
  ///   - values: the fields.
  ///   - isForTerminal: whether controls have to be escaped, because nobody but a person reads it.
  ///   - bytes: where the UTF-8 text goes.
  static func append(_ values: [Value], isForTerminal: Bool, to bytes: inout [UInt8]) {
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(value, isForTerminal: isForTerminal, to: &bytes)
    }
    // A line with nothing on it would be no record.
    if values.count == 1, values[0] == .null { bytes.append(contentsOf: "\"\"".utf8) }
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func append(_ value: Value, isForTerminal: Bool, to bytes: inout [UInt8]) {
    guard case .text(let text) = value else {
      return bytes.append(contentsOf: value.plainText.utf8)
    }
    let field = isForTerminal ? TerminalText.escaped(text) : text
    guard needsQuotes(field) else { return bytes.append(contentsOf: field.utf8) }
    let quote = UInt8(ascii: "\"")
    bytes.append(quote)
    for byte in field.utf8 {
      // "If double-quotes are used to enclose fields, then a double-quote appearing inside a field
      // must be escaped by preceding it with another double quote." (RFC 4180)
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }

  private static func needsQuotes(_ field: String) -> Bool {
    let space = UInt8(ascii: " ")
    guard let first = field.utf8.first, let last = field.utf8.last else { return true }
    return first == space || last == space
      || field.utf8.contains { byte in
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
        default: false
        }
      }
  }
}
