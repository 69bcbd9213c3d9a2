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
  private let dateSystem: SerialDate.System

  private static let blockBytes = 64 << 10

  /// Reads the parts.
  ///
  /// - Throws: `InputError` or `WorkbookError`.
  init(_ archive: ZipArchive) throws {
    self.archive = archive
    let package = Relationships(of: "")
    try Self.parse("_rels/.rels", of: archive, into: package)
    let workbook = package.targetsByType["officeDocument"] ?? "xl/workbook.xml"
    guard !workbook.hasSuffix(".bin") else {
      throw WorkbookError(
        path: archive.path, kind: .unsupported("Excel's binary kind (.xlsb)"))
    }
    let list = SheetList()
    try Self.parse(workbook, of: archive, into: list)
    let relationships = Relationships(of: workbook)
    try Self.parse(Relationships.name(of: workbook), of: archive, into: relationships)
    let styles = Styles()
    if let name = relationships.targetsByType["styles"] {
      try Self.parse(name, of: archive, into: styles)
    }
    if let name = relationships.targetsByType["sharedStrings"] {
      try Self.parse(name, of: archive, into: strings)
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
  func rows(of sheet: Sheet, _ records: consuming SheetRecords) throws -> XLSXRows {
    let name = try part(of: sheet)
    guard let member = try archive.open(name) else { throw WorkbookError.Kind.missingPart(name) }
    let content = SheetContent(
      records, strings: strings, formats: formats, dateSystem: dateSystem)
    return try XLSXRows(content, member)
  }

  /// Parses a whole part.
  private static func parse(
    _ name: String, of archive: ZipArchive, into content: XMLContent
  ) throws {
    guard let member = try archive.open(name) else {
      throw WorkbookError(path: archive.path, kind: .missingPart(name))
    }
    guard let parser = XMLParser(content) else {
      throw WorkbookError(path: archive.path, kind: .outOfMemory)
    }
    var block: [UInt8] = []
    while true {
      block.removeAll(keepingCapacity: true)
      _ = try member.read(upTo: blockBytes, into: &block)
      switch parser.parse(block) {
      case .needsBlock, .paused: continue
      case .ended: return
      case .failed(let kind):
        throw WorkbookError(path: archive.path, part: name, kind: kind)
      }
    }
  }
}
