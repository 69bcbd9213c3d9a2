import Datasets
import Records
import Workbook

/// Which sheet of a workbook is read.
extension RecordReader {
  /// What was found of the sheet that is read.
  struct FoundSheet {
    let sheet: Sheet
    let match: HeaderMatch
    /// The header's text.
    let header: [UInt8]
    /// How many records with several values are above it.
    let recordsAbove: Int
    /// The other sheets with records.
    var passedOver: [String] = []
  }

  /// Chooses the sheet that has a header of a dataset.
  ///
  /// - Parameters:
  ///   - reader: the workbook; afterwards, the sheet is selected.
  ///   - matcher: knows the datasets.
  ///   - options: the sheets and the header that the command line asks for.
  /// - Returns: the sheet, and how its header fits.
  /// - Throws: `HeaderMismatch` or `CommandFailure` where none fits, `SeveralSheets` where several do or
  ///   are asked for, `InputError` or `WorkbookError`.
  static func findSheet(
    of reader: WorkbookReader, _ matcher: HeaderMatcher, _ options: ImportOptions
  ) throws -> FoundSheet {
    let asked = try options.sheets.map { try reader.sheet(named: $0) }
    guard asked.count < 2 else {
      throw SeveralSheets(path: reader.path, sheets: asked.map(\.name), passedOver: [])
    }
    var (found, passedOver): ([FoundSheet], [String]) = ([], [])
    var mismatch: HeaderMismatch?
    var head = RecordBatch()
    let sheets = asked.isEmpty ? reader.sheets : asked
    for sheet in sheets {
      reader.select(sheet)
      try reader.readHead(into: &head)
      guard sheet.isVisible || !asked.isEmpty else {
        if !head.records.isEmpty { passedOver.append(sheet.name) }
        continue
      }
      do {
        let match = try Self.match(matcher, &head, of: reader, options.header)
        let header = options.header == .none ? [] : head.headerText(match.records)
        found.append(
          FoundSheet(
            sheet: sheet, match: match, header: header,
            recordsAbove: head.recordsAbove(match.record)))
      } catch let error as HeaderMismatch {
        mismatch = mismatch ?? error
        if !head.records.isEmpty { passedOver.append(sheet.name) }
      }
    }
    guard var first = found.first else {
      if let mismatch, sheets.count == 1 { throw mismatch }
      let reason = mismatch.map { ": \($0.description)" } ?? ""
      let list = names(asked.isEmpty ? sheets.filter(\.isVisible) : asked)
      throw refusal(
        reader.path, "expected a header on one of the sheets \(list) but found none\(reason)")
    }
    guard found.count == 1 else {
      throw SeveralSheets(
        path: reader.path, sheets: found.map(\.sheet.name), passedOver: passedOver)
    }
    reader.select(first.sheet)
    first.passedOver = passedOver
    return first
  }

  /// The match of a header, which has as many columns as the records below where its merged cells lie
  /// over them.
  private static func match(
    _ matcher: HeaderMatcher, _ head: inout RecordBatch, of reader: WorkbookReader,
    _ request: HeaderRequest
  ) throws -> HeaderMatch {
    let width = head.tableWidth
    let match = try matcher.match(head, request, fieldCount: width)
    guard request != .none, match.fieldCount < width else { return match }
    let columns = try reader.headerWidth(
      ofRows: match.line...match.lastLine, labels: match.fieldCount, of: width)
    guard columns > match.fieldCount else { return match }
    try reader.readHead(into: &head, fieldCount: columns)
    return try matcher.match(head, request, fieldCount: width)
  }

  /// The sheets that are asked for, or the visible ones that have a record; none for a text.
  ///
  /// - Parameter names: the sheets that are asked for; none for all.
  /// - Returns: at least one for a workbook, the first of them selected.
  /// - Throws: `InputError`, `WorkbookError`, or `CommandFailure` where no sheet has a record.
  func selectSheets(named names: [String]) throws -> [Sheet] {
    guard let workbook else { return [] }
    var sheets = try names.map { try workbook.sheet(named: $0) }
    var head = RecordBatch()
    for sheet in workbook.sheets where names.isEmpty && sheet.isVisible {
      workbook.select(sheet)
      try workbook.readHead(into: &head)
      if !head.records.isEmpty { sheets.append(sheet) }
    }
    guard let first = sheets.first else {
      throw Self.refusal(path, "expected a visible sheet with records but found none")
    }
    workbook.select(first)
    return sheets
  }

  private static func names(_ sheets: [Sheet]) -> String {
    sheets.map { "\"\($0.name)\"" }.joined(separator: ", ")
  }
}

extension WorkbookReader {
  /// Gives the records of the head, each with as many fields as the table has columns.
  ///
  /// - Parameter batch: is emptied, and gets the records.
  /// - Returns: how many columns the table has.
  /// - Throws: `InputError` or `WorkbookError`.
  func readPaddedHead(into batch: inout RecordBatch) throws -> Int {
    try readHead(into: &batch)
    let width = batch.tableWidth
    try readHead(into: &batch, fieldCount: width)
    return width
  }

  /// How many columns a header has: those up to its last label, or to the last that one of its merged cells
  /// lies over, as far as the table goes.
  ///
  /// The sheet is gone through for its merged cells where the labels are fewer than the table has columns.
  ///
  /// - Parameters:
  ///   - rows: the header's rows, counting from 1.
  ///   - labels: how many columns there are up to the last label.
  ///   - width: how many the table has.
  /// - Returns: the number of columns.
  /// - Throws: `InputError` or `WorkbookError`.
  func headerWidth(
    ofRows rows: ClosedRange<Int64>, labels: Int, of width: Int
  ) throws -> Int {
    guard labels < width else { return labels }
    return max(labels, min(width, try mergedWidth(ofRows: rows)))
  }
}

extension RecordBatch {
  /// How many records above another one have more than one value: titles and notes have one.
  ///
  /// - Parameter record: a record of the batch; -1 for none.
  /// - Returns: their number.
  func recordsAbove(_ record: Int) -> Int {
    (0..<max(0, record)).count { row in
      (0..<Int(records[row].fieldCount)).count { !range(ofField: $0, in: row).isEmpty } > 1
    }
  }

  /// How many columns the table has whose rows these are, without their empty cells at the end.
  ///
  /// It is the widest row that has a value in at least half of its cells: a note far to the right does
  /// not make the table wider.
  var tableWidth: Int {
    var width = 0
    for row in records.indices {
      let count = Int(records[row].fieldCount)
      guard count > width else { continue }
      let filled = (0..<count).count { !range(ofField: $0, in: row).isEmpty }
      if filled * 2 >= count { width = count }
    }
    return width
  }
}
