import CSV
import Input
import Records

/// What the first records show.
struct DocumentHead {
  let format: ForeignFormat
  var columns = JSONColumns()
  var width = 0
  var flaw: (line: Int64, message: String)?

  init(_ format: ForeignFormat) { self.format = format }

  /// Looks at the records of a window.
  ///
  /// - Returns: whether there is a whole one.
  mutating func read(_ window: borrowing TextWindow) -> Bool {
    var batch = RecordBatch()
    var (position, count) = (0, 0)
    let bytes = window.bytes
    var json = JSONRecords()
    var markdown = MarkdownRecords()
    reading: while true {
      batch.removeAll()
      let step =
        format == .json
        ? json.next(
          in: bytes.span, from: &position, base: 0, atEnd: window.isLast, into: &batch)
        : markdown.next(in: bytes.span, from: &position, atEnd: window.isLast, into: &batch)
      guard case .record = step else { break reading }
      count += 1
      if let problem = batch.problems.first, problem.code != .ragged, flaw == nil {
        flaw = (batch.records[0].line, problem.message)
      } else if format == .json {
        columns.add(json.scanner)
        json.columns = columns
      }
    }
    width = format == .json ? columns.names.count : markdown.width
    return count > 0
  }
}
