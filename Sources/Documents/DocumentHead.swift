import CSV
import Input
import Records

/// What the first records show.
struct DocumentHead {
  let format: ForeignFormat
  private(set) var columns = JSONColumns()
  private(set) var width = 0
  /// What is wrong with the first record that is none, and its line.
  private(set) var flaw: (line: Int64, message: String)?
  /// Whether there is one record in all of the source.
  private(set) var isAlone = false

  init(_ format: ForeignFormat) { self.format = format }

  /// Looks at the records of a window.
  ///
  /// - Parameters:
  ///   - window: the text, of which nothing was read.
  ///   - json: the records of JSON before the window's first one.
  ///   - limits: how much is taken at most.
  /// - Returns: whether there is a whole one that is no larger than it may be.
  mutating func read(
    _ window: borrowing TextWindow, _ json: JSONRecords, _ limits: ReadingLimits
  ) -> Bool {
    var batch = RecordBatch()
    var (position, count, isFound) = (window.start, 0, false)
    let bytes = window.bytes
    var json = json
    json.columns = columns
    json.areForNames = true
    columns = JSONColumns()
    var markdown = MarkdownRecords(limits)
    reading: while true {
      batch.removeAll()
      let step =
        format == .json
        ? json.next(
          in: bytes.span, from: &position, base: window.offset, atEnd: window.isLast, into: &batch)
        : markdown.next(in: bytes.span, from: &position, atEnd: window.isLast, into: &batch)
      guard case .record = step else {
        if case .ended = step { isAlone = count == 1 }
        break reading
      }
      count += 1
      if batch.problems.first?.code != .tooLarge { isFound = true }
      if let problem = batch.problems.first, problem.code != .ragged {
        flaw = flaw ?? (batch.records[0].line, problem.message)
      } else if format == .json {
        json.addColumns()
      }
    }
    if format == .json { columns = json.columns }
    width = format == .json ? columns.names.count : markdown.width
    return isFound
  }
}
