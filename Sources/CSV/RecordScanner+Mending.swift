import Records

extension RecordScanner {
  /// Reads what can be read of a line whose quotes do not pair up.
  mutating func mend(_ text: [UInt8], from start: Int, _ line: LineScanner.Line) {
    if let edit = mender?.mended(Array(text[start..<line.end])) {
      parser.setRecord(edit.fields)
    } else {
      salvage(text, from: start, line)
    }
  }

  /// Looks at a record that was added with too many or too few fields: it becomes a problem where
  /// one small change makes it what it should be.
  ///
  /// Where lines that are no records are salvaged, it gets the fields that it should have.
  mutating func mendRagged(
    _ text: [UInt8], _ range: Range<Int>, expected: Int, _ batch: inout RecordBatch
  ) {
    let found = parser.fieldCount
    guard found > expected || found < leastFields ?? expected, found != tableFields else { return }
    let line = Array(text[range])
    let edit = limits.salvages ? mender?.mended(line) : mender?.withOtherDelimiter(line)
    guard let edit else {
      tableFields = mender?.areLabels(line) == true ? found : nil
      return
    }
    if limits.salvages { replaceRecord(with: edit, in: &batch) }
    add(.ragged(expected: expected, found: found, edit.explanation), to: &batch)
  }

  /// Looks at a record that was added with as many fields as it should have, one of which has a quote
  /// in it and is not in quotes: it becomes a problem where that quote can't be meant.
  mutating func mendBareQuote(_ text: [UInt8], _ range: Range<Int>, _ batch: inout RecordBatch) {
    if limits.salvages, let edit = mender?.withoutBareQuotes(Array(text[range])) {
      replaceRecord(with: edit, in: &batch)
      let found = edit.fields.count
      add(.ragged(expected: found, found: found - 1, edit.explanation), to: &batch)
    } else if let field = mender?.strayQuote(in: text[range]) {
      add(.quoteWithin(field: field), to: &batch)
    }
  }

  /// What shows that the end of the last record, which has no line end, is missing.
  mutating func truncation(_ text: [UInt8], _ range: Range<Int>) -> RecordFlaw? {
    guard let leastFields else { return nil }
    let found = parser.fieldCount
    if found < leastFields {
      // In another delimiter it may be whole.
      let isOther = mender?.withOtherDelimiter(Array(text[range])) != nil
      return isOther ? nil : .truncated(expected: leastFields, found: found)
    }
    guard mender?.isCut(Array(text[range])) == true else { return nil }
    return .cut(field: found)
  }

  private mutating func replaceRecord(with edit: LineEdit, in batch: inout RecordBatch) {
    parser.abandonRecord()
    parser.setRecord(edit.fields)
    batch.records[batch.records.count - 1].fieldCount = Int32(edit.fields.count)
  }
}
