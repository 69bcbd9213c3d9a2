import Records
import Testing

struct FileNameTests {
  private static let names: [[UInt8]] = [
    [], Array("a.csv".utf8), Array("ü/\u{301}x".utf8), [0x63, 0xE9, 0x2E], [0xFF], [0xC3],
    [0x80, 0xC3, 0xBC],
    [0xED, 0xA0, 0x80], [0xF4, 0x8F, 0xBB, 0xA9], [0xF4, 0x8F, 0xBB],
    [0xE9, 0xF4, 0x8F, 0xBB, 0xA9],
    [0xC0, 0xAF], [0xF0, 0x9F, 0x98, 0x80], Array(1...255),
  ]

  @Test("a name's text has its bytes, and no other name's", arguments: names)
  func text(name: [UInt8]) {
    let text = FileName.text(name)
    #expect(FileName.cString(text) == name.map { CChar(bitPattern: $0) } + [0])
    #expect(Self.names.count { Array(FileName.text($0).utf8) == Array(text.utf8) } == 1)
    #expect(FileName.plain(text) == String(validating: name, as: UTF8.self))
  }

  @Test func `UTF-8 is as it is`() {
    for text in ["a.csv", "Zoë", "\u{10FE7F}", "\u{10FF00}", "漢字"] {
      #expect(FileName.text(text.utf8) == text)
    }
    #expect(FileName.text([0x63, 0xE9]) == "c\u{10FEE9}")
    #expect(FileName.byte("\u{10FEE9}") == 0xE9)
  }
}
