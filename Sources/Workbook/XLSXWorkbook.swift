import Records
import Input

/// An .xlsx workbook: what is read of it before its sheets.
struct XLSXWorkbook {
  /// The sheets in the order of their tabs.
  let sheets: [Sheet]
  /// The names of parts by identifier.
  private let partNames: [String: String]

  private let archive: ZipArchive
  private let strings = SharedStrings()
  private let formats: [NumberFormat]
  let dateSystem: ExcelCalendar

  /// Reads the parts.
  ///
  /// - Throws: `InputError` or `WorkbookError`.
  init(_ archive: ZipArchive) throws {
    self.archive = archive
    let package = Relationships(of: "")
    try archive.parse("_rels/.rels", into: package)
    let workbook = package.targetsByType["officeDocument"] ?? "xl/workbook.xml"
    guard !workbook.hasSuffix(".bin") else {
      throw WorkbookError(
        path: archive.path, kind: .unsupported("Excel's binary kind (.xlsb)"))
    }
    let list = SheetList()
    try archive.parse(workbook, into: list)
    let relationships = Relationships(of: workbook)
    try archive.parse(Relationships.name(of: workbook), into: relationships)
    let styles = Styles()
    if let name = relationships.targetsByType["styles"] {
      try archive.parse(name, into: styles)
    }
    if let name = relationships.targetsByType["sharedStrings"] {
      try archive.parse(name, into: strings)
    }
    sheets = list.sheets
    dateSystem = list.dateSystem
    partNames = relationships.targets
    formats = styles.formats
  }

  /// The name of the part that a sheet is in.
  func part(of sheet: Sheet) throws(WorkbookError.Kind) -> String {
    guard let name = partNames[sheet.id] else { throw .missingPart("sheet \(sheet.name)") }
    return name
  }

  /// The rows of a sheet.
  ///
  /// - Throws: `InputError`, or a `WorkbookError.Kind` when the sheet is missing.
  func rows(of sheet: Sheet, _ records: consuming SheetRecords) throws -> XMLRows {
    let name = try part(of: sheet)
    guard let member = try archive.open(name) else { throw WorkbookError.Kind.missingPart(name) }
    let content = SheetContent(
      records, strings: strings, formats: formats, dateSystem: dateSystem)
    return try XMLRows(content, member)
  }
}
