/// Writes a record of another dialect, line by line, in one that libcsv reads: each field in
/// quotes.
///
/// What it is for: delimiters of several bytes, backslashes before quotes, white space between a
/// delimiter and a quote, and quotes around whole lines.
struct LineTranslator {
  /// The translation of the line that was translated last.
  private(set) var output: [UInt8] = []
  /// Whether a field of the record that is not in quotes has a quote in it.
  private(set) var hasBareQuote = false

  private let delimiter: [UInt8]
  private let quote: UInt8?
  private let escapes: Bool
  private let isWrapped: Bool
  private let native: (delimiter: UInt8, quote: UInt8)
  private var state = State.fieldStart
  private var tolerance = Tolerance.none

  private enum State {
    case fieldStart
    case unquoted
    case quoted
  }

  /// What is made of quotes that do not pair up.
  enum Tolerance: CaseIterable {
    /// A quote within quotes must close them.
    case none
    /// A quote that neither closes the field nor is doubled is part of the text.
    case literalStray
    /// Two quotes at the end of a field close it as well, and the first is part of the text.
    case closingDoubled
    /// All quotes are part of the text.
    case literal
  }

  /// A translator of one dialect.
  init(_ dialect: Dialect) {
    delimiter = dialect.delimiter.bytes
    quote = dialect.quote
    escapes = dialect.escape == .backslash
    isWrapped = dialect.isWrapped
    native = (dialect.native.delimiter, dialect.native.quote ?? 0x22)
  }

  /// Starts a record.
  mutating func beginRecord(_ tolerance: Tolerance = .none) {
    state = .fieldStart
    hasBareQuote = false
    self.tolerance = tolerance
  }

  /// Translates one physical line.
  ///
  /// - Parameters:
  ///   - text: the text that holds the line.
  ///   - start: where the line starts.
  ///   - line: where it ends.
  /// - Returns: nil, or the place behind a closing quote where neither a delimiter nor the line's
  ///   end follows; the record can't be translated then.
  mutating func translate(_ text: [UInt8], from start: Int, to line: LineScanner.Line) -> Int? {
    output.removeAll(keepingCapacity: true)
    guard isWrapped, state == .fieldStart, let inner = Dialect.unwrapped(text[start..<line.end])
    else { return translateText(text, from: start, to: line) }
    let whole = LineScanner.Line(end: inner.count, next: inner.count)
    if let stray = translateText(inner, from: 0, to: whole) { return start + stray }
    // The record ends where the line does.
    return state == .quoted ? line.end : nil
  }

  private mutating func translateText(
    _ text: [UInt8], from start: Int, to line: LineScanner.Line
  ) -> Int? {
    var position = start
    while position < line.end {
      switch state {
      case .fieldStart: beginField(text, &position, line.end)
      case .unquoted: readUnquoted(text, &position, line.end)
      case .quoted:
        if let stray = readQuoted(text, &position, line.end) { return stray }
      }
    }
    if state == .quoted {
      output.append(contentsOf: text[line.end..<line.next])
      return nil
    }
    if state == .fieldStart { output.append(native.quote) }
    output.append(native.quote)
    output.append(0x0A)
    return nil
  }

  private mutating func beginField(_ text: [UInt8], _ position: inout Int, _ end: Int) {
    output.append(native.quote)
    state = .unquoted
    guard let quote, tolerance != .literal else { return }
    var first = position
    while first < end, isSpace(text[first]), !isDelimiter(text, first, end) { first += 1 }
    guard first < end, text[first] == quote else { return }
    // Behind white space a quote only counts where one of its line closes the field.
    guard first == position || closes(text, first + 1, end) else { return }
    position = first + 1
    state = .quoted
  }

  private mutating func readUnquoted(_ text: [UInt8], _ position: inout Int, _ end: Int) {
    while position < end {
      if isDelimiter(text, position, end) { return endField(&position) }
      if escapes, text[position] == 0x5C, position + 1 < end, isEscapable(text, position + 1, end) {
        position += 1
      } else if text[position] == quote {
        hasBareQuote = true
      }
      append(text[position])
      position += 1
    }
  }

  /// Reads within quotes to the end of the field or the line.
  private mutating func readQuoted(
    _ text: [UInt8], _ position: inout Int, _ end: Int
  ) -> Int? {
    while position < end {
      let byte = text[position]
      if escapes, byte == 0x5C, position + 1 < end, isEscapable(text, position + 1, end) {
        append(text[position + 1])
        position += 2
        continue
      }
      position += 1
      guard byte == quote else {
        append(byte)
        continue
      }
      if position < end, text[position] == quote, !isClosingDoubled(text, position, end) {
        append(byte)
        position += 1
        continue
      }
      guard let next = fieldEnd(text, position, end) else {
        if tolerance == .none { return position }
        append(byte)
        continue
      }
      position = next
      state = .unquoted
      if position < end { endField(&position) }
      return nil
    }
    return nil
  }

  /// Ends a field at the delimiter at `position`.
  private mutating func endField(_ position: inout Int) {
    output.append(native.quote)
    output.append(native.delimiter)
    position += delimiter.count
    state = .fieldStart
  }

  private mutating func append(_ byte: UInt8) {
    if byte == native.quote { output.append(byte) }
    output.append(byte)
  }

  /// Where the delimiter or the end of the line is, with nothing but white space before it.
  private func fieldEnd(_ text: [UInt8], _ start: Int, _ end: Int) -> Int? {
    var position = start
    while position < end {
      if isDelimiter(text, position, end) { return position }
      guard isSpace(text[position]) else { return nil }
      position += 1
    }
    return end
  }

  /// Whether a quote of this line closes a field that a quote opened before `start`.
  private func closes(_ text: [UInt8], _ start: Int, _ end: Int) -> Bool {
    var position = start
    while position < end {
      if escapes, text[position] == 0x5C {
        position += 2
        continue
      }
      defer { position += 1 }
      guard text[position] == quote else { continue }
      if position + 1 < end, text[position + 1] == quote {
        position += 1
        continue
      }
      return fieldEnd(text, position + 1, end) != nil
    }
    return false
  }

  private func isClosingDoubled(_ text: [UInt8], _ position: Int, _ end: Int) -> Bool {
    tolerance == .closingDoubled && fieldEnd(text, position + 1, end) != nil
  }

  private func isEscapable(_ text: [UInt8], _ position: Int, _ end: Int) -> Bool {
    text[position] == 0x5C || text[position] == quote || isDelimiter(text, position, end)
  }

  @inline(__always)
  private func isDelimiter(_ text: [UInt8], _ position: Int, _ end: Int) -> Bool {
    guard text[position] == delimiter[0] else { return false }
    guard delimiter.count > 1 else { return true }
    return position + delimiter.count <= end
      && delimiter.indices.allSatisfy { text[position + $0] == delimiter[$0] }
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
