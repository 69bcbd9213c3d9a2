import Input
import Records

/// The rows of one sheet, streamed out of the XML in the archive that the workbook is.
final class XMLRows: SheetRows {
  private let content: SheetXML
  private let parser: XMLParser
  private let member: ArchiveReader
  private var block: [UInt8] = []
  private var isBlockUsed = true
  private var hasEnded = false

  private static let blockBytes = 64 << 10

  /// The rows that the content of a sheet makes of a member of the archive.
  init(_ content: SheetXML, _ member: ArchiveReader) throws(WorkbookError.Kind) {
    guard let parser = XMLParser(content) else { throw .outOfMemory }
    self.content = content
    self.parser = parser
    self.member = member
  }

  var merged: MergedCells { content.merged }

  func read(into batch: inout RecordBatch) throws {
    swap(&batch, &content.records.batch)
    defer { swap(&batch, &content.records.batch) }
    content.resume()
    while !content.records.isFull, !hasEnded { try parseBlock() }
    if let failure = content.failure { throw failure }
  }

  /// Parses a block of the sheet, up to where the batch is full.
  private func parseBlock() throws {
    if isBlockUsed {
      block.removeAll(keepingCapacity: true)
      _ = try member.read(upTo: Self.blockBytes, into: &block)
    }
    switch parser.parse(block) {
    case .needsBlock: isBlockUsed = true
    case .paused: isBlockUsed = false
    case .ended: hasEnded = true
    case .failed(let kind): throw kind
    }
    if content.isComplete { hasEnded = true }
  }
}

extension ZipArchive {
  private static let blockBytes = 64 << 10

  /// Parses a whole part of a workbook.
  ///
  /// - Parameters:
  ///   - name: the part's path in the archive.
  ///   - content: gets what is in it, up to where it says that it is complete.
  /// - Throws: `InputError`, or `WorkbookError` where the part is missing or malformed.
  func parse(_ name: String, into content: XMLContent) throws {
    guard let member = try open(name) else {
      throw WorkbookError(path: path, kind: .missingPart(name))
    }
    guard let parser = XMLParser(content) else {
      throw WorkbookError(path: path, kind: .outOfMemory)
    }
    var block: [UInt8] = []
    while true {
      block.removeAll(keepingCapacity: true)
      _ = try member.read(upTo: Self.blockBytes, into: &block)
      switch parser.parse(block) {
      case .needsBlock, .paused: continue
      case .ended: return
      case .failed(let kind): throw WorkbookError(path: path, part: name, kind: kind)
      }
    }
  }
}
