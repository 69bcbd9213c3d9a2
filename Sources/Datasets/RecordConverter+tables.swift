import Records

/// Records of further tables, below the first one of a file.
extension RecordConverter {
  /// Takes a record behind a gap, or below another table, for what it is.
  ///
  /// - Returns: whether that is all; else it is to be converted.
  @inline(never)
  mutating func beginsTable(
    _ record: Int, of batch: borrowing RecordBatch, into rows: inout RowBatch
  ) -> Bool {
    if takeHeader(record, of: batch, into: &rows) { return true }
    let place = batch.records[record]
    guard tracker.isOfOther(place),
      !width.isBlank(place, batch.fieldEnds.span, in: batch.bytes.span)
    else { return false }
    rejectOther(record, of: batch, into: &rows)
    return true
  }

  private mutating func takeHeader(
    _ record: Int, of batch: borrowing RecordBatch, into rows: inout RowBatch
  ) -> Bool {
    guard tracker.takeHeader(record, of: batch, recordCount) else { return false }
    width = tracker.mapping.width
    header = tracker.mapping.header
    (converters, vocabularies) = Self.converters(tracker.mapping.columns, keys)
    rows.beginPart(lacking: tracker.mapping.absentColumns)
    recordCount += 1
    rows.repeatedHeaders.append(recordCount)
    return true
  }

  /// Whether a record that can't be converted is the header of a table, or a record of another one.
  mutating func isOfOtherTable(
    _ record: Int, of batch: borrowing RecordBatch, into rows: inout RowBatch
  ) -> Bool {
    if takeHeader(record, of: batch, into: &rows) { return true }
    guard tracker.joinsOther(record, of: batch, recordCount) else { return false }
    rejectOther(record, of: batch, into: &rows)
    return true
  }

  private mutating func rejectOther(
    _ record: Int, of batch: borrowing RecordBatch, into rows: inout RowBatch
  ) {
    recordCount += 1
    let line = tracker.tables.last?.line ?? 0
    reject(
      record, of: batch, nil, .otherTable,
      "expected a record of the dataset but found one of the table that begins on line \(line)",
      into: &rows)
  }
}
