/// A kind of file that is no delimited text, whatever its name says.
package enum ForeignFormat: String, CaseIterable, CustomStringConvertible, Sendable {
  case zip
  case xlsx
  case ods
  case xls
  case gzip
  case xz
  case zstd
  case bzip2
  case tar
  case pdf
  case png
  case jpeg
  case sqlite
  case parquet
  case html
  case markdown
  case xml
  case json
  case sql
  case binary

  /// What it is called in a message, with its article.
  package var description: String {
    switch self {
    case .zip: "a zip archive"
    case .xlsx: "an Excel workbook (.xlsx)"
    case .ods: "an OpenDocument spreadsheet (.ods)"
    case .xls: "an Excel workbook (.xls)"
    case .gzip: "a gzip file"
    case .xz: "an xz file"
    case .zstd: "a zstd file"
    case .bzip2: "a bzip2 file"
    case .tar: "a tar archive"
    case .pdf: "a PDF document"
    case .png: "a PNG picture"
    case .jpeg: "a JPEG picture"
    case .sqlite: "an SQLite database"
    case .parquet: "a Parquet file"
    case .html: "an HTML page"
    case .markdown: "a table of Markdown"
    case .xml: "an XML document"
    case .json: "JSON"
    case .sql: "SQL statements"
    case .binary: "bytes that are no text"
    }
  }

  /// How many bytes of a source are looked at, where it has them.
  static let sniffedBytes = 512

  /// The first bytes of the formats that have some.
  private static let magic: [(bytes: [UInt8], format: ForeignFormat)] = [
    ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], .xls),
    ([0x1F, 0x8B, 0x08], .gzip),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .xz),
    ([0x28, 0xB5, 0x2F, 0xFD], .zstd),
    (Array("%PDF-".utf8), .pdf),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
    ([0xFF, 0xD8, 0xFF], .jpeg),
    (Array("SQLite format 3\0".utf8), .sqlite),
  ]

  /// What a zip archive of nothing starts with: the record that ends each.
  static let emptyArchive: [UInt8] = [0x50, 0x4B, 0x05, 0x06]

  /// The format that the first bytes of a source show.
  ///
  /// - Parameter head: the first bytes before decoding, `sniffedBytes` where there are as many.
  /// - Returns: nil where they may be text.
  static func recognize(_ head: ArraySlice<UInt8>) -> ForeignFormat? {
    for (bytes, format) in magic where head.starts(with: bytes) { return format }
    if isBzip2(head) { return .bzip2 }
    if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return archive(head) }
    if head.starts(with: emptyArchive) { return .zip }
    // "The magic field is the specification that this archive was output in this archive format"
    // (POSIX, pax, ustar Interchange Format): at byte 257 of the first header, whose name ends with a 0.
    if head.dropFirst(257).starts(with: Array("ustar".utf8)), head.prefix(100).contains(0) {
      return .tar
    }
    // A Parquet file goes on with the bytes of numbers, a list with those of a label.
    if head.starts(with: Array("PAR1".utf8)), let next = head.dropFirst(4).first, isControl(next) {
      return .parquet
    }
    return isMarkdown(head) ? .markdown : markup(head)
  }

  /// The format that a source is cut from, where it has nothing but part of the format's first bytes.
  ///
  /// - Parameters:
  ///   - content: all of the source.
  ///   - name: what the end of its name says it is, without the dot and in lower case. Up to three bytes that
  ///     are text as well, and a single byte, are only taken for part of what the name says.
  /// - Returns: nil where it is empty, or may be something else.
  static func cut(_ content: ArraySlice<UInt8>, named name: String) -> ForeignFormat? {
    guard !content.isEmpty else { return nil }
    if isStartOfBzip2(content) { return .bzip2 }
    let isText = content.count == 1 || content.allSatisfy { 0x20..<0x7F ~= $0 }
    for (ending, format) in compressed {
      guard format.start.starts(with: content) else { continue }
      if ending == name || !isText { return format }
    }
    return nil
  }

  /// What is behind the last dot of a file's name, in lower case.
  package static func ending(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
  }

  /// What the names of compressed files and of archives end in.
  private static let compressed: [(ending: String, format: ForeignFormat)] = [
    ("gz", .gzip), ("xz", .xz), ("zst", .zstd), ("bz2", .bzip2), ("zip", .zip), ("xlsx", .xlsx),
    ("xlsm", .xlsx), ("ods", .ods), ("xls", .xls), ("xlt", .xls),
  ]

  /// The bytes that a file of a format starts with; none where several are possible, or it has none.
  private var start: [UInt8] {
    switch self {
    case .zip, .xlsx, .ods: [0x50, 0x4B, 0x03, 0x04]
    case .bzip2: Array("BZh".utf8)
    default: Self.magic.first { $0.format == self }?.bytes ?? []
    }
  }

  /// Whether it starts with "BZh", the block size as a digit, and the first digits of pi or, in a
  /// file of nothing, those of its square root.
  private static func isBzip2(_ head: ArraySlice<UInt8>) -> Bool {
    let block = head.dropFirst(4)
    return head.starts(with: Array("BZh".utf8)) && bzip2Blocks.contains { block.starts(with: $0) }
  }

  /// Whether a source has nothing but the first four bytes of such a file, or some more.
  private static func isStartOfBzip2(_ content: ArraySlice<UInt8>) -> Bool {
    guard let size = content.dropFirst(3).first, 0x31...0x39 ~= size else { return false }
    return content.starts(with: Array("BZh".utf8))
      && bzip2Blocks.contains { $0.starts(with: content.dropFirst(4)) }
  }

  /// What the first block of a bzip2 file starts with, and what stands in place of one where there is none.
  private static let bzip2Blocks: [[UInt8]] = [
    [0x31, 0x41, 0x59, 0x26, 0x53, 0x59], [0x17, 0x72, 0x45, 0x38, 0x50, 0x90],
  ]

  /// Which kind of zip archive it seems to be, by the name of its first member, which stands at
  /// byte 30; its list of members tells for sure.
  private static func archive(_ head: ArraySlice<UInt8>) -> ForeignFormat {
    let name = head.dropFirst(30)
    if name.starts(with: Array("mimetypeapplication/vnd.oasis.opendocument.spreadsheet".utf8)) {
      return .ods
    }
    let members = ["[Content_Types].xml", "_rels/", "xl/", "docProps/"]
    return members.contains { name.starts(with: Array($0.utf8)) } ? .xlsx : .zip
  }
}
