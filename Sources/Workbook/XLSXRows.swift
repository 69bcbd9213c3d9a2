import Input
import Records

/// The rows of one sheet of an .xlsx workbook, streamed out of its archive.
final class XLSXRows: SheetRows {
  private let content: SheetContent
  private let parser: XMLParser
  private let member: ArchiveReader
  private var block: [UInt8] = []
  private var isBlockUsed = true
  private var hasEnded = false

  private static let blockBytes = 64 << 10

  /// The rows that the content of a sheet makes of a member of the archive.
  init(_ content: SheetContent, _ member: ArchiveReader) throws(WorkbookError.Kind) {
    guard let parser = XMLParser(content) else { throw .outOfMemory }
    self.content = content
    self.parser = parser
    self.member = member
  }

  func read(into batch: inout RecordBatch) throws {
    swap(&batch, &content.records.batch)
    defer { swap(&batch, &content.records.batch) }
    while !content.records.isFull, !hasEnded { try parseBlock() }
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
  }
}
