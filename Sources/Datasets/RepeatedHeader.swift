package import Records

/// Tells records that are the file's header once more, where parts of it were put together.
package struct RepeatedHeader: Sendable {
  /// One record of the header.
  private struct Line: Sendable {
    let labels: [[UInt8]]
    /// The first column with a label, and the first byte of it.
    let first: (column: Int, byte: UInt8)
  }

  private let lines: [Line]

  /// A test for a header.
  ///
  /// - Parameter header: its records; one that is not in the file is not repeated either.
  package init(_ header: HeaderLines) {
    lines = header.lines.compactMap { texts in
      let labels = texts.map { Array($0.utf8) }
      return labels.firstIndex { !$0.isEmpty }.map {
        Line(labels: labels, first: ($0, labels[$0][0]))
      }
    }
  }

  /// Whether the fields of a record are the labels of one of the header's, but for white space around them.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - ends: where the fields of its batch end.
  ///   - bytes: the bytes of its batch.
  /// - Returns: whether they are.
  @inline(__always)
  package func matches(_ record: RecordBatch.Record, _ ends: Span<Int32>, in bytes: Span<UInt8>)
    -> Bool
  {
    for line in lines.indices {
      let first = lines[line].first
      guard Int(record.fieldCount) == lines[line].labels.count else { continue }
      let field = ends.range(ofField: Int(record.firstField) + first.column)
      guard !field.isEmpty else { continue }
      let byte = bytes[field.lowerBound]
      // White space before a label is a space, a tab, or begins with one of two bytes beyond ASCII.
      guard byte == first.byte || byte <= 0x20 || byte >= 0x80 else { continue }
      if matches(lines[line].labels, record, ends, in: bytes) { return true }
    }
    return false
  }

  @inline(never)
  private func matches(
    _ labels: [[UInt8]], _ record: RecordBatch.Record, _ ends: Span<Int32>, in bytes: Span<UInt8>
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
