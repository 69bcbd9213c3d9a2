import Testing

@testable import Input

struct IconvDecoderTests {
  /// Encodings with one byte, several, states, and characters kept back, and a text in them.
  static let rows: [(encoding: String, bytes: [UInt8], text: String)] = [
    ("MACINTOSH", [0x80, 0xCA, 0xA0], "Ä\u{A0}†"),
    ("ISO-8859-15", [0xA4], "€"),
    ("KOI8-R", [0xCD, 0xC9, 0xD2], "мир"),
    ("EUC-JP", [0xC6, 0xFC, 0xCB, 0xDC], "日本"),
    ("ISO-2022-JP", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42, 0x61], "日本a"),
    ("GB18030", [0x81, 0x30, 0x81, 0x30], "\u{80}"),
    // The base letter is kept back, because a mark may follow that combines with it.
    ("CP1258", [0x61], "a"),
    ("CP1258", [0x61, 0xEC], "á"),
    ("UTF-7", Array("+AOk-".utf8), "é"),
  ]

  @Test(arguments: rows, blockSizes)
  func `text is decoded however it is cut`(
    row: (encoding: String, bytes: [UInt8], text: String), blockSize: Int
  ) throws {
    let decoded = try decode(row.bytes, encoding: row.encoding, blockSize: blockSize)
    #expect(decoded.string == row.text)
    #expect(decoded.undecodable.isEmpty)
  }

  @Test func `a text longer than the output buffer is decoded`() throws {
    let decoded = try decode([UInt8](repeating: 0x81, count: 300_000), encoding: "cp437")
    #expect(decoded.string == String(repeating: "ü", count: 300_000))
  }
}
