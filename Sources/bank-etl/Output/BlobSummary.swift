/// What is shown of bytes that nobody could read.
enum BlobSummary {
  /// The kind and the size: `PNG, 12.3 KiB`.
  ///
  /// - Parameter bytes: the bytes.
  /// - Returns: text that is safe to show.
  static func text(_ bytes: [UInt8]) -> String {
    "\(kind(of: bytes) ?? "BLOB"), \(size(bytes.count))"
  }

  /// What the first bytes say of the kind; nil where they say nothing.
  private static func kind(of bytes: [UInt8]) -> String? {
    signatures.first { bytes.starts(with: $0.bytes) && isWebP($0.kind, bytes) }?.kind
  }

  private static let signatures: [(bytes: [UInt8], kind: String)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "PNG"),
    ([0xFF, 0xD8, 0xFF], "JPEG"),
    (Array("GIF87a".utf8), "GIF"),
    (Array("GIF89a".utf8), "GIF"),
    (Array("RIFF".utf8), "WebP"),
    (Array("BM".utf8), "BMP"),
    ([0x49, 0x49, 0x2A, 0x00], "TIFF"),
    ([0x4D, 0x4D, 0x00, 0x2A], "TIFF"),
    (Array("%PDF-".utf8), "PDF"),
    ([0x50, 0x4B, 0x03, 0x04], "ZIP"),
    ([0x1F, 0x8B], "gzip"),
  ]

  /// RIFF is a container of other kinds too.
  private static func isWebP(_ kind: String, _ bytes: [UInt8]) -> Bool {
    kind != "WebP" || bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
  }

  /// A number of bytes, in the unit that makes it a short one.
  static func size(_ count: Int) -> String {
    guard count >= 1024 else { return "\(count) byte\(count == 1 ? "" : "s")" }
    var tenths = count * 10
    var unit = ""
    for next in ["KiB", "MiB", "GiB"] where tenths >= 10_240 || unit.isEmpty {
      tenths = (tenths + 512) / 1024
      unit = next
    }
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}
