/// The names of encodings, as people and other programs write them.
///
/// iconv(3) knows many, but not `MacRoman` or `windows1251`, and not every spelling of those it knows.
package enum EncodingName {
  /// Names that are asked for often, to find the one behind a misspelt one.
  package static let common = [
    "utf-8", "utf-16", "utf-16le", "utf-16be", "utf-32", "windows-1252", "iso-8859-1",
    "iso-8859-15", "latin1", "macroman", "cp437", "cp850", "cp858", "cp932", "cp936", "cp949",
    "windows-1250", "windows-1251", "windows-1253", "windows-1254", "windows-1257", "iso-8859-2",
    "iso-8859-5", "iso-8859-7", "iso-8859-9", "shift_jis", "euc-jp", "iso-2022-jp", "gbk", "gb2312",
    "gb18030", "big5", "euc-kr", "koi8-r", "koi8-u", "ascii",
  ]

  /// A name without case, and only its letters and digits: `ISO_8859-1` is `iso88591`.
  ///
  /// What iconv takes for an instruction behind a slash stays as it is, and fits nothing.
  static func folded(_ name: String) -> String {
    guard !name.contains("/") else { return name }
    return name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// Whether text in an encoding is bytes of ASCII that mean something else, as in ISO-2022-JP (RFC 1468) and
  /// UTF-7 (RFC 2152): nothing in it shows that it is neither ASCII nor UTF-8.
  static func isSevenBit(_ name: String) -> Bool {
    let name = folded(name)
    return ["iso2022", "csiso2022", "utf7", "unicode11utf7"].contains { name.hasPrefix($0) }
  }

  /// What iconv may call an encoding that it does not know under the name it was given.
  ///
  /// - Parameter name: the name as it was written.
  /// - Returns: the other name, or nil where there is none.
  static func other(for name: String) -> String? {
    let folded = folded(name)
    if let known = known[folded] { return known }
    for (prefixes, start) in families {
      for prefix in prefixes where folded.hasPrefix(prefix) {
        let number = folded.dropFirst(prefix.count)
        if !number.isEmpty, number.allSatisfy(\.isNumber) { return start + number }
      }
    }
    return common.first { Self.folded($0) == folded }
  }

  /// Names that say nothing of what iconv calls the encoding.
  private static let known = [
    "macroman": "MACINTOSH", "macosroman": "MACINTOSH", "xmacroman": "MACINTOSH",
    "applemacintosh": "MACINTOSH", "cp10000": "MACINTOSH", "xmaccyrillic": "MAC-CYRILLIC",
    "macce": "MAC-CENTRALEUROPE", "maclatin2": "MAC-CENTRALEUROPE",
    "xmacce": "MAC-CENTRALEUROPE",
  ]

  /// Encodings with a number: how their names begin, and how iconv's do.
  private static let families: [(prefixes: [String], start: String)] = [
    (["windows", "win", "cp", "codepage", "ibm", "dos", "oem", "ms", "xcp"], "CP"),
    (["iso8859", "8859"], "ISO-8859-"),
    (["latin"], "LATIN"),
  ]
}
