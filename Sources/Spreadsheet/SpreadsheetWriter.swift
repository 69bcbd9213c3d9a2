internal import CXlsxWriter

/// Writes one sheet of a workbook (.xlsx) row by row, in constant memory.
@safe package final class SpreadsheetWriter {
  private let workbook: UnsafeMutablePointer<lxw_workbook>
  private let sheet: UnsafeMutablePointer<lxw_worksheet>
  private let dateFormat: UnsafeMutablePointer<lxw_format>?
  private let labels: [String]
  private var row = 0
  private var column = 0
  private var isRowEmpty = true
  /// How many rows with a value there are, the one with the labels included.
  package private(set) var filledRows = 0
  private var isOpen = true

  /// The most rows of a sheet, the one with the labels included: Excel's limit.
  package static let rowsMax = 1_048_576
  /// The most columns of a sheet: Excel's limit.
  package static let columnsMax = 16_384
  /// The most characters of a cell: Excel's limit.
  package static let charactersMax = 32_767

  /// The version of libxlsxwriter.
  package static var libraryVersion: String { unsafe String(cString: lxw_version()) }

  /// Begins a workbook with a sheet that has a row of labels.
  ///
  /// - Parameters:
  ///   - path: the file, which is made or emptied when the workbook is finished.
  ///   - folder: where temporary files go; they have no names.
  ///   - name: the sheet's name; what Excel does not take in one is replaced.
  ///   - labels: the labels of the columns.
  /// - Throws: `SpreadsheetError`.
  package init(
    path: String, temporaryFolder folder: String, sheet name: String, labels: [String]
  ) throws(SpreadsheetError) {
    // "This option reduces the amount of data stored in memory so that large files can be written
    // efficiently. … a row is written and then discarded when a cell in a new row is added"
    // (libxlsxwriter, lxw_workbook_options); the file may be larger than 4 GiB.
    let made = unsafe folder.withCString { folder in
      var options = unsafe lxw_workbook_options(
        constant_memory: 1, tmpdir: UnsafeMutablePointer(mutating: folder), use_zip64: 0)
      return unsafe workbook_new_opt(path, &options)
    }
    guard let made = unsafe made,
      let sheet = unsafe Self.sheet(named: name, of: made)
    else { throw SpreadsheetError(.writing, "a workbook can't be begun: no temporary file") }
    unsafe workbook = made
    unsafe self.sheet = unsafe sheet
    unsafe dateFormat = workbook_add_format(made)
    unsafe format_set_num_format(dateFormat, "yyyy-mm-dd")
    self.labels = labels
    guard labels.count <= Self.columnsMax else {
      throw SpreadsheetError(
        .tooLarge, "expected at most \(Self.columnsMax) columns of a sheet but found more")
    }
    for label in labels { try write(.text(label)) }
    endRow()
  }

  deinit {
    // What could not be finished is given up: nothing is written.
    if isOpen { unsafe lxw_workbook_free(workbook) }
  }

  private static func sheet(
    named name: String, of workbook: UnsafeMutablePointer<lxw_workbook>
  ) -> UnsafeMutablePointer<lxw_worksheet>? {
    // "The name must be less than 32 characters" and "can't contain any of: [ ] : * ? / \"
    // (libxlsxwriter, workbook_add_worksheet)
    let allowed = name.map { "[]:*?/\\'".contains($0) ? "_" : $0 }.prefix(31)
    return unsafe workbook_add_worksheet(workbook, String(allowed))
      ?? workbook_add_worksheet(workbook, nil)
  }

  /// Writes the next cell of the row.
  ///
  /// A whole number beyond 2^53, and a number that needs 17 digits, is written as text: as a number
  /// it would be another one.
  ///
  /// - Parameter cell: what it holds.
  /// - Throws: `SpreadsheetError` of kind `tooLarge`.
  package func write(_ cell: SpreadsheetCell) throws(SpreadsheetError) {
    guard self.row < Self.rowsMax else {
      throw SpreadsheetError(
        .tooLarge, "expected at most \(Self.rowsMax - 1) rows below the labels but found more")
    }
    let (row, column) = (lxw_row_t(self.row), lxw_col_t(self.column))
    self.column += 1
    if cell != .empty { isRowEmpty = false }
    var code = LXW_NO_ERROR
    switch cell {
    case .empty: break
    case .text(let text): code = write(text, row, column)
    case .integer(let integer):
      code =
        Int64(exactly: Double(integer)) == integer && abs(Double(integer)) <= 0x1p53
        ? unsafe worksheet_write_number(sheet, row, column, Double(integer), nil)
        : write(String(integer), row, column)
    case .number(let number):
      code =
        number.isFinite && bank_etl_xlsx_keeps(number) != 0
        ? unsafe worksheet_write_number(sheet, row, column, number, nil)
        : write(number.description, row, column)
    case .day(let year, let month, let day):
      var date = lxw_datetime(
        year: Int32(year), month: Int32(month), day: Int32(day), hour: 0, min: 0, sec: 0)
      code = unsafe worksheet_write_datetime(sheet, row, column, &date, dateFormat)
    }
    guard code == LXW_NO_ERROR else { throw error(code, Int(column)) }
  }

  private func write(_ text: String, _ row: lxw_row_t, _ column: lxw_col_t) -> lxw_error {
    unsafe worksheet_write_string(sheet, row, column, CellText.escaped(text), nil)
  }

  private func error(_ code: lxw_error, _ column: Int) -> SpreadsheetError {
    let place = "row \(row + 1), \(column < labels.count ? labels[column] : "column \(column + 1)")"
    guard code == LXW_ERROR_MAX_STRING_LENGTH_EXCEEDED else {
      return SpreadsheetError(.writing, unsafe "\(place): \(String(cString: lxw_strerror(code)))")
    }
    return SpreadsheetError(
      .tooLarge,
      "\(place): expected at most \(Self.charactersMax) characters of a cell but found more")
  }

  /// Ends the row.
  package func endRow() {
    if !isRowEmpty { filledRows += 1 }
    isRowEmpty = true
    row += 1
    column = 0
  }

  /// Writes the file.
  ///
  /// - Throws: `SpreadsheetError` of kind `writing` where it can't be written; libxlsxwriter does not
  ///   notice each such case, so that the file is to be read again before anybody relies on it.
  package func finish() throws(SpreadsheetError) {
    guard unsafe bank_etl_xlsx_rows_failed(sheet) == 0 else {
      throw SpreadsheetError(.writing, "the rows can't be written to a temporary file")
    }
    isOpen = false
    // "The workbook_close() function … frees any memory allocated" even where it fails.
    let code = unsafe workbook_close(workbook)
    guard code == LXW_NO_ERROR else {
      throw SpreadsheetError(.writing, unsafe String(cString: lxw_strerror(code)))
    }
  }
}
