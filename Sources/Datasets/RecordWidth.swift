import Records

/// How many fields a record may have under a header.
struct RecordWidth: Sendable {
  /// How many columns the header has.
  let fieldCount: Int
  /// How many fields a record must have: those up to the last column with a label.
  ///
  /// Columns without a label at the end of the header are commas too many; rows often lack them.
  private let leastFieldCount: Int

  init(labels: [String]) {
    fieldCount = labels.count
    leastFieldCount = (labels.lastIndex { !$0.isEmpty } ?? -1) + 1
  }

  /// Whether a record has a field for each label, and no value beyond the last column.
  @inline(__always)
  func admits(_ record: RecordBatch.Record, _ ends: Span<Int32>, in bytes: Span<UInt8>) -> Bool {
    let count = Int(record.fieldCount)
    if count == fieldCount { return true }
    if count < fieldCount { return count >= leastFieldCount }
    return isBlank(record, ends, in: bytes, from: fieldCount)
  }

  /// Whether the fields of a record, from a given one on, have nothing but white space.
  @inline(never)
  func isBlank(
    _ record: RecordBatch.Record, _ ends: Span<Int32>, in bytes: Span<UInt8>, from first: Int = 0
  ) -> Bool {
    for field in first..<max(first, Int(record.fieldCount)) {
      let range = ends.range(ofField: Int(record.firstField) + field)
      guard bytes.trimmed(range).isEmpty else { return false }
    }
    return true
  }
}

extension Span<Int32> {
  /// Where a field is in the batch's bytes, by its place among all the batch's field ends.
  @inline(__always)
  package func range(ofField field: Int) -> Range<Int> {
    (field == 0 ? 0 : Int(self[field - 1]))..<Int(self[field])
  }
}
