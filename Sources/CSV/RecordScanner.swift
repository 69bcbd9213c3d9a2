import Input
import Records

/// Cuts text into records: physical lines go to libcsv one by one, and what it stumbles over is
/// decided here.
///
/// The scanner is always between two records when it returns, so it does not matter where the
/// blocks of a source are cut.
struct RecordScanner: ~Copyable {
  var parser: CSVParser
  /// Writes lines in the dialect of the parser, where they are in another one.
  var translator: LineTranslator
  /// Whether all lines are.
  let translatesAll: Bool
  var limits: ReadingLimits
  /// How many fields a record should have; nil while that is unknown.
  private(set) var expectedFields: Int?
  /// How many fields the last record has at least, unless its end is missing.
  private(set) var leastFields: Int?
  /// The physical line that comes next, counting from 1.
  var line: Int64 = 1
  /// Finds out what a line was meant to be that is no record; nil where that is not asked for.
  var mender: RecordMender?
  /// How many bytes were read again because a record that went on behind its line was none.
  var rescannedBytes: Int64 = 0
  /// How many fields the record above has where it is of another length and looks like the labels of a
  /// further table; its records are not mended.
  var tableFields: Int?
  /// How many lines are tried at once.
  var pace = LinePace()

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
  enum Finding {
    /// A record: where its text ends, where the next one starts, and its lines.
    case record(end: Int, next: Int, lineCount: Int)
    /// None; the line is a problem of its own.
    case flaw(RecordFlaw)
    /// Nothing that can be said yet.
    case stop(Stop)
  }

  /// A scanner at the first line of a source.
  init(dialect: Dialect, expectedFields: Int?, limits: ReadingLimits) {
    parser = CSVParser(delimiter: dialect.native.delimiter, quote: dialect.native.quote)
    translator = LineTranslator(dialect)
    translatesAll = !dialect.isNative
    self.expectedFields = expectedFields
    self.limits = limits
  }

  /// Goes back to the first line.
  mutating func restart(expectedFields: Int?, leastFields: Int?) {
    self.expectedFields = expectedFields
    self.leastFields = leastFields
    line = 1
    tableFields = nil
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
      if scanLines(window, from: &position, &lines, batchStart: batchStart, into: &batch) {
        continue
      }
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
        } else if next == end, window.isLast, let flaw = truncation(text, position..<end) {
          add(flaw, to: &batch)
        } else if lineCount == 1, let expectedFields, parser.fieldCount != expectedFields {
          mendRagged(text, position..<end, expected: expectedFields, &batch)
        } else {
          if parser.fieldCount == expectedFields { tableFields = nil }
          if lineCount == 1, parser.hasBareQuote || translator.hasBareQuote {
            mendBareQuote(text, position..<end, &batch)
          }
        }
        position = next
        line += Int64(lineCount)
      case .flaw(let flaw):
        parser.abandonRecord()
        if limits.salvages, flaw.code != .tooLarge { mend(text, from: position, first) }
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
  func add(_ flaw: RecordFlaw, to batch: inout RecordBatch) {
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
