/// What is told by a text, or by its being none.
extension ForeignFormat {
  /// Whether it is text, of which somebody who names a delimiter knows better what it is.
  package var isText: Bool {
    switch self {
    case .html, .markdown, .xml, .json, .sql: true
    default: false
    }
  }

  /// Whether it is text that has records: JSON and tables of Markdown.
  package var isDocument: Bool { self == .json || self == .markdown }

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
    let rest = start.dropFirst().drop(while: isSpace)
    guard let next = rest.first else { return false }
    switch (start.first, next) {
    case (UInt8(ascii: "{"), UInt8(ascii: "}")): return true
    case (UInt8(ascii: "{"), UInt8(ascii: "\"")): return follows(rest, [UInt8(ascii: ":")])
    case (UInt8(ascii: "["), UInt8(ascii: "\"")):
      return follows(rest, [UInt8(ascii: ","), UInt8(ascii: "]")]) && !isLabel(rest)
    case (UInt8(ascii: "["), UInt8(ascii: "{")): return isJSON(rest)
    case (UInt8(ascii: "["), UInt8(ascii: "[")), (UInt8(ascii: "["), UInt8(ascii: "]")): return true
    case (UInt8(ascii: "["), _): return isArrayOfNumbers(start, rest)
    default: return false
    }
  }

  /// Whether it starts like an array of numbers or words of JSON: it has a comma, and either its first
  /// line ends with the bracket that closes it, or nothing else is on that line.
  private static func isArrayOfNumbers(_ start: ArraySlice<UInt8>, _ rest: ArraySlice<UInt8>)
    -> Bool
  {
    let item = rest.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "]") }
    let text = String(decoding: item.prefix(64), as: UTF8.self).filter { !$0.isWhitespace }
    guard Double(text) != nil || ["null", "true", "false"].contains(text),
      rest.dropFirst(item.count).first == UInt8(ascii: ",")
    else { return false }
    let line = start.prefix { $0 != 0x0A && $0 != 0x0D }
    let last = line.last { !isSpace($0) }
    return line.count { $0 == UInt8(ascii: "[") } == 1
      && (last == UInt8(ascii: "]") || line.dropFirst().allSatisfy(isSpace))
  }

  /// Whether one of these bytes is behind the string that a text starts with, as far as it goes.
  private static func follows(_ text: ArraySlice<UInt8>, _ signs: [UInt8]) -> Bool {
    afterString(text).first.map(signs.contains) ?? true
  }

  /// Whether an array of one string is a cell of CSV: a comma or the like stands right behind it.
  private static func isLabel(_ text: ArraySlice<UInt8>) -> Bool {
    let rest = afterString(text)
    guard rest.first == UInt8(ascii: "]"), let next = rest.dropFirst().first else { return false }
    return !isSpace(next)
  }

  private static func afterString(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var position = text.startIndex + 1
    while position < text.endIndex, text[position] != 0x22 {
      position += text[position] == 0x5C ? 2 : 1
    }
    return text[min(position + 1, text.endIndex)...].drop(while: isSpace)
  }

  /// JSON or a table of Markdown in UTF-16, whose signs are in ASCII with a zero beside each.
  ///
  /// - Parameter head: the first bytes.
  /// - Returns: which of them it is; nil for anything else.
  static func wideDocument(_ head: ArraySlice<UInt8>) -> ForeignFormat? {
    let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF], []]
    guard let mark = marks.first(where: { head.starts(with: $0) }) else { return nil }
    let text = head.dropFirst(mark.count)
    guard text.prefix(2).contains(0) else { return nil }
    let narrow = text.filter { $0 != 0 }[...]
    if isJSON(narrow.drop(while: isSpace)) { return .json }
    return isMarkdown(narrow) ? .markdown : nil
  }

  /// How many bytes the header of a table of Markdown and the line below it may have: 16 KiB.
  static let headerBytesMax = 16 << 10

  /// Whether a line with bars is the header of a table, because the delimiter row is below it.
  ///
  /// That is of "cells whose only content are hyphens (-), and optionally, a leading or trailing colon (:)"
  /// (github.github.com/gfm, "Tables"). Lines with another number of bars may be above it; with as many
  /// they are a list, of which a record may be made of hyphens.
  ///
  /// - Parameter head: the first bytes.
  /// - Returns: whether there is one.
  static func isMarkdown(_ head: ArraySlice<UInt8>) -> Bool {
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head
    let end: UInt8 = text.contains(0x0A) ? 0x0A : 0x0D
    let lines = text.split(omittingEmptySubsequences: false) { $0 == end }
    var above: Set<Int> = []
    for index in lines.indices.dropLast() where lines[index].contains(UInt8(ascii: "|")) {
      let bars = innerBars(lines[index])
      guard above.insert(bars).inserted else { return false }
      if isHeader(lines, index, bars) { return true }
    }
    return false
  }

  /// Whether the line below another one is a delimiter row with as many bars.
  private static func isHeader(_ lines: [ArraySlice<UInt8>], _ header: Int, _ bars: Int) -> Bool {
    let rule = lines[header + 1].filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    // Two hyphens between bars may be the values of a list.
    guard
      rule.first == UInt8(ascii: "|") || rule.starts(with: Array("--".utf8))
        || rule.starts(with: Array(":-".utf8)),
      rule.contains(UInt8(ascii: "-")), rule.contains(UInt8(ascii: "|")),
      rule.allSatisfy({ Array("|-:".utf8).contains($0) })
    else { return false }
    let isCut = header + 2 == lines.count
    return isCut || bars == innerBars(rule[...])
  }

  /// How many bars divide the cells of a line.
  private static func innerBars(_ line: ArraySlice<UInt8>) -> Int {
    let cells = line.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    var (count, isEscaped) = (0, false)
    for (index, byte) in cells.enumerated() {
      if byte == UInt8(ascii: "|"), !isEscaped, index > 0, index < cells.count - 1 { count += 1 }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return count
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
