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
  /// The names of the columns that are the key.
  let keys: Set<String>
  /// Text that was made of fields, such as dates, on its way into the batch.
  var made: [UInt8] = []
  /// For each column that has them, dates that can only be read in another order.
  var contrary: [Int: ContraryDates] = [:]
  /// For each column of dates of one order, what some of its dates show of each other order.
  var sampledOrders: [Int: [DateOrder: OrderSample]] = [:]
  /// The small changes that are tried where a record is to be rejected; nil where none are.
  package var changes: Changes?

  /// A converter for the file of a header.
  ///
  /// A column that is open, because nothing is declared and no `ColumnEvidencePass` settled it,
  /// reads only values that can mean one thing.
  ///
  /// - Parameter match: how the file's columns go to the fields.
  package init(_ match: HeaderMatch) {
    columns = match.tableColumns
    width = RecordWidth(labels: match.labels)
    header = RepeatedHeader(match.lines)
    tracker = TableTracker(match)
    keys = Set(match.dataset.keyColumns)
    (converters, vocabularies) = Self.converters(match.columns, keys)
  }

  /// What converts the fields of columns, and the texts that mean something in them.
  static func converters(
    _ columns: [HeaderMatch.Column], _ keys: Set<String>
  ) -> ([ColumnConverter], [ColumnVocabulary]) {
    let converters = columns.map { column in
      ColumnConverter(column, isKey: keys.contains(column.field.column))
    }
    return (converters, columns.map(ColumnVocabulary.init))
  }

  /// The tables that the file has so far, one below the other.
  package var tables: [FileTable] { tracker.finished(recordCount) }

  /// The columns so far that have dates which can only be read in another order than theirs.
  package var contraryDates: [ContraryDates] { contrary.sorted { $0.key < $1.key }.map(\.value) }

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
    rows.beginPart(lacking: tracker.mapping.absentColumns)
    rows.cells.reserveCapacity(rows.cells.count + records.count * converters.count)
    rows.records.reserveCapacity(rows.records.count + records.count)
    let firstRow = rows.rowCount
    var problems = batch.problems[...].drop { $0.record < records.lowerBound }
    for record in records {
      if problems.first?.record == record, let problem = takeProblem(from: &problems) {
        recordCount += 1
        rejectProblem(problem, of: batch, into: &rows)
      } else {
        convert(record, of: batch, into: &rows)
      }
    }
    sampleOrders(ofRows: firstRow..<rows.rowCount, rows.records, of: batch)
    if !contrary.isEmpty {
      compareOrders(ofRows: firstRow..<rows.rowCount, rows.records, of: batch)
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
    let isMarked = !batch.fieldMarks.isEmpty
    var hasValue = false
    for index in converters.indices {
      let position = converters[index].position
      guard position >= 0 else {
        rows.cells.append(.null)
        continue
      }
      let field = ends.range(ofField: firstField + position)
      if !isMarked, let cell = converters[index].plainCell(field, of: bytes) {
        hasValue = true
        rows.cells.append(cell)
        continue
      }
      let result =
        isMarked
        ? convertMarked(index, firstField: firstField, of: batch)
        : converters[index].isJoined
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
  /// Takes the problems of one record.
  ///
  /// - Parameter problems: those of this record and of later ones.
  /// - Returns: the first that keeps it from being loaded; nil where they are all in columns that are not.
  @inline(never)
  private func takeProblem(from problems: inout ArraySlice<RecordProblem>) -> RecordProblem? {
    guard let record = problems.first?.record else { return nil }
    let own = problems.prefix { $0.record == record }
    problems = problems.dropFirst(own.count)
    return own.first(where: tracker.mapping.stops)
  }

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
    let found = "expected \(width.fieldCount) fields but found \(place.fieldCount)"
    guard let message = messageUnlessRepaired(record, of: batch, found, into: &rows) else { return }
    reject(record, of: batch, nil, .ragged, message, into: &rows)
  }

  /// Rejects a record that could not be read, unless its fields or quotes are why and can be repaired.
  @inline(never)
  private mutating func rejectProblem(
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
