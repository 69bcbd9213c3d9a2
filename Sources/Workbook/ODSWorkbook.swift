import Input

/// An OpenDocument spreadsheet: all its sheets are in one part, one behind the other.
struct ODSWorkbook {
  /// The sheets in the order of their tabs.
  let sheets: [Sheet]
  private let archive: ZipArchive

  /// The part that has the sheets.
  static let part = "content.xml"

  /// Reads which sheets there are.
  ///
  /// - Throws: `InputError` or `WorkbookError`.
  init(_ archive: ZipArchive) throws {
    self.archive = archive
    let names = Set(archive.members.map(\.name))
    // LibreOffice 24 puts an encrypted document into one member, older versions encrypt each.
    guard !names.contains("encrypted-package") else {
      throw WorkbookError(path: archive.path, kind: .encrypted)
    }
    let manifest = ODSManifest()
    if names.contains("META-INF/manifest.xml") {
      try archive.parse("META-INF/manifest.xml", into: manifest)
    }
    guard !manifest.isEncrypted else { throw WorkbookError(path: archive.path, kind: .encrypted) }
    let list = ODSSheetList()
    try archive.parse(Self.part, into: list)
    sheets = list.sheets
  }

  /// The rows of a sheet.
  ///
  /// - Throws: `InputError`, or a `WorkbookError.Kind` when the sheet is missing.
  func rows(of sheet: Sheet, _ records: consuming SheetRecords) throws -> XMLRows {
    guard let member = try archive.open(Self.part) else {
      throw WorkbookError.Kind.missingPart(Self.part)
    }
    return try XMLRows(ODSContent(records, sheet: Int(sheet.id) ?? 0), member)
  }
}

/// The part `META-INF/manifest.xml`: whether other parts are encrypted.
///
/// A part that is encrypted has the element that says how (OpenDocument 1.3, part 2, 4.5).
final class ODSManifest: XMLContent {
  private(set) var isEncrypted = false

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    if name == XMLName("encryption-data") { isEncrypted = true }
  }
}

/// Finds the tables of a document that are sheets: those right within `office:spreadsheet`.
///
/// Tables within cells, and the copies that links and changes keep, are none.
struct ODSOutline {
  private let table = XMLName("table")
  private let spreadsheet = XMLName("spreadsheet")
  private var depth = 0
  private var sheetDepth: Int?
  /// How many sheets have begun.
  private(set) var count = 0

  /// An element begins.
  ///
  /// - Returns: whether it is a sheet.
  mutating func start(_ name: XMLName) -> Bool {
    depth += 1
    if name == spreadsheet, sheetDepth == nil { sheetDepth = depth + 1 }
    guard depth == sheetDepth, name == table else { return false }
    count += 1
    return true
  }

  /// An element ends.
  ///
  /// - Returns: whether it was a sheet.
  mutating func end(_ name: XMLName) -> Bool {
    depth -= 1
    return depth + 1 == sheetDepth && name == table
  }
}

/// The part `content.xml`, looked through for the names of its sheets.
final class ODSSheetList: XMLContent {
  private(set) var sheets: [Sheet] = []
  private var outline = ODSOutline()
  private var style: String?
  private var hiddenStyles: Set<String> = []
  private let names = Names()

  private struct Names {
    let style = XMLName("style")
    let properties = XMLName("table-properties")
  }

  /// The most sheets, and styles of hidden ones, that are kept.
  private static let countMax = 10_000

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    if outline.start(name) {
      guard sheets.count < Self.countMax else {
        failure = .malformed("it has more than \(Self.countMax) sheets")
        return
      }
      let style = attributes.string(XMLName("style-name")) ?? ""
      sheets.append(
        Sheet(
          name: attributes.string(XMLName("name")) ?? "Sheet\(sheets.count + 1)",
          isVisible: !hiddenStyles.contains(style), id: String(sheets.count)))
    } else if name == names.style {
      style = attributes.string(XMLName("name"))
    } else if name == names.properties, let style, hiddenStyles.count < Self.countMax,
      attributes.string(XMLName("display")) == "false"
    {
      hiddenStyles.insert(style)
    }
  }

  override func end(_ name: XMLName) { _ = outline.end(name) }
}
