import Testing

@testable import Input

struct UndecodableBytesTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let encoding: String
    /// Text offset, raw offset, hexadecimal.
    let expected: [(Int64, Int64, String)]

    init(
      _ name: String, _ bytes: [UInt8], _ encoding: String, _ expected: [(Int64, Int64, String)]
    ) {
      testDescription = name
      self.bytes = bytes
      self.encoding = encoding
      self.expected = expected
    }
  }

  static let cases =
    [
      Case("UTF-8, a lone byte", [0x61, 0xA0, 0x62], "UTF-8", [(1, 1, "0xA0")]),
      Case("UTF-8, a start without its end", [0xE2, 0x82, 0x2C], "UTF-8", [(0, 0, "0xE282")]),
      Case("UTF-8, cut by the end", [0x61, 0xF0, 0x9F, 0x98], "UTF-8", [(1, 1, "0xF09F98")]),
      Case("UTF-8, a surrogate", [0xED, 0xA0, 0x80], "UTF-8", [(0, 0, "0xED")]),
      Case("UTF-8, overlong", [0xC0, 0xAF], "UTF-8", [(0, 0, "0xC0")]),
      Case(
        "the first of each line",
        Array("a\u{0}".utf8) + [0xFF, 0xFF, 0x0A, 0xFE, 0x0D, 0xFD, 0x0D, 0x0A, 0xFC],
        "UTF-8", [(2, 2, "0xFF"), (5, 5, "0xFE"), (7, 7, "0xFD"), (10, 10, "0xFC")]),
      Case(
        "offsets count text and source apart", [0xE9, 0x81, 0x0A, 0x80, 0x8D], "windows-1252",
        [(2, 1, "0x81"), (7, 4, "0x8D")]),
      Case("UTF-16, a high half alone", [0x3D, 0xD8, 0x61, 0], "UTF-16LE", [(0, 0, "0x3DD8")]),
      Case("UTF-16, a low half alone", [0x61, 0, 0x00, 0xDE], "UTF-16LE", [(1, 2, "0x00DE")]),
      Case("UTF-16, half a pair at the end", [0x3D, 0xD8], "UTF-16LE", [(0, 0, "0x3DD8")]),
      Case("UTF-16, an odd byte at the end", [0x61, 0, 0x62], "UTF-16LE", [(1, 2, "0x62")]),
      Case(
        "UTF-16, half a pair and an odd byte", [0x3D, 0xD8, 0x0A], "UTF-16LE", [(0, 0, "0x3DD8")]),
      Case("UTF-32, too large", [0x00, 0x00, 0x11, 0x00], "UTF-32LE", [(0, 0, "0x00001100")]),
      Case("UTF-32, all ones", [0xFF, 0xFF, 0xFF, 0xFF], "UTF-32BE", [(0, 0, "0xFFFFFFFF")]),
      Case("cp932, a lone byte", [0x61, 0xFF, 0x62], "cp932", [(1, 1, "0xFF")]),
      Case("cp932, cut by the end", [0x61, 0x83], "cp932", [(1, 1, "0x83")]),
      Case("ASCII by request", [0x61, 0xE9], "ASCII", [(1, 1, "0xE9")]),
    ]
    + [0x81, 0x8D, 0x8F, 0x90, 0x9D].map { byte in
      Case(
        "windows-1252, \(byte)", [0x61, byte], "windows-1252",
        [(1, 1, "0x" + String(byte, radix: 16, uppercase: true))])
    }

  @Test(arguments: cases, blockSizes)
  func `they are found and passed on`(_ row: Case, blockSize: Int) throws {
    let decoded = try decode(row.bytes, encoding: row.encoding, blockSize: blockSize)
    #expect(decoded.undecodable.map(\.textOffset) == row.expected.map(\.0))
    #expect(decoded.undecodable.map(\.rawOffset) == row.expected.map(\.1))
    #expect(decoded.undecodable.map(\.hexadecimal) == row.expected.map(\.2))
    #expect(!decoded.string.contains("\u{FFFD}") || decoded.text.contains { $0 >= 0x80 })
  }

  @Test(arguments: ["UTF-8", "windows-1252", "cp932"], blockSizes.filter { $0 < 4096 })
  func `nothing is lost of what can't be decoded`(encoding: String, blockSize: Int) throws {
    let decoded = try decode([0x61, 0x81, 0x0A], encoding: encoding, blockSize: blockSize)
    #expect(decoded.text == [0x61, 0x81, 0x0A])
  }

  @Test func `a unit that is no character can't look like a delimiter`() throws {
    // Each unit of UTF-32 that is no character, of those with one bit set.
    for bit in 0..<32 {
      let unit = UInt32(1) << bit
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: unit >> (24 - 8 * $0)) }
      let decoded = try decode(bytes, encoding: "UTF-32BE")
      let isCharacter = Unicode.Scalar(unit) != nil
      #expect(decoded.undecodable.isEmpty == isCharacter)
      if !isCharacter {
        #expect(decoded.text.allSatisfy { $0 >= 0x80 })
      } else {
        #expect(decoded.string.unicodeScalars.map(\.value) == [unit])
      }
    }
  }

  @Test func `there is one for each line at most`() throws {
    let bytes = [UInt8](repeating: 0xFF, count: 300_000) + [0x0A, 0xFF]
    let decoded = try decode(bytes, encoding: "UTF-8")
    #expect(decoded.undecodable.map(\.rawOffset) == [0, 300_001])
  }
}
