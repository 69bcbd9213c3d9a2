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
    var hasValue = false
    if let fault = appendCells(of: place, of: batch, to: &rows.cells, hasValue: &hasValue) {
      rejectField(
        ends.range(ofField: Int(place.firstField) + converters[fault.column].position),
        of: fault.column, record, of: batch, fault.result, into: &rows)
      return
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

  /// Converts the fields of a record and appends the cells of its row.
  ///
  /// - Parameters:
  ///   - place: the record.
  ///   - batch: its batch.
  ///   - cells: gets a cell for each column; none where a field can't be converted.
  ///   - hasValue: becomes true where a cell is not NULL.
  /// - Returns: the first column whose field can't be converted, and why; nil where there is none.
  @inline(__always)
  private mutating func appendCells(
    of place: RecordBatch.Record, of batch: borrowing RecordBatch, to cells: inout [Cell],
    hasValue: inout Bool
  ) -> (column: Int, result: ColumnConverter.Result)? {
    let bytes = batch.bytes.span
    let ends = batch.fieldEnds.span
    let firstField = Int(place.firstField)
    let firstMade = made.count
    let isMarked = !batch.fieldMarks.isEmpty
    var fault: (column: Int, result: ColumnConverter.Result)?
    // One check of the array for each record in place of one for each cell.
    cells.append(addingCapacity: converters.count) { (cells: inout OutputSpan<Cell>) in
      for index in converters.indices {
        let position = converters[index].position
        guard position >= 0 else {
          cells.append(.null)
          continue
        }
        let field = ends.range(ofField: firstField + position)
        if !isMarked, let cell = converters[index].plainCell(field, of: bytes) {
          hasValue = true
          cells.append(cell)
          continue
        }
        let result =
          isMarked
          ? convertMarked(index, firstField: firstField, of: batch)
          : converters[index].isJoined
            ? converters[index].join(firstField, ends, of: bytes, vocabularies[index], made: &made)
            : converters[index].convert(field, of: bytes, vocabularies[index], made: &made)
        guard case .value(let cell) = result else {
          fault = (index, result)
          cells.removeAll()
          return
        }
        if case .null = cell.kind {} else { hasValue = true }
        cells.append(cell)
      }
    }
    if fault != nil { made.removeLast(made.count - firstMade) }
    return fault
  }
}
