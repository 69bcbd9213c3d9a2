import Datasets
import Records

/// The records of a file that were loaded though they look like its totals.
///
/// A name can begin like a total, so that they are not left out; what can't be told apart is said.
struct TotalRows: Sendable {
  /// How many there are.
  private(set) var count = 0
  /// The lines of the first ones.
  private(set) var lines: [Int64] = []

  private static let shownLines = 3
  /// No total is longer, in bytes.
  private static let longest = 40
  /// How the words for totals begin, in lower case.
  private static let beginnings = ["tot", "sub", "gra", "sum", "ges", "zwi", "som", "sou", "gen"]
    .map { Array($0.utf8) }

  /// Looks at the records of a batch that became rows.
  mutating func add(_ batch: borrowing RecordBatch, _ rows: borrowing RowBatch) {
    for record in rows.records {
      guard let value = firstValue(of: Int(record), in: batch), value.count < Self.longest,
        Self.beginnings.contains(where: { Self.begins(batch.bytes[value], with: $0) }),
        TableFooter.isTotal(String(decoding: batch.bytes[value], as: UTF8.self))
      else { continue }
      count += 1
      if lines.count < Self.shownLines { lines.append(batch.records[Int(record)].line) }
    }
  }

  private func firstValue(of record: Int, in batch: borrowing RecordBatch) -> Range<Int>? {
    for field in 0..<Int(batch.records[record].fieldCount) {
      let value = batch.bytes.span.trimmed(batch.range(ofField: field, in: record))
      if !value.isEmpty { return value }
    }
    return nil
  }

  private static func begins(_ value: ArraySlice<UInt8>, with word: [UInt8]) -> Bool {
    guard value.count >= word.count else { return false }
    for index in word.indices where value[value.startIndex + index] | 0x20 != word[index] {
      return false
    }
    return true
  }

  /// What is said of them; nil where there are none.
  var note: String? {
    guard count > 0 else { return nil }
    let places = lines.map(String.init).joined(separator: ", ")
    let more = count > lines.count ? " and \(count - lines.count) more" : ""
    return "loaded, though they look like totals: line\(count == 1 ? "" : "s") \(places)\(more); "
      + "--skip-footer N leaves out the last N lines"
  }
}
