import Datasets

/// Writes the text of cells as CSV or JSON, byte by byte, without a string for each.
enum CellWriter {
  /// Appends a field of a CSV record.
  ///
  /// "Fields containing line breaks (CRLF), double quotes, and commas should be enclosed in
  /// double-quotes." (RFC 4180)
  @inline(__always)
  static func appendCSV(_ field: Range<Int>, of text: [UInt8], to bytes: inout [UInt8]) {
    let span = text.span
    var needsQuotes = false
    for position in field where isSpecial[Int(span[position])] { needsQuotes = true }
    guard needsQuotes else {
      bytes.append(contentsOf: text[field])
      return
    }
    appendQuoted(field, of: text, to: &bytes)
  }

  /// Which bytes make quotes necessary.
  private static let isSpecial: [Bool] = {
    let special: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D]
    return (UInt8.min...UInt8.max).map { special.contains($0) }
  }()

  @inline(never)
  private static func appendQuoted(
    _ field: Range<Int>, of text: [UInt8], to bytes: inout [UInt8]
  ) {
    bytes.append(0x22)
    for byte in text[field] {
      if byte == 0x22 { bytes.append(0x22) }
      bytes.append(byte)
    }
    bytes.append(0x22)
  }

  /// Appends a JSON string.
  static func appendJSON(_ field: Range<Int>, of text: [UInt8], to bytes: inout [UInt8]) {
    let span = text.span
    bytes.append(0x22)
    var start = field.lowerBound
    for position in field {
      let byte = span[position]
      guard byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F else { continue }
      bytes.append(contentsOf: text[start..<position])
      appendEscaped(byte, to: &bytes)
      start = position + 1
    }
    bytes.append(contentsOf: text[start..<field.upperBound])
    bytes.append(0x22)
  }

  private static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case 0x22, 0x5C: bytes.append(contentsOf: [0x5C, byte])
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    default: bytes.append(contentsOf: "\\u00\(TerminalText.hexadecimal(byte))".utf8)
    }
  }

  /// Whether a text is a number as JSON writes it, so that a reader gets just that number.
  ///
  /// Whole numbers have at most 15 digits, which every reader of JSON keeps: longer ones are codes as
  /// often as not. Others have no more than a double keeps. An exponent has a sign, or a decimal point
  /// before it: `1e5` may be a code.
  static func isJSONNumber(_ field: Range<Int>, of text: [UInt8]) -> Bool {
    var position = field.lowerBound
    let end = field.upperBound
    if position < end, text[position] == UInt8(ascii: "-") { position += 1 }
    let first = position
    while position < end, text[position] &- 0x30 < 10 { position += 1 }
    let digits = position - first
    guard digits > 0, digits == 1 || text[first] != 0x30 else { return false }
    guard position < end else { return digits <= digitLimit }
    let hasPoint = text[position] == UInt8(ascii: ".")
    if hasPoint {
      let point = position
      position += 1
      while position < end, text[position] &- 0x30 < 10 { position += 1 }
      guard position > point + 1 else { return false }
    }
    if position == end, end - first - 1 <= digitLimit { return true }
    if position < end {
      guard text[position] | 0x20 == UInt8(ascii: "e") else { return false }
      position += 1
      let isSigned =
        position < end && text[position] == UInt8(ascii: "-")
        || position < end && text[position] == UInt8(ascii: "+")
      if isSigned { position += 1 }
      guard hasPoint || isSigned, position < end else { return false }
      while position < end, text[position] &- 0x30 < 10 { position += 1 }
      guard position == end else { return false }
    }
    return NumberParser.number(field, in: text.span, NumberRules(decimalMark: .point)) != nil
  }

  private static let digitLimit = 15
}
