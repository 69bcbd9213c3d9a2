import FileSupport
import Testing

@testable import Input

struct TextInputTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    var requested: String?
    let encoding: String
    let text: String

    init(
      _ name: String, _ bytes: [UInt8], requested: String? = nil, is encoding: String,
      _ text: String
    ) {
      testDescription = name
      self.bytes = bytes
      self.requested = requested
      self.encoding = encoding
      self.text = text
    }
  }

  static let long = String(repeating: "a,b\n", count: 50_000)

  static let cases = [
    Case("nothing", [], is: "ASCII", ""),
    Case("ASCII", Array("a,b\n".utf8), is: "ASCII", "a,b\n"),
    Case("NUL passes", [0x61, 0, 0x62, 0x0A], is: "ASCII", "a\0b\n"),
    Case("one byte", [0x61], is: "ASCII", "a"),
    Case("UTF-8", Array("é€😀\n".utf8), is: "UTF-8", "é€😀\n"),
    Case("UTF-8 behind 200 KB of ASCII", Array((long + "é").utf8), is: "UTF-8", long + "é"),
    Case("UTF-8 mark", [0xEF, 0xBB, 0xBF] + Array("aé".utf8), is: "UTF-8", "aé"),
    Case("UTF-8 mark only", [0xEF, 0xBB, 0xBF], is: "UTF-8", ""),
    Case("UTF-8 mark, ASCII", [0xEF, 0xBB, 0xBF, 0x61], is: "UTF-8", "a"),
    Case("windows-1252", [0x43, 0x65, 0x72, 0x74, 0xA0, 0x0A], is: "windows-1252", "Cert\u{A0}\n"),
    Case("windows-1252 at the end", [0x61, 0xE9], is: "windows-1252", "aé"),
    Case("windows-1252 behind ASCII", Array(long.utf8) + [0x96], is: "windows-1252", long + "–"),
    Case(
      "UTF-16LE mark", [0xFF, 0xFE, 0x61, 0, 0xE9, 0, 0x3D, 0xD8, 0x00, 0xDE], is: "UTF-16LE",
      "aé😀"),
    Case(
      "UTF-16BE mark", [0xFE, 0xFF, 0, 0x61, 0, 0xE9, 0xD8, 0x3D, 0xDE, 0x00], is: "UTF-16BE",
      "aé😀"),
    Case("UTF-32LE mark", [0xFF, 0xFE, 0, 0, 0x00, 0xF6, 0x01, 0], is: "UTF-32LE", "😀"),
    Case("UTF-32BE mark", [0, 0, 0xFE, 0xFF, 0, 0x01, 0xF6, 0x00], is: "UTF-32BE", "😀"),
    Case(
      "UTF-16LE without mark", "name,é\nb,c\n".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] },
      is: "UTF-16LE", "name,é\nb,c\n"),
    Case(
      "UTF-16BE without mark", "name,é\nb,c\n".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] },
      is: "UTF-16BE", "name,é\nb,c\n"),
    Case("cp437 by request", [0x61, 0x81, 0xE1], requested: "cp437", is: "cp437", "aüß"),
    Case(
      "cp932 by request", [0x83, 0x65, 0x83, 0x58, 0x83, 0x67], requested: "CP932", is: "CP932",
      "テスト"),
    Case("latin1 by request", [0x80, 0xE9], requested: "ISO-8859-1", is: "ISO-8859-1", "\u{80}é"),
    Case("request beats content", [0xC3, 0xA9], requested: "cp1252", is: "windows-1252", "Ã©"),
    Case(
      "a mark that agrees is stripped", [0xEF, 0xBB, 0xBF, 0x61], requested: "utf-8", is: "UTF-8",
      "a"),
    Case(
      "a mark gives the order that the name leaves open", [0xFE, 0xFF, 0, 0x61],
      requested: "UTF-16", is: "UTF-16BE", "a"),
    Case(
      "a mark that does not agree is text", [0xEF, 0xBB, 0xBF, 0x61], requested: "latin1",
      is: "latin1", "ï»¿a"),
  ]

  @Test(arguments: cases, blockSizes)
  func `text is decoded`(_ row: Case, blockSize: Int) throws {
    let decoded = try decode(row.bytes, encoding: row.requested, blockSize: blockSize)
    #expect(decoded.string == row.text)
    #expect(decoded.encoding.name == row.encoding)
    #expect(decoded.undecodable.isEmpty)
  }

  @Test(arguments: blockSizes)
  func `a second pass gives the same text and digest`(blockSize: Int) throws {
    let file = try TemporaryFile(Array("a,b\nc,".utf8) + [0xE9, 0x0A])
    var input = try TextInput(path: file.path, blockSize: blockSize)
    let first = try input.readAll()
    let digest = try input.digest()
    try input.rewind()
    #expect(input.consumedBytes == 0)
    let second = try input.readAll()
    #expect(second.text == first.text)
    #expect(second.encoding == first.encoding)
    #expect(try input.digest() == digest)
  }

  @Test(arguments: blockSizes)
  func `a block is about as large as asked for`(blockSize: Int) throws {
    let file = try TemporaryFile(Array(Self.long.utf8))
    var input = try TextInput(path: file.path, blockSize: blockSize)
    var text: [UInt8] = []
    while try input.read(into: &text) {
      #expect(text.count <= max(blockSize, 2 * ForeignFormat.sniffedBytes))
      if input.consumedBytes > 10_000 { break }
      text.removeAll()
    }
  }

  @Test func `text is appended behind what is there`() throws {
    let file = try TemporaryFile(Array("b\n".utf8))
    var input = try TextInput(path: file.path)
    var text = Array("a\n".utf8)
    #expect(try input.read(into: &text))
    #expect(text == Array("a\nb\n".utf8))
    #expect(try !input.read(into: &text))
    #expect(try !input.read(into: &text))
    #expect(text == Array("a\nb\n".utf8))
  }

  @Test(arguments: ["no-such-encoding", "UTF-8//IGNORE", "", "cp437//TRANSLIT"])
  func `an unknown encoding is refused`(name: String) throws {
    let file = try TemporaryFile([])
    let error = InputError(path: file.path, kind: .unknownEncoding(name))
    #expect(throws: error) { _ = try TextInput(path: file.path, encoding: name).path }
  }
}
