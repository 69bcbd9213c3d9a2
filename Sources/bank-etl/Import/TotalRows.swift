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

  /// Looks at the records of a batch that became rows.
  mutating func add(_ batch: borrowing RecordBatch, _ rows: borrowing RowBatch) {
    let bytes = batch.bytes.span
    let ends = batch.fieldEnds.span
    for record in rows.records {
      let record = batch.records[Int(record)]
      let first = ends.range(ofField: Int(record.firstField))
      guard first.isEmpty || Self.mayBegin(with: bytes[first.lowerBound]) else { continue }
      guard let value = Self.firstValue(of: record, ends, in: bytes), value.count < Self.longest,
        Self.begins(value, in: bytes), TableFooter.isTotal(value, in: bytes)
      else { continue }
      count += 1
      if lines.count < Self.shownLines { lines.append(record.line) }
    }
  }

  private static func firstValue(
    of record: RecordBatch.Record, _ ends: Span<Int32>, in bytes: Span<UInt8>
  ) -> Range<Int>? {
    let first = Int(record.firstField)
    for field in first..<first + Int(record.fieldCount) {
      let value = bytes.trimmed(ends.range(ofField: field))
      if !value.isEmpty { return value }
    }
    return nil
  }

  /// Whether a word for totals, or white space before it, begins with a byte: each record is asked, so
  /// that most must be done with at once.
  private static func mayBegin(with byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "t"), UInt8(ascii: "s"), UInt8(ascii: "g"), UInt8(ascii: "z"): true
    default: byte <= 0x20 || byte >= 0x80
    }
  }

  /// Whether a value begins as words for totals do, in letters of any case.
  private static func begins(_ value: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    guard value.count >= 3 else { return false }
    let first = value.lowerBound
    return switch (bytes[first] | 0x20, bytes[first + 1] | 0x20, bytes[first + 2] | 0x20) {
    case ("t", "o", "t"), ("s", "u", "b"), ("g", "r", "a"), ("s", "u", "m"), ("g", "e", "s"),
      ("z", "w", "i"), ("s", "o", "m"), ("s", "o", "u"), ("g", "e", "n"):
      true
    default: false
    }
  }

  /// What is said of them.
  ///
  /// - Parameter isText: whether they come from delimited text, of which lines can be left out.
  /// - Returns: the note; nil where there are none.
  func note(isText: Bool) -> String? {
    guard count > 0 else { return nil }
    let places = lines.map(String.init).joined(separator: ", ")
    let more = count > lines.count ? " and \(count - lines.count) more" : ""
    return "loaded, though they look like totals: line\(count == 1 ? "" : "s") \(places)\(more)"
      + (isText ? "; --skip-footer N leaves out the last N lines" : "")
  }
}

/// Whether a byte is that of a character.
private func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { byte == UInt8(ascii: character) }
