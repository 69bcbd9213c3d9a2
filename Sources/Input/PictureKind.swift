/// A kind of picture, told by its first bytes and never by its name.
package enum PictureKind: String, CaseIterable, Sendable {
  case png
  case jpeg
  case gif
  case webp
  case bmp
  case tiff
  case avif
  case heic

  /// How many bytes of a picture tell its kind.
  package static let sniffedBytes = 32

  /// The kind of picture that bytes are the start of; nil where they are of none.
  ///
  /// - Parameter head: the first bytes, `sniffedBytes` where there are as many.
  package init?(_ head: some Collection<UInt8>) {
    let bytes = Array(head.prefix(Self.sniffedBytes))
    func has(_ signature: [UInt8], at position: Int = 0) -> Bool {
      bytes.dropFirst(position).starts(with: signature)
    }
    func has(_ text: String, at position: Int = 0) -> Bool { has(Array(text.utf8), at: position) }
    if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if has([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has("GIF87a") || has("GIF89a") {
      self = .gif
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webp
    } else if has([0x49, 0x49, 0x2A, 0x00]) || has([0x4D, 0x4D, 0x00, 0x2A]) {
      self = .tiff
    } else if has("BM"), Self.isBitmapHeader(bytes) {
      self = .bmp
    } else if has("ftyp", at: 4), let kind = Self.kind(ofBrand: bytes.dropFirst(8).prefix(4)) {
      self = kind
    } else {
      return nil
    }
  }

  /// Whether what follows `BM` is a bitmap's header: two words of 0, and a header of a known size.
  ///
  /// Two letters alone could be a text.
  private static func isBitmapHeader(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 18 else { return false }
    return bytes[6..<10].allSatisfy { $0 == 0 } && bytes[15..<18].allSatisfy { $0 == 0 }
      && [12, 40, 52, 56, 64, 108, 124].contains(bytes[14])
  }

  private static func kind(ofBrand brand: some Collection<UInt8>) -> PictureKind? {
    switch String(decoding: brand, as: UTF8.self) {
    case "avif", "avis": .avif
    case "heic", "heix", "hevc", "mif1", "msf1": .heic
    default: nil
    }
  }

  /// The end of a file's name for this kind, without the dot.
  package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

  /// Those that are known, for a message: `png, jpeg or gif`.
  package static var list: String {
    let names = allCases.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}
