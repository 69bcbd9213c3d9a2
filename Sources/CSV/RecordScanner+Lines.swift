import Input
import Records

/// How many lines are given to libcsv at once, and when that is worth a try.
struct LinePace {
  /// How many lines are tried.
  private(set) var lines = LinePace.most
  /// How many are to be read one by one before the next try.
  private(set) var singles = 0
  private var nextSingles = 1

  private static let (least, most) = (8, 256)
  private static let mostSingles = 4_096

  /// A line is read by itself.
  mutating func noteSingle() { singles = max(0, singles - 1) }

  /// Lines were records.
  mutating func noteSuccess() {
    lines = min(lines * 2, Self.most)
    nextSingles = 1
  }

  /// One of some lines was not: where that is so again and again, it is tried more and more seldom.
  mutating func noteFailure(of count: Int) {
    lines = max(lines / 2, Self.least)
    singles = max(count, nextSingles)
    nextSingles = min(nextSingles * 2, Self.mostSingles)
  }
}

extension RecordScanner {
  /// Reads lines that are a record each, of the expected width and without anything to decide about.
  ///
  /// One by one, they would be read the same; a call of libcsv for each of them costs a quarter more.
  ///
  /// - Returns: false, and nothing has happened, where the next line is to be read by itself.
  mutating func scanLines(
    _ window: borrowing TextWindow, from position: inout Int, _ lines: inout LineScanner,
    batchStart: Int, into batch: inout RecordBatch
  ) -> Bool {
    guard !translatesAll, let expectedFields, pace.singles == 0 else {
      pace.noteSingle()
      return false
    }
    let text = window.bytes
    var ahead = lines
    var found: [LineScanner.Line] = []
    var (end, length) = (position, 0)
    let most = min(pace.lines, limits.batchRecords - batch.records.count)
    while found.count < most, end - batchStart < limits.batchBytes,
      let next = ahead.line(in: text, from: end, atEnd: window.isLast), next.end > end,
      next.next > next.end, next.next - position <= limits.recordBytes
    {
      found.append(next)
      length += next.end - end
      end = next.next
    }
    guard found.count > 1 else { return false }
    guard !window.hasUndecodable(before: end),
      parser.parseLines(
        text, position..<end, count: found.count, length: length, ofFields: expectedFields)
    else {
      pace.noteFailure(of: found.count)
      return false
    }
    guard parser.longestField <= limits.fieldBytes else {
      parser.abandonRecord()
      pace.noteFailure(of: found.count)
      return false
    }
    pace.noteSuccess()
    tableFields = nil
    add(found, ofFields: expectedFields, from: position, batchStart: batchStart, &batch)
    lines = ahead
    position = end
    return true
  }

  private mutating func add(
    _ lines: [LineScanner.Line], ofFields count: Int, from position: Int, batchStart: Int,
    _ batch: inout RecordBatch
  ) {
    var start = position
    var firstField = batch.fieldEnds.count + parser.firstField
    for found in lines {
      batch.records.append(
        RecordBatch.Record(
          firstField: Int32(firstField), fieldCount: Int32(count),
          rawStart: Int32(start - batchStart), rawEnd: Int32(found.end - batchStart), line: line,
          lineCount: 1))
      firstField += count
      line += 1
      start = found.next
    }
  }
}
