import CSV
import Datasets
import Documents
import Records
import Workbook

/// Where the records begin: behind the header of a dataset, or of any table.
extension RecordReader {
  /// Finds the header of a dataset among the first records, and goes to the one behind it.
  ///
  /// - Parameters:
  ///   - matcher: knows the datasets that it can be of.
  ///   - options: the header and the sheet that the command line asks for.
  /// - Returns: how the header fits.
  /// - Throws: `HeaderMismatch` where none fits, `SeveralSheets` where several sheets do, `InputError`
  ///   or `WorkbookError`.
  mutating func findHeader(
    _ matcher: HeaderMatcher, _ options: ImportOptions
  ) throws -> HeaderMatch {
    if let workbook {
      let found = try Self.findSheet(of: workbook, matcher, options)
      (headerText, recordsAbove, otherSheets) = (found.header, found.recordsAbove, found.passedOver)
      workbook.beginRecords(afterLine: found.match.lastLine, fieldCount: found.match.fieldCount)
      return found.match
    }
    var head = RecordBatch()
    let fieldCount = readHead(into: &head)
    var match: HeaderMatch
    do {
      match =
        isDocument
        ? try matcher.match(head, record: 0)
        : try matcher.match(head, options.header, fieldCount: fieldCount)
    } catch {
      if let wrappedRecords { throw Self.refusal(path, wrappedRecords) }
      throw error
    }
    match.noteIntegers(in: head)
    if options.header != .none { headerText = head.headerText(match.records) }
    recordsAbove = head.recordsAbove(match.record)
    beginRecords(
      afterLine: match.lastLine, fieldCount: match.fieldCount,
      leastFieldCount: match.leastFieldCount)
    return match
  }

  /// Finds a table among the first records, whatever its labels are, and goes to its first record.
  ///
  /// Of a workbook, a sheet has been selected.
  ///
  /// - Parameters:
  ///   - head: is emptied, and gets the first records.
  ///   - request: the header that the command line asks for.
  ///   - matcher: knows the datasets; a header on several lines that is one of theirs is the table's.
  /// - Returns: where the table is.
  /// - Throws: `InputError`, `WorkbookError`, or `CommandFailure` where the header that was asked for is
  ///   not there.
  mutating func findTable(
    into head: inout RecordBatch, _ request: HeaderRequest, _ matcher: HeaderMatcher? = nil
  ) throws -> TableLayout {
    let fieldCount: Int
    if let document {
      document.readHead(into: &head)
      guard document.fieldCount > 0 else {
        head.removeAll()
        return TableLayout(head, fieldCount: 0, dialect: nil, header: 0..<0)
      }
      var layout = TableLayout(
        head, fieldCount: document.fieldCount, dialect: nil, header: 0..<1)
      layout.isCommaSeparated = false
      document.beginRecords(afterLine: layout.lastHeaderLine)
      return layout
    }
    if let workbook {
      fieldCount = try workbook.readPaddedHead(into: &head)
    } else {
      fieldCount = readHead(into: &head)
    }
    var layout = try TableLayout(head, fieldCount: fieldCount, dialect: dialect, request)
    if request == .find, let known = try? matcher?.match(head) {
      if known.records.count > 1 || layout.doubt != nil && layout.mayBegin(with: known.record) {
        layout = TableLayout(
          head, fieldCount: fieldCount, dialect: dialect, header: known.records)
      } else if layout.header.count > 1, layout.header.contains(known.record) {
        importedHeader = known
      }
    }
    if let workbook, let line = layout.headerLine {
      let columns = try workbook.headerWidth(
        ofRows: line...layout.lastHeaderLine, labels: layout.leastFieldCount, of: fieldCount)
      narrowHeader = columns < fieldCount ? columns : nil
    }
    beginRecords(
      afterLine: layout.lastHeaderLine,
      fieldCount: layout.labels.isEmpty ? layout.fieldCount : layout.labels.count,
      leastFieldCount: layout.leastFieldCount)
    return layout
  }

  /// What import does otherwise with a header on several lines; nil where it does the same.
  var importedHeaderWords: String? {
    importedHeader.map {
      "import takes line \($0.line) alone, which is the header of \($0.dataset.name)"
    }
  }

  /// Reads the head of a text.
  ///
  /// - Returns: how many fields most of its records have.
  private mutating func readHead(into head: inout RecordBatch) -> Int {
    text?.readHead(into: &head)
    document?.readHead(into: &head)
    return document?.fieldCount ?? textDetection?.fieldCount ?? 0
  }

  private mutating func beginRecords(afterLine line: Int64, fieldCount: Int, leastFieldCount: Int) {
    workbook?.beginRecords(afterLine: line, fieldCount: fieldCount)
    document?.beginRecords(afterLine: line)
    text?.beginRecords(afterLine: line, fieldCount: fieldCount, leastFieldCount: leastFieldCount)
  }
}
