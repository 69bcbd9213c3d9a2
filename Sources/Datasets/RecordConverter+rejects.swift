import Records

extension RecordConverter {
  /// Takes the problems of one record.
  ///
  /// - Parameter problems: those of this record and of later ones.
  /// - Returns: the first that keeps it from being loaded; nil where they are all in columns that are not.
  @inline(never)
  func takeProblem(from problems: inout ArraySlice<RecordProblem>) -> RecordProblem? {
    guard let record = problems.first?.record else { return nil }
    let own = problems.prefix { $0.record == record }
    problems = problems.dropFirst(own.count)
    return own.first(where: tracker.mapping.stops)
  }

  @inline(never)
  mutating func rejectRagged(
    _ record: Int, of batch: borrowing RecordBatch, into rows: inout RowBatch
  ) {
    let place = batch.records[record]
    guard !width.isBlank(place, batch.fieldEnds.span, in: batch.bytes.span) else {
      tracker.noteBlank()
      return
    }
    if isOfOtherTable(record, of: batch, into: &rows) { return }
    recordCount += 1
    let found = "expected \(width.fieldCount) fields but found \(place.fieldCount)"
    guard let message = messageUnlessRepaired(record, of: batch, found, into: &rows) else { return }
    reject(record, of: batch, nil, .ragged, message, into: &rows)
  }

  /// Rejects a record that could not be read, unless its fields or quotes are why and can be repaired.
  @inline(never)
  mutating func rejectProblem(
    _ problem: RecordProblem, of batch: borrowing RecordBatch, into rows: inout RowBatch
  ) {
    var message: String? = problem.message
    switch problem.code {
    case .ragged, .strayQuote, .unclosedQuote:
      message = messageUnlessRepaired(problem.record, of: batch, problem.message, into: &rows)
    default: break
    }
    guard let message else { return }
    reject(problem.record, of: batch, nil, problem.code, message, into: &rows)
  }

  @inline(never)
  mutating func rejectField(
    _ field: Range<Int>, of column: Int, _ record: Int, of batch: borrowing RecordBatch,
    _ result: ColumnConverter.Result, into rows: inout RowBatch
  ) {
    let bytes = batch.bytes.span
    let place = batch.records[record]
    guard !width.isBlank(place, batch.fieldEnds.span, in: bytes) else {
      tracker.noteBlank()
      return
    }
    if isOfOtherTable(record, of: batch, into: &rows) { return }
    recordCount += 1
    let converter = converters[column]
    let vocabulary = vocabularies[column]
    let text = batch.bytes[bytes.trimmed(field)]
    let found = text.isEmpty ? "none" : QuotedText.quoted(text)
    let (code, expected): (RejectCode, String) =
      switch result {
      case .missing: (.missingValue, "a value")
      case .outOfBounds(let expected): (.constraint, expected)
      case .invalid, .value: (converter.invalidCode, converter.expectation(vocabulary))
      }
    let reason = "expected \(expected) but found \(found)"
    guard let message = messageUnlessRepaired(record, of: batch, reason, into: &rows) else {
      return
    }
    if code == .invalidDate {
      noteContraryDate(bytes.trimmed(field), in: bytes, column: column, line: place.line)
    }
    reject(record, of: batch, vocabulary.label, code, message, into: &rows)
  }

  /// Appends a reject for a record, which has been counted.
  func reject(
    _ record: Int, of batch: borrowing RecordBatch, _ column: String?, _ code: RejectCode,
    _ message: String, into rows: inout RowBatch
  ) {
    rows.rejects.append(
      Reject(
        line: batch.records[record].line, record: recordCount, column: column, code: code,
        message: message, raw: batch.rejectText(ofRecord: record)))
  }
}
