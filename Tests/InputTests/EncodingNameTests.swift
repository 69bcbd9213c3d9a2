import Testing

@testable import Input

struct EncodingNameTests {
  /// Names that people write, a byte or several, and what they are.
  static let rows: [(names: [String], bytes: [UInt8], text: String)] = [
    (["MacRoman", "mac_roman", "mac", "macintosh", "x-mac-roman", "cp10000"], [0x8E], "é"),
    (["maccyrillic", "x-mac-cyrillic"], [0x80], "А"),
    (["latin1", "Latin-1", "latin_1", "ISO8859-1", "iso_8859_1", "8859-1"], [0xE9], "é"),
    (["latin9", "latin-9", "ISO-8859-15", "iso8859_15", "8859_15"], [0xA4], "€"),
    (["cp1252", "CP-1252", "win1252", "Windows_1252", "windows1252", "1252", "ansi"], [0x80], "€"),
    (["cp1251", "win1251", "windows1251", "win-1251", "ms1251"], [0xE9], "й"),
    (["cp437", "CP_437", "437", "ibm437", "dos437", "oem437", "cp-437"], [0x81], "ü"),
    (["cp850", "dos-850", "ibm850"], [0x9B], "ø"),
    (["utf8", "UTF_8", "utf-8-sig", "cp65001"], [0xC3, 0xA9], "é"),
    (["ucs-2", "UCS2", "utf16", "unicode", "utf_16_le"], [0xE9, 0x00], "é"),
    (["utf16be", "UCS-2BE"], [0x00, 0xE9], "é"),
    (["shift_jis", "shift-jis", "ShiftJIS", "sjis", "cp932", "ms932", "windows-31j"], [0xB1], "ｱ"),
    (["gbk", "GBK", "cp936", "gb2312", "gb18030", "GB-18030"], [0xC0, 0xEE], "李"),
    (["big5", "Big-5", "cp950"], [0xA7, 0xF5], "李"),
    (["euc-kr", "EUC_KR", "euckr", "cp949", "uhc"], [0xC0, 0xCC], "이"),
    (["koi8-r", "KOI8R", "koi8_r"], [0xCD], "м"),
    (["euc-jp", "EUC_JP", "eucjp"], [0xC6, 0xFC], "日"),
    (["iso2022jp", "ISO_2022_JP"], [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"),
  ]

  @Test(arguments: rows, blockSizes)
  func `an encoding has many names`(
    row: (names: [String], bytes: [UInt8], text: String), blockSize: Int
  ) throws {
    for name in row.names {
      let decoded = try decode(row.bytes, encoding: name, blockSize: blockSize)
      #expect(decoded.string == row.text, "\(name)")
    }
  }

  @Test(arguments: [
    "", "x", "latin", "cp", "win", "iso8859", "latin1//TRANSLIT", "macroman/", "cp1e2",
  ])
  func `not everything is a name`(name: String) {
    #expect(TextEncoding(name: name, mark: nil).makeDecoder() == nil)
  }

  @Test(arguments: EncodingName.common)
  func `what is proposed exists`(name: String) {
    #expect(TextEncoding(name: name, mark: nil).makeDecoder() != nil)
  }
}
