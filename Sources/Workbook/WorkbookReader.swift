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

  private let archive: ZipArchive
  private let parts: WorkbookParts
  private let batchRecords: Int
  private var content: SheetContent
  private var parser: XMLParser?
  private var member: ArchiveReader?
  private var block: [UInt8] = []
  private var firstRow: Int64 = 1
  private var fieldCount = 0

  /// How many records the head has at most.
  package static let headRecords = 1000

  private static let blockBytes = 64 << 10

  /// Reads what a workbook says of itself, and its shared strings.
  ///
  /// - Parameters:
  ///   - archive: the workbook.
  ///   - batchRecords: the most records in a batch.
  /// - Throws: `InputError` when reading fails or the file is damaged, `WorkbookError` when it is no
  ///   workbook that can be read.
  package init(_ archive: ZipArchive, batchRecords: Int) throws {
    self.archive = archive
    self.batchRecords = batchRecords
    parts = try WorkbookParts(archive)
    sheets = parts.sheets
    content = parts.content(SheetRecords())
  }

  /// The path of the workbook as it was given.
  package var path: String { archive.path }

  /// Whether the workbook is a regular file rather than the copy of a pipe.
  package var isRegularFile: Bool { archive.isRegularFile }

  /// The length and SHA-256 of the workbook as it is on disk.
  package var digest: SourceDigest { archive.digest }

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
  /// - Parameter batch: is emptied, and gets at most `headRecords` records.
  /// - Throws: `InputError` or `WorkbookError`.
  package func readHead(into batch: inout RecordBatch) throws {
    try open(SheetRecords(batchRecords: Self.headRecords))
    _ = try read(into: &batch)
    close()
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
    close()
  }

  /// Gives the next records. A row without a value is none.
  ///
  /// - Parameter batch: is emptied, and gets the records.
  /// - Returns: false at the end of the sheet, when there is no record left.
  /// - Throws: `InputError` or `WorkbookError`.
  package func read(into batch: inout RecordBatch) throws -> Bool {
    if parser == nil {
      var records = SheetRecords(batchRecords: batchRecords)
      records.skippedRows = firstRow - 1
      records.fieldCount = fieldCount
      try open(records)
    }
    batch.removeAll()
    swap(&batch, &content.records.batch)
    while !content.records.isFull, try parseBlock() {}
    swap(&batch, &content.records.batch)
    batch.consumedBytes = digest.byteCount
    batch.consumedSHA256 = digest.sha256
    return !batch.records.isEmpty
  }

  /// Starts again behind the header.
  package func rewind() { close() }

  private func close() {
    parser = nil
    member = nil
  }

  private func open(_ records: consuming SheetRecords) throws {
    guard let sheet, let name = parts.partNames[sheet.id] else {
      throw WorkbookError(path: path, kind: .missingPart("sheet \(sheet?.name ?? "")"))
    }
    var records = records
    records.sheet = sheet.name
    content = parts.content(records)
    guard let member = try archive.open(name) else {
      throw WorkbookError(path: path, kind: .missingPart(name))
    }
    guard let parser = XMLParser(content) else {
      throw WorkbookError(path: path, kind: .outOfMemory)
    }
    self.member = member
    self.parser = parser
    block = []
    isBlockUsed = true
    hasEnded = false
  }

  private var isBlockUsed = true
  private var hasEnded = false

  /// Parses a block of the sheet, up to where the batch is full.
  ///
  /// - Returns: false at the end.
  private func parseBlock() throws -> Bool {
    guard let parser, let member, !hasEnded else { return false }
    if isBlockUsed {
      block.removeAll(keepingCapacity: true)
      _ = try member.read(upTo: Self.blockBytes, into: &block)
    }
    switch parser.parse(block) {
    case .needsBlock: isBlockUsed = true
    case .paused: isBlockUsed = false
    case .ended: hasEnded = true
    case .failed(let kind):
      throw WorkbookError(path: path, part: sheet.flatMap { parts.partNames[$0.id] }, kind: kind)
    }
    return true
  }
}

// A reader has one owner, shares nothing and is bound to no thread: it can be handed to another one.
extension WorkbookReader: @unchecked Sendable {}
