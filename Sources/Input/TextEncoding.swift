/// An encoding that text can be decoded from.
enum TextEncoding: Equatable {
  case utf8
  case windows1252
  /// UTF-16 or UTF-32.
  case wide(WideFormat)
  /// Whatever `iconv` knows under this name.
  case iconv(String)

  /// The name as it is shown to people and kept in the ledger.
  var name: String {
    switch self {
    case .utf8: "UTF-8"
    case .windows1252: "windows-1252"
    case .wide(let format): format.name
    case .iconv(let name): name
    }
  }

  /// The encoding of that name.
  ///
  /// - Parameters:
  ///   - name: a name as `iconv -l` lists it, or one of those that `EncodingName` knows besides; case,
  ///     hyphens and underscores do not count.
  ///   - mark: the encoding of the source's byte order mark. It gives the byte order where the name
  ///     leaves that open; without one it is the little-endian one.
  init(name: String, mark: TextEncoding?) {
    self =
      switch EncodingName.folded(name) {
      case "utf8", "utf8sig", "utf8bom", "cp65001": .utf8
      case "windows1252", "win1252", "cp1252", "1252", "ansi", "msansi": .windows1252
      case "utf16", "ucs2", "unicode": mark == .wide(.utf16BE) ? .wide(.utf16BE) : .wide(.utf16LE)
      case "utf16le", "ucs2le": .wide(.utf16LE)
      case "utf16be", "ucs2be": .wide(.utf16BE)
      case "utf32", "ucs4": mark == .wide(.utf32BE) ? .wide(.utf32BE) : .wide(.utf32LE)
      case "utf32le": .wide(.utf32LE)
      case "utf32be": .wide(.utf32BE)
      default: .iconv(name)
      }
  }

  /// A decoder for text from its first byte on.
  ///
  /// - Returns: nil where `iconv` does not know the encoding.
  func makeDecoder() -> (any TextDecoder)? {
    switch self {
    case .utf8: UTF8Decoder()
    case .windows1252: Windows1252Decoder()
    case .wide(let format): WideDecoder(format: format)
    case .iconv(let name):
      IconvDecoder(encoding: name)
        ?? EncodingName.other(for: name).flatMap { IconvDecoder(encoding: $0) }
    }
  }
}

/// The width and byte order of the units of UTF-16 and UTF-32.
enum WideFormat: Equatable {
  case utf16LE
  case utf16BE
  case utf32LE
  case utf32BE

  var name: String {
    switch self {
    case .utf16LE: "UTF-16LE"
    case .utf16BE: "UTF-16BE"
    case .utf32LE: "UTF-32LE"
    case .utf32BE: "UTF-32BE"
    }
  }

  var unitBytes: Int {
    switch self {
    case .utf16LE, .utf16BE: 2
    case .utf32LE, .utf32BE: 4
    }
  }

  var isBigEndian: Bool { self == .utf16BE || self == .utf32BE }
}

extension TextEncoding {
  /// Checks that there is an encoding of a name that was asked for.
  ///
  /// - Throws: `InputError` of kind `unknownEncoding`, about the source at `path`.
  static func check(_ name: String?, of path: String) throws(InputError) {
    guard let name, TextEncoding(name: name, mark: nil).makeDecoder() == nil else { return }
    throw InputError(path: path, kind: .unknownEncoding(name))
  }
}
