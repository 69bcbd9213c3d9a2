package import Input
package import Records

/// Reads the records of one sheet of a workbook, batch by batch, in memory that does not depend on
/// the sheet's size.
///
/// After `select(_:)`, `readHead(into:)` gives the first records, among which the caller finds the
/// header. After `beginRecords(afterLine:fieldCount:)`, `read(into:)` gives the records behind it.
package final class WorkbookReader {
  /// The sheets in the order of their tabs.
  package let sheets: [Sheet]
  /// The sheet that is read.
  package private(set) var sheet: Sheet?

  private let file: WorkbookFile
  private let book: Book
  private let batchRecords: Int
  private var rows: (any SheetRows)?
  private var firstRow: Int64 = 1
  private var fieldCount = 0

  /// The kinds of workbooks.
  private enum Book {
    case xlsx(XLSXWorkbook)
    case xls(XLSWorkbook)
    case ods(ODSWorkbook)
  }

  /// How many records the head has at most.
  package static let headRecords = 1000

  /// Reads what a workbook says of itself, and its shared strings.
  ///
  /// - Parameters:
  ///   - file: the workbook.
  ///   - batchRecords: the most records in a batch.
  /// - Throws: `InputError` when reading fails or the file is damaged, `WorkbookError` when it is no
  ///   workbook that can be read.
  package init(_ file: WorkbookFile, batchRecords: Int) throws {
    self.file = file
    self.batchRecords = batchRecords
    do {
      switch file.content {
      case .archive(let archive) where archive.format == .ods:
        let workbook = try ODSWorkbook(archive)
        (book, sheets) = (.ods(workbook), workbook.sheets)
      case .archive(let archive):
        let workbook = try XLSXWorkbook(archive)
        (book, sheets) = (.xlsx(workbook), workbook.sheets)
      case .bytes(let bytes):
        let workbook = try XLSWorkbook(bytes)
        (book, sheets) = (.xls(workbook), workbook.sheets)
      }
    } catch let kind as WorkbookError.Kind {
      throw WorkbookError(path: file.path, kind: kind)
    }
  }

  /// The path of the workbook as it was given.
  package var path: String { file.path }

  /// Whether the workbook is a regular file rather than the copy of a pipe.
  package var isRegularFile: Bool { file.isRegularFile }

  /// The length and SHA-256 of the workbook as it is on disk.
  package var digest: SourceDigest { file.digest }

  /// What kind of workbook it is.
  package var format: ForeignFormat {
    switch book {
    case .xlsx: .xlsx
    case .xls: .xls
    case .ods: .ods
    }
  }

  /// The year from which on the workbook counts days, 1900 or 1904; nil where it writes dates out.
  package var dateSystem: Int? {
    switch book {
    case .xlsx(let workbook): workbook.dateSystem == .from1904 ? 1904 : 1900
    case .xls(let workbook): workbook.dateSystem == .from1904 ? 1904 : 1900
    case .ods: nil
    }
  }

  /// Chooses the sheet to read.
  package func select(_ sheet: Sheet) {
    self.sheet = sheet
    firstRow = 1
    fieldCount = 0
  }

  /// Chooses the sheet to read by its name.
  ///
  /// - Parameter name: the name on its tab, in any case.
  /// - Returns: the sheet.
  /// - Throws: `WorkbookError` of kind `noSheet`.
  package func sheet(named name: String) throws(WorkbookError) -> Sheet {
    let folded = name.lowercased()
    guard
      let sheet = sheets.first(where: { $0.name == name })
        ?? sheets.first(where: { $0.name.lowercased() == folded })
    else {
      throw WorkbookError(path: path, kind: .noSheet(name, among: sheets.map(\.name)))
    }
    return sheet
  }

  /// Gives the records of the head, from the first row on.
  ///
  /// - Parameters:
  ///   - batch: is emptied, and gets at most `headRecords` records.
  ///   - fieldCount: how many fields they have at least.
  /// - Throws: `InputError` or `WorkbookError`.
  package func readHead(into batch: inout RecordBatch, fieldCount: Int = 0) throws {
    batch.removeAll()
    try reporting {
      var records = SheetRecords(batchRecords: Self.headRecords)
      records.fieldCount = fieldCount
      try open(records).read(into: &batch)
    }
    rows = nil
  }

  /// How many columns there are up to the last that a merged cell of some rows reaches.
  ///
  /// This goes through the whole sheet, as what is merged may stand at its end.
  ///
  /// - Parameter rows: the rows, counting from 1.
  /// - Returns: 0 where none of their cells is merged.
  /// - Throws: `InputError` or `WorkbookError`.
  package func mergedWidth(ofRows rows: ClosedRange<Int64>) throws -> Int {
    var width = 0
    var batch = RecordBatch()
    try reporting {
      var records = SheetRecords()
      records.skippedRows = .max
      let sheet = try open(records)
      try sheet.read(into: &batch)
      width = sheet.merged.width(ofRows: rows)
    }
    return width
  }

  /// Says where the records start and how many fields they have.
  ///
  /// - Parameters:
  ///   - line: the row of the header, counting from 1; 0 where there is none.
  ///   - fieldCount: how many fields the header has. A record that has fewer cells gets empty
  ///     fields, since a sheet does not keep empty cells.
  package func beginRecords(afterLine line: Int64, fieldCount: Int) {
    firstRow = line + 1
    self.fieldCount = fieldCount
    rows = nil
  }

  /// Gives the next records.
  ///
  /// A row without a value is none.
  ///
  /// - Parameter batch: is emptied, and gets the records.
  /// - Returns: false at the end of the sheet, when there is no record left.
  /// - Throws: `InputError` or `WorkbookError`.
  package func read(into batch: inout RecordBatch) throws -> Bool {
    batch.removeAll()
    try reporting {
      let rows = try self.rows ?? open(rowsBehindHeader)
      self.rows = rows
      try rows.read(into: &batch)
    }
    batch.consumedBytes = digest.byteCount
    batch.consumedSHA256 = digest.sha256
    return !batch.records.isEmpty
  }

  /// Starts again behind the header.
  package func rewind() { rows = nil }

  private var rowsBehindHeader: SheetRecords {
    var records = SheetRecords(batchRecords: batchRecords)
    records.skippedRows = firstRow - 1
    records.fieldCount = fieldCount
    return records
  }

  /// The rows of the sheet, from the first on.
  private func open(_ records: consuming SheetRecords) throws -> any SheetRows {
    guard let sheet else { throw WorkbookError.Kind.missingPart("sheet") }
    records.sheet = sheet.name
    switch book {
    case .xlsx(let workbook): return try workbook.rows(of: sheet, records)
    case .ods(let workbook): return try workbook.rows(of: sheet, records)
    case .xls(let workbook):
      return try XLSRows(of: workbook, at: Int(sheet.id) ?? 0, records)
    }
  }

  /// Makes calls whose `WorkbookError.Kind` is an error of the sheet.
  private func reporting(_ calls: () throws -> Void) throws {
    do {
      try calls()
    } catch let kind as WorkbookError.Kind {
      throw WorkbookError(path: path, part: sheet.flatMap(part), kind: kind)
    }
  }

  /// What a message calls the part that a sheet is in.
  private func part(of sheet: Sheet) -> String? {
    guard case .xlsx(let workbook) = book else { return sheet.name }
    return try? workbook.part(of: sheet)
  }
}

// A reader has one owner, shares nothing and is bound to no thread: it can be handed to another one.
extension WorkbookReader: @unchecked Sendable {}
