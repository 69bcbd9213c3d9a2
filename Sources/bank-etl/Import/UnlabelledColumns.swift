import Datasets
import Records

/// The columns of a file that have values and no label: nothing is loaded of them.
///
/// Columns of nothing, a delimiter too many at the end of each line, are not worth a word.
struct UnlabelledColumns: Sendable {
  /// Those of which no value was seen, counting from 0.
  private var empty: [Int]
  /// Those that have values, with the line of the first one.
  private(set) var found: [(column: Int, line: Int64)] = []

  /// The columns of a header that have no label and are of no field.
  init(_ match: HeaderMatch) {
    let used = Set(match.columns.flatMap { $0.joined + [$0.position] })
    empty = match.labels.indices.filter { match.labels[$0].isEmpty && !used.contains($0) }
  }

  /// Looks at the records of a batch that became rows, until each column has been found.
  mutating func add(_ batch: borrowing RecordBatch, _ rows: borrowing RowBatch) {
    guard !empty.isEmpty else { return }
    let (bytes, ends) = (batch.bytes.span, batch.fieldEnds.span)
    for record in rows.records {
      let record = batch.records[Int(record)]
      for column in empty where column < Int(record.fieldCount) {
        let field = ends.range(ofField: Int(record.firstField) + column)
        guard !bytes.trimmed(field).isEmpty else { continue }
        found.append((column, record.line))
      }
      if let last = found.last, last.line == record.line {
        let known = found.map(\.column)
        empty.removeAll { known.contains($0) }
      }
      if empty.isEmpty { return }
    }
  }

  /// What is said of them; nil where there are none.
  var note: String? {
    guard let first = found.min(by: { $0.column < $1.column }) else { return nil }
    let columns = found.map { $0.column + 1 }.sorted().map(String.init).joined(separator: ", ")
    return "columns without a label, not loaded: \(columns) "
      + "(column \(first.column + 1) has a value on line \(first.line))"
  }
}
