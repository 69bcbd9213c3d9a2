import Input
import Records

/// Cuts text into records: physical lines go to libcsv one by one, and what it stumbles over is
/// decided here.
///
/// The scanner is always between two records when it returns, so it does not matter where the
/// blocks of a source are cut.
struct RecordScanner: ~Copyable {
  private var parser: CSVParser
  private let limits: ReadingLimits
  /// How many fields a record should have; nil while that is unknown.
  private var expectedFields: Int?
  /// The physical line that comes next, counting from 1.
  private(set) var line: Int64 = 1
  /// How many bytes were read again because a record that went on behind its line was none.
  private(set) var rescannedBytes: Int64 = 0

  /// Why `scan` returns.
  enum Stop {
    case batchIsFull
    /// The next record needs more text.
    case needsText
    case sourceEnded
    /// The last record of the batch is a problem; the rest of its line must be skipped.
    case lineIsTooLarge
    case outOfMemory
  }

  /// What was found where a record starts.
  private enum Finding {
    /// A record: where its text ends, where the next one starts, and its lines.
    case record(end: Int, next: Int, lineCount: Int)
    /// None; the line is a problem of its own.
    case flaw(RecordFlaw)
    /// Nothing that can be said yet.
    case stop(Stop)
  }

  /// A scanner at the first line of a source.
  init(dialect: Dialect, expectedFields: Int?, limits: ReadingLimits) {
    parser = CSVParser(delimiter: dialect.delimiter, quote: dialect.quote)
    self.expectedFields = expectedFields
    self.limits = limits
  }

  /// Goes back to the first line.
  mutating func restart(expectedFields: Int?) {
    self.expectedFields = expectedFields
    line = 1
    rescannedBytes = 0
  }

  /// Counts a line that the caller skipped.
  mutating func countLine() { line += 1 }

  /// Reads records until the batch is full or the text is used up.
  ///
  /// - Parameters:
  ///   - window: the text.
  ///   - position: where the next record starts in the window; moves on to what was not read.
  ///   - batchStart: where the first record of the batch starts in the window.
  ///   - batch: gets the records and their fields, and no raw text.
  /// - Returns: why it ended.
  mutating func scan(
    _ window: inout TextWindow, from position: inout Int, batchStart: Int,
    into batch: inout RecordBatch
  ) -> Stop {
    defer { parser.moveFields(to: &batch.bytes, ends: &batch.fieldEnds) }
    let text = window.bytes
    var lines = LineScanner()
    while batch.records.count < limits.batchRecords, position - batchStart < limits.batchBytes {
      let first = lines.line(in: text, from: position, atEnd: window.isLast)
      guard (first?.next ?? text.count) - position <= limits.recordBytes else {
        return addTooLarge(
          end: first?.end ?? text.count, from: &position, batchStart: batchStart, &batch)
      }
      guard let first else { return window.isLast ? .sourceEnded : .needsText }
      if first.end == position {
        position = first.next
        line += 1
        continue
      }
      switch find(in: text, from: position, first: first, lines: &lines, window: window) {
      case .record(let end, let next, let lineCount):
        add(lineCount, from: position, to: end, batchStart: batchStart, &batch)
        if let bytes = window.takeUndecodable(before: next) {
          add(.undecodable(bytes, encoding: window.encoding), to: &batch)
        }
        position = next
        line += Int64(lineCount)
      case .flaw(let flaw):
        parser.abandonRecord()
        let end = flaw.code == .tooLarge ? excerptEnd(position, first.end) : first.end
        add(1, from: position, to: end, batchStart: batchStart, &batch)
        add(flaw, to: &batch)
        _ = window.takeUndecodable(before: first.next)
        position = first.next
        line += 1
      case .stop(let reason):
        parser.abandonRecord()
        return reason
      }
    }
    return .batchIsFull
  }
}

extension RecordScanner {
  /// A record that is being read.
  private struct Attempt {
    /// Where it starts.
    let start: Int
    /// Its first line, and the one that is being read.
    let first: LineScanner.Line
    var line: LineScanner.Line
    var lineCount = 1
    /// The field that is open at the end of the first line, counting from 1.
    var openField = 0
  }

  /// Reads one record, over as many lines as its quotes span.
  private mutating func find(
    in text: [UInt8], from start: Int, first: LineScanner.Line, lines: inout LineScanner,
    window: borrowing TextWindow
  ) -> Finding {
    parser.beginRecord()
    var attempt = Attempt(start: start, first: first, line: first)
    var lineStart = start
    // The lines of a record that turns out to be none are read again, so `lines` stays behind.
    var ahead = lines
    while true {
      switch parser.parse(text, from: lineStart, to: attempt.line) {
      case .recordEnded:
        return finding(of: attempt, ahead, &lines)
      case .strayQuote(let place):
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
        return flaw(.unclosedAtEnd(field: attempt.openField), of: attempt)
      }
      lineStart = attempt.line.next
      attempt.line = next
      attempt.lineCount += 1
    }
  }

  /// What speaks against going on behind a line that ends within quotes.
  private func runaway(_ attempt: Attempt, _ window: borrowing TextWindow) -> RecordFlaw? {
    let found = parser.fieldCount + 1
    if let expectedFields, found > expectedFields {
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
  private mutating func finding(
    of attempt: Attempt, _ ahead: LineScanner, _ lines: inout LineScanner
  ) -> Finding {
    if attempt.lineCount > 1, let expectedFields, parser.fieldCount != expectedFields {
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

  /// Adds the record that the parser has just read, or a line without fields.
  private func add(
    _ lines: Int, from start: Int, to end: Int, batchStart: Int, _ batch: inout RecordBatch
  ) {
    batch.records.append(
      RecordBatch.Record(
        firstField: Int32(batch.fieldEnds.count + parser.firstField),
        fieldCount: Int32(parser.fieldCount), rawStart: Int32(start - batchStart),
        rawEnd: Int32(end - batchStart), line: line, lineCount: Int32(lines)))
  }

  /// Makes the last record of the batch a problem.
  private func add(_ flaw: RecordFlaw, to batch: inout RecordBatch) {
    batch.problems.append(
      RecordProblem(record: batch.records.count - 1, code: flaw.code, message: flaw.message))
  }

  /// Adds the start of a line that is too large, and moves behind that start.
  private mutating func addTooLarge(
    end: Int, from position: inout Int, batchStart: Int, _ batch: inout RecordBatch
  ) -> Stop {
    parser.beginRecord()
    let kept = excerptEnd(position, end)
    add(1, from: position, to: kept, batchStart: batchStart, &batch)
    add(.lineTooLarge(limit: limits.recordBytes), to: &batch)
    position = kept
    return .lineIsTooLarge
  }

  /// Where the source text that is kept of a line from `start` to `end` ends if it is too large.
  private func excerptEnd(_ start: Int, _ end: Int) -> Int {
    min(end, start + limits.excerptBytes)
  }
}
