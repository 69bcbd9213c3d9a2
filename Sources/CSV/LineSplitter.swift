/// Cuts one line into fields, with chosen quotes read in another way than they are written.
///
/// For a line that is no record as it stands: libcsv can't be told that one quote is text, or that a
/// delimiter is missing. Lines that are as they should be never come here.
struct LineSplitter {
  let delimiter: [UInt8]
  let quote: UInt8?
  let escapes: Bool

  /// What a line was cut into.
  struct Line: Equatable {
    var fields: [[UInt8]] = []
    /// For each field, whether it was in quotes.
    var isQuoted: [Bool] = []
    /// How many quotes are within fields that are not in quotes.
    var bareQuotes = 0
  }

  /// A splitter for one dialect.
  init(_ dialect: Dialect) {
    delimiter = dialect.delimiter.bytes
    quote = dialect.quote
    escapes = dialect.escape == .backslash
  }

  /// Where the quotes of a line are.
  func quotes(in text: [UInt8]) -> [Int] {
    guard let quote else { return [] }
    return text.indices.filter { text[$0] == quote }
  }

  /// Cuts a line.
  ///
  /// - Parameters:
  ///   - text: the line, without its line end.
  ///   - literal: the places of quotes that are text.
  ///   - missing: the place of a quote beside which a delimiter is missing: one that opens a field
  ///     and follows text, or one that closes a field and is followed by text.
  /// - Returns: nil where quotes do not pair up.
  func split(_ text: [UInt8], literal: [Int] = [], missing: Int? = nil) -> Line? {
    var line = Line()
    var position = 0
    while true {
      var first = position
      while first < text.count, isSpace(text[first]), !isDelimiter(text, first) { first += 1 }
      if first < text.count, text[first] == quote, !literal.contains(first),
        first == position || literal.isEmpty && missing == nil
      {
        position = first + 1
        guard readQuoted(text, &position, literal, missing, &line) else { return nil }
      } else {
        readUnquoted(text, &position, literal, missing, &line)
      }
      guard position < text.count else { return line }
      guard isDelimiter(text, position) else { continue }
      position += delimiter.count
      if position == text.count {
        line.fields.append([])
        line.isQuoted.append(false)
        return line
      }
    }
  }

  private func readUnquoted(
    _ text: [UInt8], _ position: inout Int, _ literal: [Int], _ missing: Int?, _ line: inout Line
  ) {
    var field: [UInt8] = []
    while position < text.count, !isDelimiter(text, position) {
      if position == missing, !field.isEmpty { break }
      if escapes, text[position] == 0x5C, position + 1 < text.count,
        isEscapable(text, position + 1)
      {
        position += 1
      } else if text[position] == quote, !literal.contains(position) {
        line.bareQuotes += 1
      }
      field.append(text[position])
      position += 1
    }
    line.fields.append(field)
    line.isQuoted.append(false)
  }

  /// Reads to the delimiter behind the closing quote, or to where one is missing.
  private func readQuoted(
    _ text: [UInt8], _ position: inout Int, _ literal: [Int], _ missing: Int?, _ line: inout Line
  ) -> Bool {
    var field: [UInt8] = []
    while position < text.count {
      let byte = text[position]
      if escapes, byte == 0x5C, position + 1 < text.count, isEscapable(text, position + 1) {
        field.append(text[position + 1])
        position += 2
        continue
      }
      position += 1
      guard byte == quote, !literal.contains(position - 1) else {
        field.append(byte)
        continue
      }
      let isMissing = position - 1 == missing
      if !isMissing, position < text.count, text[position] == quote, !literal.contains(position) {
        field.append(byte)
        position += 1
        continue
      }
      line.fields.append(field)
      line.isQuoted.append(true)
      if isMissing { return position < text.count && !isDelimiter(text, position) }
      while position < text.count, isSpace(text[position]), !isDelimiter(text, position) {
        position += 1
      }
      return position == text.count || isDelimiter(text, position)
    }
    return false
  }

  private func isEscapable(_ text: [UInt8], _ position: Int) -> Bool {
    text[position] == 0x5C || text[position] == quote || isDelimiter(text, position)
  }

  private func isDelimiter(_ text: [UInt8], _ position: Int) -> Bool {
    position + delimiter.count <= text.count
      && delimiter.indices.allSatisfy { text[position + $0] == delimiter[$0] }
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
