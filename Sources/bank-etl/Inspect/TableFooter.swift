import CSV
import Datasets
import Records

/// The records at the end of a table that are totals or notes rather than data.
struct TableFooter {
  /// How many there are, if nothing has followed them.
  private(set) var records = 0
  /// The line that the first of them starts on.
  private(set) var firstLine: Int64?
  private var lastLine: Int64 = 0

  private let columnCount: Int
  private let leastFieldCount: Int

  private static let totalWords = [
    "total", "subtotal", "sub-total", "grand total", "sum", "summe", "gesamt", "zwischensumme",
    "totale", "suma", "somme", "sous-total",
  ].map { Array($0.utf8) }

  init(_ layout: TableLayout) {
    columnCount = max(layout.labels.count, layout.labels.isEmpty ? layout.fieldCount : 0)
    leastFieldCount = layout.leastFieldCount
  }

  /// How many lines there are from the first of them on.
  var lines: Int64 { firstLine.map { lastLine - $0 + 1 } ?? 0 }

  /// Looks at the end of a batch.
  mutating func add(_ batch: borrowing RecordBatch) {
    guard let last = batch.records.last else { return }
    var first = batch.records.count
    var count = 0
    while first > 0 {
      let kind = kind(ofRecord: first - 1, in: batch)
      guard kind != .data else { break }
      first -= 1
      if kind == .note { count += 1 }
    }
    let hasData = first > 0
    if hasData { (records, firstLine) = (0, nil) }
    records += count
    if count > 0 {
      let notes = batch.records[first...].indices.first { kind(ofRecord: $0, in: batch) == .note }
      firstLine = firstLine ?? notes.map { batch.records[$0].line }
      // Of lines without anything no record tells, but they are lines of the file too.
      let rest = batch.raw.dropFirst(Int(last.rawEnd))
      let (feeds, returns) = (rest.count { $0 == 0x0A }, rest.count { $0 == 0x0D })
      lastLine = last.line + Int64(last.lineCount) - 1 + Int64(max(0, max(feeds, returns) - 1))
    }
  }

  /// What a record is.
  enum Kind {
    case data
    /// Nothing is in any field.
    case blank
    /// A total, a record of another length, or a value in one of many columns.
    case note
  }

  /// What a record is.
  func kind(ofRecord row: Int, in batch: borrowing RecordBatch) -> Kind {
    if batch.hasProblem(row) { return .data }
    let count = Int(batch.records[row].fieldCount)
    let fields = (0..<count).map { batch.bytes.span.trimmed(batch.range(ofField: $0, in: row)) }
    let filled = fields.count { !$0.isEmpty }
    guard filled > 0 else { return .blank }
    let isNote =
      isRagged(fields) || filled == 1 && columnCount > 2 || isTotal(fields, of: batch.bytes)
    return isNote ? .note : .data
  }

  /// Whether a record has a field too few, or a value beyond the last column.
  func isRagged(_ fields: [Range<Int>]) -> Bool {
    fields.count < leastFieldCount || fields.dropFirst(columnCount).contains { !$0.isEmpty }
  }

  /// Whether the first value of a record says that it is a total.
  func isTotal(_ fields: [Range<Int>], of bytes: [UInt8]) -> Bool {
    guard columnCount > 1, let first = fields.first(where: { !$0.isEmpty }), first.count < 40
    else { return false }
    return Self.isTotal(first, in: bytes.span)
  }

  /// Whether a record whose first value this is looks like a total: it is a word for totals, or one
  /// stands at its start before a space or a colon, or at its end behind a space.
  static func isTotal(_ value: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    totalWords.contains { word in
      let rest = value.count - word.count
      guard rest > 0 else { return rest == 0 && bytes.has(word, at: value.lowerBound) }
      let behind = bytes[value.lowerBound + word.count]
      let isBeforeMark = behind == UInt8(ascii: " ") || behind == UInt8(ascii: ":")
      if isBeforeMark, bytes.has(word, at: value.lowerBound) { return true }
      let start = value.upperBound - word.count
      return bytes[start - 1] == UInt8(ascii: " ") && bytes.has(word, at: start)
    }
  }
}

extension Span<UInt8> {
  /// Whether a word in lower case begins at a place, in letters of any case.
  fileprivate func has(_ word: [UInt8], at start: Int) -> Bool {
    word.indices.allSatisfy { index in
      let byte = self[start + index]
      return byte == word[index] || byte ^ 0x20 == word[index] && byte >= 0x41 && byte <= 0x5A
    }
  }
}
