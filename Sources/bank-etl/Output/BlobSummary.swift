import Input

/// What is shown of bytes that nobody could read.
enum BlobSummary {
  /// The kind and the size: `PNG, 12.3 KiB`.
  ///
  /// - Parameter bytes: the bytes.
  /// - Returns: text that is safe to show.
  static func text(_ bytes: [UInt8]) -> String {
    text(bytes, of: bytes.count)
  }

  /// The same, of more bytes than there are at hand.
  ///
  /// - Parameters:
  ///   - head: the first bytes, `PictureKind.sniffedBytes` where there are as many.
  ///   - count: how many there are in all.
  /// - Returns: text that is safe to show.
  static func text(_ head: [UInt8], of count: Int) -> String {
    "\(kind(of: head) ?? "BLOB"), \(size(count))"
  }

  /// What the first bytes say of the kind; nil where they say nothing.
  private static func kind(of bytes: [UInt8]) -> String? {
    if let picture = PictureKind(bytes) {
      return picture == .webp ? "WebP" : picture.rawValue.uppercased()
    }
    return signatures.first { bytes.starts(with: $0.bytes) }?.kind
  }

  private static let signatures: [(bytes: [UInt8], kind: String)] = [
    (Array("%PDF-".utf8), "PDF"), ([0x50, 0x4B, 0x03, 0x04], "ZIP"), ([0x1F, 0x8B], "gzip"),
  ]

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
