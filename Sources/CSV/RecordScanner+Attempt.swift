import Input
import Records

extension RecordScanner {
  /// A record that is being read.
  struct Attempt {
    /// Where it starts.
    let start: Int
    /// Whether its lines are translated for the parser.
    var isTranslated: Bool
    /// Its first line, and the one that is being read.
    let first: LineScanner.Line
    var line: LineScanner.Line
    var lineCount = 1
    /// The field that is open at the end of the first line, counting from 1.
    var openField = 0
  }

  /// Reads one record, over as many lines as its quotes span.
  mutating func find(
    in text: [UInt8], from start: Int, first: LineScanner.Line, lines: inout LineScanner,
    window: borrowing TextWindow
  ) -> Finding {
    begin()
    var attempt = Attempt(
      start: start, isTranslated: translatesAll, first: first, line: first)
    var lineStart = start
    // The lines of a record that turns out to be none are read again, so `lines` stays behind.
    var ahead = lines
    while true {
      switch parse(text, from: lineStart, attempt) {
      case .recordEnded:
        return finding(of: attempt, ahead, &lines)
      case .strayQuote where !attempt.isTranslated, .spacedQuote where !attempt.isTranslated:
        // The white space between a quote and a delimiter is not for libcsv.
        rescannedBytes += Int64(attempt.line.next - first.next)
        parser.abandonRecord()
        begin()
        attempt = Attempt(start: start, isTranslated: true, first: first, line: first)
        lineStart = start
        ahead = lines
        continue
      case .strayQuote(let place), .spacedQuote(let place):
        let found = excerpt(of: text, in: place..<max(place, attempt.line.end))
        return flaw(
          .strayQuote(field: parser.fieldCount + 1, line: attempt.lineCount, followedBy: found),
          of: attempt)
      case .outOfMemory:
        return .stop(.outOfMemory)
      case .quoteOpen:
        break
      }
      // Only the last line of a source has no line end.
      if attempt.line.next == attempt.line.end, parser.finish() {
        return finding(of: attempt, ahead, &lines)
      }
      if attempt.lineCount == 1 { attempt.openField = parser.fieldCount + 1 }
      if let runaway = runaway(attempt, window) { return flaw(runaway, of: attempt) }
      let next = ahead.line(in: text, from: attempt.line.next, atEnd: window.isLast)
      guard (next?.next ?? text.count) - start <= limits.recordBytes else {
        return flaw(.unclosed(field: attempt.openField, within: limits.recordBytes), of: attempt)
      }
      guard let next else {
        guard window.isLast else { return .stop(.needsText) }
        let isCut = attempt.lineCount == 1 && attempt.line.next == attempt.line.end
        return flaw(.unclosedAtEnd(field: attempt.openField, isCut: isCut), of: attempt)
      }
      lineStart = attempt.line.next
      attempt.line = next
      attempt.lineCount += 1
    }
  }

  /// What speaks against going on behind a line that ends within quotes.
  private func runaway(_ attempt: Attempt, _ window: borrowing TextWindow) -> RecordFlaw? {
    let found = parser.fieldCount + 1
    if let expectedFields, found > max(expectedFields, tableFields ?? 0) {
      return .unclosed(
        field: attempt.openField, expected: expectedFields, found: found,
        lines: attempt.lineCount)
    }
    if parser.openFieldBytes > limits.fieldBytes {
      return .unclosed(field: attempt.openField, within: limits.fieldBytes)
    }
    // However many records turn out to be none, the work stays in proportion to the source.
    let again = attempt.line.next - attempt.first.next
    let readBefore = window.offset + Int64(attempt.start)
    let allowance = limits.rescannedBytes + 8 * readBefore - rescannedBytes
    return again > allowance ? .unclosed(field: attempt.openField, within: again) : nil
  }

  /// Judges a record that has ended; where it is one, `lines` goes on behind it.
  mutating func finding(
    of attempt: Attempt, _ ahead: LineScanner, _ lines: inout LineScanner
  ) -> Finding {
    if attempt.lineCount > 1, let expectedFields, parser.fieldCount != expectedFields,
      parser.fieldCount != tableFields
    {
      return flaw(
        .unclosed(
          field: attempt.openField, expected: expectedFields, found: parser.fieldCount,
          lines: attempt.lineCount), of: attempt)
    }
    if parser.longestField > limits.fieldBytes {
      return flaw(
        .fieldTooLarge(bytes: parser.longestField, limit: limits.fieldBytes), of: attempt)
    }
    lines = ahead
    return .record(
      end: attempt.line.end, next: attempt.line.next, lineCount: attempt.lineCount)
  }

  private mutating func flaw(_ flaw: RecordFlaw, of attempt: Attempt) -> Finding {
    rescannedBytes += Int64(attempt.line.next - attempt.first.next)
    return .flaw(flaw)
  }

  private mutating func begin(_ tolerance: LineTranslator.Tolerance = .none) {
    parser.beginRecord()
    translator.beginRecord(tolerance)
  }

  private mutating func parse(
    _ text: [UInt8], from start: Int, _ attempt: Attempt
  ) -> CSVParser.Outcome {
    guard attempt.isTranslated else { return parser.parse(text, from: start, to: attempt.line) }
    if let place = translator.translate(text, from: start, to: attempt.line) {
      return .strayQuote(at: place)
    }
    let count = translator.output.count
    return parser.parse(
      translator.output, from: 0, to: LineScanner.Line(end: count, next: count))
  }

  /// Reads what can be read of a line that is no record: with as many fields as a record should
  /// have, where one of the ways to read its quotes gives so many.
  mutating func salvage(_ text: [UInt8], from start: Int, _ line: LineScanner.Line) {
    let attempt = Attempt(start: start, isTranslated: true, first: line, line: line)
    var fallback: LineTranslator.Tolerance?
    for tolerance in LineTranslator.Tolerance.allCases where tolerance != .none {
      begin(tolerance)
      guard parse(text, from: start, attempt) == .recordEnded else {
        parser.abandonRecord()
        continue
      }
      if parser.fieldCount == expectedFields { return }
      if fallback == nil { fallback = tolerance }
      parser.abandonRecord()
    }
    begin(fallback ?? .literal)
    _ = parse(text, from: start, attempt)
  }
}
