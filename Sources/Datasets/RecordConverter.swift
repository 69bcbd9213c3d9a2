package import Records

/// Converts the records of a file to rows of a dataset's table.
///
/// One converter is used for the records of one file, in their order: it counts them.
package struct RecordConverter: ~Copyable, Sendable {
  /// The table's columns that the rows have, in the order of the cells: that of the declaration.
  package let columns: [String]

  /// How many data records came so far, those that became rejects included.
  ///
  /// A record that has nothing but white space in every field isn't one.
  package internal(set) var recordCount: Int64 = 0

  var converters: [ColumnConverter]
  /// For each converter, the texts that mean something in its column.
  var vocabularies: [ColumnVocabulary]
  var width: RecordWidth
  var header: RepeatedHeader
  var tracker: TableTracker
  /// Text that was made of fields, such as dates, on its way into the batch.
  private var made: [UInt8] = []

  /// A converter for the file of a header.
  ///
  /// A column that is open, because nothing is declared and no `ColumnEvidencePass` settled it,
  /// reads only values that can mean one thing.
  ///
  /// - Parameter match: how the file's columns go to the fields.
  package init(_ match: HeaderMatch) {
    columns = match.tableColumns
    width = RecordWidth(labels: match.labels)
    header = RepeatedHeader(match)
    tracker = TableTracker(match)
    vocabularies = match.columns.map(ColumnVocabulary.init)
    let key = Set(match.dataset.keyColumns)
    converters = match.columns.map { column in
      ColumnConverter(column, isKey: key.contains(column.field.column))
    }
  }

  /// The tables that the file has so far, one below the other.
  package var tables: [FileTable] { tracker.finished(recordCount) }

  /// Converts records of a batch and appends the rows and rejects to `rows`.
  ///
  /// The text of dates is appended to the batch's bytes; all other text stays where it is.
  ///
  /// - Parameters:
  ///   - batch: the records.
  ///   - records: which of them are data, counting from 0: in the first batch, those behind the
  ///     header.
  ///   - rows: what is added to; it has as many columns as `columns`.
  package mutating func convert(
    _ batch: inout RecordBatch, records: Range<Int>, into rows: inout RowBatch
  ) {
    precondition(rows.columnCount == converters.count, "the rows are not this converter's")
    rows.cells.reserveCapacity(rows.cells.count + records.count * converters.count)
    rows.records.reserveCapacity(rows.records.count + records.count)
    var problems = batch.problems[...].drop { $0.record < records.lowerBound }
    for record in records {
      if let problem = problems.first, problem.record == record {
        problems.removeFirst()
        recordCount += 1
        reject(record, of: batch, nil, problem.code, problem.message, into: &rows)
      } else {
        convert(record, of: batch, into: &rows)
      }
    }
    batch.bytes.append(contentsOf: made)
    made.removeAll(keepingCapacity: true)
  }

  /// Converts one record that was read without a problem.
  @inline(__always)
  private mutating func convert(
    _ record: Int, of batch: borrowing RecordBatch, into rows: inout RowBatch
  ) {
    let bytes = batch.bytes.span
    let ends = batch.fieldEnds.span
    let place = batch.records[record]
    if tracker.begin(place), beginsTable(record, of: batch, into: &rows) { return }
    guard width.admits(place, ends, in: bytes) else {
      rejectRagged(record, of: batch, into: &rows)
      return
    }
    guard !header.matches(place, ends, in: bytes) else {
      recordCount += 1
      rows.repeatedHeaders.append(recordCount)
      return
    }
    let firstField = Int(place.firstField)
    let firstCell = rows.cells.count
    let firstMade = made.count
    var hasValue = false
    for index in converters.indices {
      let position = converters[index].position
      let field = position < 0 ? 0..<0 : ends.range(ofField: firstField + position)
      let result =
        converters[index].isJoined
        ? converters[index].join(firstField, ends, of: bytes, vocabularies[index], made: &made)
        : converters[index].convert(field, of: bytes, vocabularies[index], made: &made)
      guard case .value(let cell) = result else {
        rows.cells.removeLast(rows.cells.count - firstCell)
        made.removeLast(made.count - firstMade)
        rejectField(field, of: index, record, of: batch, result, into: &rows)
        return
      }
      if case .null = cell.kind {} else { hasValue = true }
      rows.cells.append(cell)
    }
    guard hasValue || !width.isBlank(place, ends, in: bytes) else {
      rows.cells.removeLast(converters.count)
      tracker.noteBlank()
      return
    }
    tracker.resume(recordCount)
    recordCount += 1
    rows.records.append(Int32(truncatingIfNeeded: record))
    rows.numbers.append(recordCount)
  }
}

// Rejects.
extension RecordConverter {
  @inline(never)
  private mutating func rejectRagged(
    _ record: Int, of batch: borrowing RecordBatch, into rows: inout RowBatch
  ) {
    let place = batch.records[record]
    guard !width.isBlank(place, batch.fieldEnds.span, in: batch.bytes.span) else {
      tracker.noteBlank()
      return
    }
    if isOfOtherTable(record, of: batch, into: &rows) { return }
    recordCount += 1
    let message = "expected \(width.fieldCount) fields but found \(place.fieldCount)"
    reject(record, of: batch, nil, .ragged, message, into: &rows)
  }

  @inline(never)
  private mutating func rejectField(
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
    switch result {
    case .missing:
      let message = "expected a value but found \(found)"
      reject(record, of: batch, vocabulary.label, .missingValue, message, into: &rows)
    case .outOfBounds(let expected):
      let message = "expected \(expected) but found \(found)"
      reject(record, of: batch, vocabulary.label, .constraint, message, into: &rows)
    case .invalid, .value:
      let message = "expected \(converter.expectation(vocabulary)) but found \(found)"
      reject(record, of: batch, vocabulary.label, converter.invalidCode, message, into: &rows)
    }
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

// Keys of rejects.
extension RecordConverter {
  /// The key of a record that became a reject.
  ///
  /// - Parameters:
  ///   - record: the record, counting from 0.
  ///   - batch: the batch; text that is made of a field is appended to its bytes.
  /// - Returns: a cell for each of the key's columns, in the order of `columns`; nil where the
  ///   record has no key that can be read, or the dataset has none.
  package mutating func key(ofRecord record: Int, in batch: inout RecordBatch) -> [Cell]? {
    let place = batch.records[record]
    guard !batch.hasProblem(record),
      width.admits(place, batch.fieldEnds.span, in: batch.bytes.span)
    else { return nil }
    var cells: [Cell] = []
    for index in converters.indices where converters[index].isKey {
      guard converters[index].position >= 0 else { return nil }
      let result = convert(index, at: place, in: batch)
      guard case .value(let cell) = result else {
        made.removeAll(keepingCapacity: true)
        return nil
      }
      cells.append(cell)
      batch.bytes.append(contentsOf: made)
      made.removeAll(keepingCapacity: true)
    }
    return cells.isEmpty ? nil : cells
  }

  /// Converts one field of a record.
  private mutating func convert(
    _ index: Int, at place: RecordBatch.Record, in batch: borrowing RecordBatch
  ) -> ColumnConverter.Result {
    let (ends, bytes) = (batch.fieldEnds.span, batch.bytes.span)
    let (firstField, converter) = (Int(place.firstField), converters[index])
    guard !converter.isJoined else {
      return converter.join(firstField, ends, of: bytes, vocabularies[index], made: &made)
    }
    let field = ends.range(ofField: firstField + converter.position)
    return converter.convert(field, of: bytes, vocabularies[index], made: &made)
  }
}
