import Records

/// Tells records that are the file's header once more, where parts of it were put together.
struct RepeatedHeader: Sendable {
  private let labels: [[UInt8]]
  /// The first column with a label, and the first byte of it; nil where no record can be a header.
  private let first: (column: Int, byte: UInt8)?

  /// A test for the header of a file.
  ///
  /// - Parameter match: the header; one that is not in the file is not repeated either.
  init(_ match: HeaderMatch) {
    labels = match.labels.map { Array($0.utf8) }
    let labels = labels
    let column = match.line > 0 ? labels.firstIndex { !$0.isEmpty } : nil
    first = column.map { ($0, labels[$0][0]) }
  }

  /// Whether the fields of a record are the labels, but for white space around them.
  @inline(__always)
  func matches(_ record: RecordBatch.Record, _ ends: Span<Int32>, in bytes: Span<UInt8>) -> Bool {
    guard let first, Int(record.fieldCount) == labels.count else { return false }
    let field = ends.range(ofField: Int(record.firstField) + first.column)
    guard !field.isEmpty else { return false }
    let byte = bytes[field.lowerBound]
    // White space before a label is a space, a tab, or begins with one of two bytes beyond ASCII.
    guard byte == first.byte || byte <= 0x20 || byte >= 0x80 else { return false }
    return matchesAll(record, ends, in: bytes)
  }

  @inline(never)
  private func matchesAll(
    _ record: RecordBatch.Record, _ ends: Span<Int32>, in bytes: Span<UInt8>
  ) -> Bool {
    labels.indices.allSatisfy { column in
      let field = bytes.trimmed(ends.range(ofField: Int(record.firstField) + column))
      guard field.count == labels[column].count else { return false }
      return labels[column].indices.allSatisfy {
        bytes[field.lowerBound + $0] == labels[column][$0]
      }
    }
  }
}
