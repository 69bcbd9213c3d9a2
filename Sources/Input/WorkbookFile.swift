/// A file that is a workbook rather than text.
package struct WorkbookFile {
  /// What is in the file.
  package enum Content {
    /// The parts of an .xlsx or .ods workbook.
    case archive(ZipArchive)
    /// All bytes of an .xls workbook.
    case bytes([UInt8])
  }

  /// The path as it was given; `-` is the standard input.
  package let path: String
  /// Whether the file is a regular one rather than a pipe.
  package let isRegularFile: Bool
  /// The length and SHA-256 of the file as it is on disk.
  package let digest: SourceDigest
  /// What is in the file.
  package let content: Content

  /// The most bytes of a workbook that must be held in memory: 256 MiB.
  package static let heldBytesMax = 256 << 20
}
