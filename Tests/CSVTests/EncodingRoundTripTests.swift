import SeedSupport
import Testing

@testable import CSV
@testable import Input

/// Whatever table is written in any encoding and dialect reads back exactly.
struct EncodingRoundTripTests {
  /// An encoding, and how some characters beyond ASCII are written in it.
  struct Encoding: CustomTestStringConvertible {
    let testDescription: String
    /// The name to ask for; nil where the bytes tell.
    let name: String?
    let characters: [Character: [UInt8]]
    /// The bytes of an ASCII character.
    var ascii: @Sendable (UInt8) -> [UInt8] = { [$0] }

    init(_ name: String, _ characters: [Character: [UInt8]]) {
      (testDescription, self.name, self.characters) = (name, name, characters)
    }

    /// UTF-16 without a byte order mark.
    init(isBigEndian: Bool) {
      testDescription = isBigEndian ? "UTF-16BE" : "UTF-16LE"
      name = nil
      let unit: @Sendable (UInt16) -> [UInt8] = {
        let bytes = [UInt8($0 >> 8), UInt8($0 & 0xFF)]
        return isBigEndian ? bytes : bytes.reversed()
      }
      ascii = { unit(UInt16($0)) }
      characters = Dictionary(
        "é€日😀–".map { ($0, $0.utf16.flatMap(unit)) }, uniquingKeysWith: { first, _ in first })
    }

    func bytes(_ text: String) -> [UInt8] {
      text.flatMap { character in
        characters[character] ?? character.utf8.flatMap(ascii)
      }
    }
  }

  static let encodings = [
    Encoding(isBigEndian: false), Encoding(isBigEndian: true),
    Encoding("windows-1252", ["é": [0xE9], "€": [0x80], "“": [0x93], "–": [0x96], "ÿ": [0xFF]]),
    Encoding("ISO-8859-15", ["é": [0xE9], "€": [0xA4], "Š": [0xA6], "ÿ": [0xFF]]),
    Encoding("cp437", ["é": [0x82], "ü": [0x81], "ñ": [0xA4], "▒": [0xB1], "Ç": [0x80]]),
    Encoding("cp850", ["é": [0x82], "ø": [0x9B], "Á": [0xB5], "Ó": [0xE0]]),
    Encoding("MACINTOSH", ["é": [0x8E], "ü": [0x9F], "Ä": [0x80], "“": [0xD2]]),
    // The second bytes are a backslash, a bar and a brace in ASCII.
    Encoding(
      "cp932",
      ["日": [0x93, 0xFA], "ソ": [0x83, 0x5C], "表": [0x95, 0x5C], "ポ": [0x83, 0x7C], "ｱ": [0xB1]]),
  ]

  private static let pieces = ["a", "B", "7", " ", ",", ";", "\"", "\n", "'", "|", "\\", "text"]

  @Test(arguments: encodings, [",", ";", "\t", "|", ";,"])
  func `a table reads back, whatever its encoding`(encoding: Encoding, delimiter: String) throws {
    for seed in 1...6 {
      var random = SeededGenerator(seed: UInt64(seed))
      let quote: UInt8 = ([0x22, 0x27] as [UInt8]).randomElement(using: &random) ?? 0x22
      let dialect = Dialect(
        delimiter: try #require(Delimiter(delimiter)), quote: quote, escape: .doubled)
      let pieces = Self.pieces + encoding.characters.keys.sorted().map { String($0) }
      // The first bytes are ASCII, as UTF-16 without a mark must show itself.
      let table =
        [["identifier", "name as text"]]
        + (0..<Int.random(in: 1...20, using: &random)).map { _ in
          (0..<2).map { _ in
            (0..<Int.random(in: 1...4, using: &random))
              .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
          }
        }
      let text = RoundTripTests.csv(table, dialect, &random)
      for blockSize in [1, 2, 3, 7, 256 << 10] {
        var reading = Reading(blockSize: blockSize, batchBytes: 50, fieldCount: 2)
        reading.encoding = encoding.name
        reading.request = DialectRequest(
          delimiter: dialect.delimiter, quote: .byte(quote), escape: .doubled)
        let read = try reading.records(of: encoding.bytes(text))
        #expect(read.map(\.fields) == table, "\(text.debugDescription)")
        #expect(read.allSatisfy { $0.problem == nil })
      }
    }
  }
}
