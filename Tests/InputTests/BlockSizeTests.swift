import SeedSupport
import Testing

@testable import Input

/// Whatever the bytes are, it must not matter where the blocks are cut.
struct BlockSizeTests {
  /// Starts, ends and middles of characters in several encodings.
  static let pieces: [[UInt8]] = [
    [0x61], [0x2C], [0x0A], [0x0D], [0x0D, 0x0A], [0x00], [0xC3, 0xA9], [0xC3], [0xA9],
    [0xE2, 0x82, 0xAC], [0xE2, 0x82], [0xF0, 0x9F, 0x98, 0x80], [0xF0, 0x9F], [0xFF], [0xFE, 0xFF],
    [0x81], [0x3D, 0xD8], [0x00, 0xDE], [0xED, 0xA0, 0x80], [0x1B, 0x24, 0x42], [0x46, 0x7C],
    [0x1B, 0x28, 0x42],
  ]

  @Test(
    arguments: [
      nil, "UTF-8", "windows-1252", "UTF-16LE", "UTF-32BE", "CP932", "GB18030", "ISO-2022-JP",
      "CP1258", "BIG5-HKSCS", "UTF-7",
    ], 1...20)
  func `any bytes are decoded alike`(encoding: String?, seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) << 20)
    let bytes = (0..<Int.random(in: 1...200, using: &random)).flatMap { _ in
      Self.pieces.randomElement(using: &random) ?? []
    }
    let expected = try decode(bytes, encoding: encoding)
    for blockSize in blockSizes {
      let decoded = try decode(bytes, encoding: encoding, blockSize: blockSize)
      #expect(decoded.text == expected.text)
      #expect(decoded.undecodable == expected.undecodable)
      #expect(decoded.encoding == expected.encoding)
    }
  }
}
