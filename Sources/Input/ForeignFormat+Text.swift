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
    default: return false
    }
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

  /// Whether it is JSON in UTF-16, whose signs are in ASCII with a zero beside each.
  ///
  /// - Parameter head: the first bytes.
  /// - Returns: whether it is.
  static func isWideJSON(_ head: ArraySlice<UInt8>) -> Bool {
    let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF], []]
    guard let mark = marks.first(where: { head.starts(with: $0) }) else { return false }
    let text = head.dropFirst(mark.count)
    guard text.prefix(2).contains(0) else { return false }
    let narrow = text.filter { $0 != 0 }[...]
    return isJSON(narrow.drop(while: isSpace))
  }

  /// How many bytes the header of a table of Markdown and the line below it may have: 16 KiB.
  static let headerBytesMax = 16 << 10

  /// Whether the first line with a bar is the header of a table, because the delimiter row is below it:
  /// "cells whose only content are hyphens (-), and optionally, a leading or trailing colon (:)"
  /// (github.github.com/gfm, "Tables").
  ///
  /// - Parameter head: the first bytes.
  /// - Returns: whether it is.
  static func isMarkdown(_ head: ArraySlice<UInt8>) -> Bool {
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head
    let lines = text.split(omittingEmptySubsequences: false) { $0 == 0x0A }
    guard let header = lines.firstIndex(where: { $0.contains(UInt8(ascii: "|")) }),
      header + 1 < lines.count
    else { return false }
    let rule = lines[header + 1].filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    // Two hyphens between bars may be the values of a list.
    guard
      rule.first == UInt8(ascii: "|") || rule.starts(with: Array("--".utf8))
        || rule.starts(with: Array(":-".utf8)),
      rule.contains(UInt8(ascii: "-")), rule.contains(UInt8(ascii: "|")),
      rule.allSatisfy({ Array("|-:".utf8).contains($0) })
    else { return false }
    let isCut = header + 2 == lines.count
    return isCut || innerBars(lines[header]) == innerBars(rule[...])
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
