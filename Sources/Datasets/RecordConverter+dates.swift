import Records

/// Dates that can only be read in another order than that of their column.
extension RecordConverter {
  /// Takes a text that is no date of its column into account.
  ///
  /// - Parameters:
  ///   - text: the indices of the text, without white space around it.
  ///   - bytes: the bytes that it is part of.
  ///   - column: the column's converter.
  ///   - line: the physical line of its record.
  mutating func noteContraryDate(
    _ text: Range<Int>, in bytes: Span<UInt8>, column: Int, line: Int64
  ) {
    guard let parser = converters[column].dates, let order = parser.rules.order,
      let parts = DateText(text, in: bytes), case .numeric = parts.numbers,
      let other = DateOrder.allCases.first(where: { parser.date(parts, order: $0) != nil }),
      other != order
    else { return }
    if contrary[column] != nil {
      contrary[column]?.rejected += 1
    } else {
      contrary[column] = ContraryDates(
        column: columns[column], label: vocabularies[column].label, order: order, other: other,
        text: QuotedText.quoted(text.map { bytes[$0] }), line: line)
    }
  }

  /// Looks at the dates that were read beside some that can only be read in another order.
  ///
  /// - Parameters:
  ///   - rows: the rows that are looked at.
  ///   - records: for each row, its record in the batch.
  ///   - batch: the records.
  mutating func compareOrders(
    ofRows rows: Range<Int>, _ records: [Int32], of batch: borrowing RecordBatch
  ) {
    let bytes = batch.bytes.span
    let ends = batch.fieldEnds.span
    for (column, found) in contrary where found.shown == 0 {
      let position = converters[column].position
      guard let parser = converters[column].dates, position >= 0 else { continue }
      var found = found
      for row in rows {
        let record = batch.records[Int(records[row])]
        guard position < record.fieldCount else { continue }
        let text = bytes.trimmed(ends.range(ofField: Int(record.firstField) + position))
        guard let parts = DateText(text, in: bytes), case .numeric = parts.numbers else { continue }
        let day = parser.date(parts, order: found.other)
        if day == nil { found.shown += 1 }
        if day != nil, day != parser.date(parts, order: found.order) { found.open += 1 }
      }
      contrary[column] = found
    }
  }
}
