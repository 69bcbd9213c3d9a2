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
      var found = ContraryDates(
        column: columns[column], label: vocabularies[column].label, order: order, other: other,
        text: QuotedText.quoted(text.map { bytes[$0] }), line: line)
      let before = sampledOrders[column]?[other] ?? OrderSample()
      (found.shown, found.open) = (before.shown, before.open)
      contrary[column] = found
    }
  }

  /// How many rows at the start of a batch are looked at while no date contradicts its column.
  private static let sampledRows = 64

  /// Looks at some of the dates that were read, in columns of which no date contradicts the order: what they
  /// show counts once one does.
  mutating func sampleOrders(
    ofRows rows: Range<Int>, _ records: [Int32], of batch: borrowing RecordBatch
  ) {
    for column in converters.indices where contrary[column] == nil {
      guard let order = converters[column].dates?.rules.order else { continue }
      for other in DateOrder.allCases where other != order {
        var sample = sampledOrders[column]?[other] ?? OrderSample()
        guard sample.shown == 0 else { continue }
        compare(
          order, other, column, ofRows: rows.prefix(Self.sampledRows), records, of: batch, &sample)
        sampledOrders[column, default: [:]][other] = sample
      }
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
    for (column, found) in contrary where found.shown == 0 {
      var sample = OrderSample(shown: found.shown, open: found.open)
      compare(found.order, found.other, column, ofRows: rows, records, of: batch, &sample)
      contrary[column]?.shown = sample.shown
      contrary[column]?.open = sample.open
    }
  }

  /// Counts the dates of a column that are no days in another order than its own, and other days.
  private func compare(
    _ order: DateOrder, _ other: DateOrder, _ column: Int, ofRows rows: Range<Int>,
    _ records: [Int32],
    of batch: borrowing RecordBatch, _ sample: inout OrderSample
  ) {
    let bytes = batch.bytes.span
    let ends = batch.fieldEnds.span
    let position = converters[column].position
    guard let parser = converters[column].dates, position >= 0 else { return }
    for row in rows {
      let record = batch.records[Int(records[row])]
      guard position < record.fieldCount else { continue }
      let text = bytes.trimmed(ends.range(ofField: Int(record.firstField) + position))
      guard let parts = DateText(text, in: bytes), case .numeric = parts.numbers else { continue }
      let day = parser.date(parts, order: other)
      if day == nil { sample.shown += 1 }
      if day != nil, day != parser.date(parts, order: order) { sample.open += 1 }
    }
  }
}

/// What dates that were read show of another order than that of their column.
struct OrderSample: Sendable {
  /// How many are no days in the other order.
  var shown: Int64 = 0
  /// How many are other days.
  var open: Int64 = 0
}
