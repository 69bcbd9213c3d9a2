import Records

/// What the cells of a table of GitHub's Markdown stand for (github.github.com/gfm).
enum MarkdownCell {
  /// Appends the text of a cell, its escapes undone.
  ///
  /// `NULL` is no value, `""` the empty text, and `"NULL"` the text of that name, as an export writes
  /// them; an empty cell says nothing.
  ///
  /// - Parameters:
  ///   - range: where the cell is, without the blanks around it.
  ///   - bytes: the text of the table.
  ///   - output: what the text is appended to.
  /// - Returns: what the cell says of its value.
  static func append(_ range: Range<Int>, of bytes: Span<UInt8>, to output: inout [UInt8])
    -> FieldMark
  {
    let cell = bytes.extracting(range)
    if cell.isEmpty { return .plain }
    if cell.isSame("NULL") { return .null }
    if cell.isSame("\"\"") { return .string }
    if cell.isSame("\"NULL\"") {
      output.append(contentsOf: "NULL".utf8)
      return .string
    }
    var mark = FieldMark.string
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\\"):
        // "Any ASCII punctuation character may be backslash-escaped" (GFM, 6.1).
        let next = position + 1
        if next < range.upperBound, isPunctuation(bytes[next]) { position = next }
        output.append(bytes[position])
        position += 1
      case UInt8(ascii: "&"):
        if let reference = Reference(bytes, position..<range.upperBound) {
          output.append(contentsOf: reference.text)
          if reference.isNoBreakSpace { mark = .plain }
          position += reference.count
        } else {
          output.append(byte)
          position += 1
        }
      case UInt8(ascii: "<"):
        let count = lineBreakCount(bytes, position..<range.upperBound)
        output.append(count > 0 ? 0x0A : byte)
        position += max(1, count)
      default:
        output.append(byte)
        position += 1
      }
    }
    return mark
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// How many bytes the tag of a line break has that starts here; 0 where there is none.
  private static func lineBreakCount(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    for tag in ["<br>", "<br/>", "<br />"] where bytes.extracting(range).hasPrefix(tag) {
      return tag.utf8.count
    }
    return 0
  }
}

/// A character reference: "entity references and numeric character references" (GFM, 6.2).
private struct Reference {
  /// The character that it stands for.
  let text: [UInt8]
  /// How many bytes it has.
  let count: Int
  /// Whether it fills a cell that would be empty otherwise.
  var isNoBreakSpace = false

  private static let names: [(name: String, scalar: Unicode.Scalar)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&nbsp;", "\u{A0}"),
  ]

  /// The reference that starts at a range; nil where none does.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let source = bytes.extracting(range)
    for (name, scalar) in Self.names where source.hasPrefix(name) {
      text = Array(String(Character(scalar)).utf8)
      count = name.utf8.count
      isNoBreakSpace = scalar == "\u{A0}"
      return
    }
    guard source.hasPrefix("&#") else { return nil }
    var position = 2
    let isHexadecimal = source.count > 2 && source[2] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { position += 1 }
    let start = position
    var number: UInt32 = 0
    // "Decimal numeric character references consist of &# + a string of 1–7 arabic digits + a semicolon"
    while position < source.count, position - start < 7 {
      guard let digit = Self.digit(source[position], isHexadecimal) else { break }
      number = number * (isHexadecimal ? 16 : 10) + digit
      position += 1
    }
    guard position > start, position < source.count, source[position] == UInt8(ascii: ";"),
      let scalar = Unicode.Scalar(number)
    else { return nil }
    text = Array(UTF8.encode(scalar) ?? .init())
    count = position + 1
  }

  private static func digit(_ byte: UInt8, _ isHexadecimal: Bool) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46 where isHexadecimal, 0x61...0x66 where isHexadecimal:
      UInt32(byte | 0x20) - 0x57
    default: nil
    }
  }
}

extension Span<UInt8> {
  /// Whether the bytes are these characters.
  fileprivate func isSame(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && hasPrefix(text.description)
  }

  /// Whether the first bytes are these characters.
  fileprivate func hasPrefix(_ text: String) -> Bool {
    guard count >= text.utf8.count else { return false }
    for (index, byte) in text.utf8.enumerated() where self[index] != byte { return false }
    return true
  }
}
