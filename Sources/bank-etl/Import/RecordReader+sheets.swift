import Datasets
import Records
import Workbook

/// Which sheet of a workbook is read.
extension RecordReader {
  /// Chooses the sheet that has a header of a dataset.
  ///
  /// - Parameters:
  ///   - reader: the workbook; afterwards, the sheet is selected.
  ///   - matcher: knows the datasets.
  ///   - options: the sheet and the header that the command line asks for.
  /// - Returns: how the header fits, its text, and how many records are above it.
  /// - Throws: `HeaderMismatch` where none fits, `CommandFailure` where several sheets do, `InputError`
  ///   or `WorkbookError`.
  static func findSheet(
    of reader: WorkbookReader, _ matcher: HeaderMatcher, _ options: ImportOptions
  ) throws -> (HeaderMatch, header: [UInt8], recordsAbove: Int) {
    let sheets =
      try options.sheet.map { [try reader.sheet(named: $0)] } ?? reader.sheets.filter(\.isVisible)
    var found: [(sheet: Sheet, match: HeaderMatch, header: [UInt8], recordsAbove: Int)] = []
    var mismatch: HeaderMismatch?
    var head = RecordBatch()
    for sheet in sheets {
      reader.select(sheet)
      try reader.readHead(into: &head)
      do {
        let match = try matcher.match(head, options.header, fieldCount: head.tableWidth)
        let header = options.header == .none ? [] : head.rejectText(ofRecord: match.record)
        found.append((sheet, match, header, head.recordsAbove(match.record)))
      } catch let error as HeaderMismatch {
        mismatch = mismatch ?? error
      }
    }
    let list = names(found.isEmpty ? sheets : found.map(\.sheet))
    guard let first = found.first else {
      if let mismatch, sheets.count == 1 { throw mismatch }
      let reason = mismatch.map { ": \($0.description)" } ?? ""
      throw refusal(
        reader.path, "expected a header on one of the sheets \(list) but found none\(reason)")
    }
    guard found.count == 1 else {
      throw refusal(
        reader.path,
        "expected one sheet with the header but found \(found.count): \(list); "
          + "choose one with --sheet")
    }
    reader.select(first.sheet)
    return (first.match, first.header, first.recordsAbove)
  }

  /// Selects the sheet that is asked for, or the first visible one that has a record.
  ///
  /// - Parameters:
  ///   - name: the sheet that is asked for; nil for none.
  ///   - isOnly: whether there may be no other one with a record.
  /// - Throws: `InputError`, `WorkbookError`, or `CommandFailure` where no sheet has a record, or
  ///   several have.
  func selectSheet(named name: String?, isOnly: Bool) throws {
    guard let workbook else { return }
    if let name {
      workbook.select(try workbook.sheet(named: name))
      return
    }
    var found: [Sheet] = []
    var head = RecordBatch()
    for sheet in workbook.sheets where sheet.isVisible && (isOnly || found.isEmpty) {
      workbook.select(sheet)
      try workbook.readHead(into: &head)
      if !head.records.isEmpty { found.append(sheet) }
    }
    guard let first = found.first else {
      throw Self.refusal(path, "expected a visible sheet with records but found none")
    }
    guard found.count == 1 else {
      throw Self.refusal(
        path,
        "expected one sheet with records but found \(found.count): \(Self.names(found)); "
          + "choose one with --sheet")
    }
    workbook.select(first)
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
