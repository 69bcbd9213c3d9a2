import FileSupport
import Testing

@testable import CSV
@testable import Input

struct TextWindowTests {
  private func window(_ bytes: [UInt8], blockSize: Int, fill count: Int) throws -> TextWindow {
    let file = try TemporaryFile(bytes)
    var input = try TextInput(path: file.path, encoding: "utf-8", blockSize: blockSize)
    var window = TextWindow()
    try window.fill(from: &input, unread: count)
    return window
  }

  @Test(arguments: blockSizes)
  func `undecodable bytes are found where they are after the text has moved`(
    blockSize: Int
  ) throws {
    let bytes = Array("ab\nc".utf8) + [0xFF] + Array("\nd\n".utf8) + [0xFE] + Array("e\n".utf8)
    var window = try window(bytes, blockSize: blockSize, fill: .max)
    #expect(window.isLast)
    #expect(window.takeUndecodable(before: 4) == nil)
    #expect(window.takeUndecodable(before: 5)?.hexadecimal == "0xFF")
    #expect(window.takeUndecodable(before: 5) == nil)
    window.advance(to: 8)
    window.compact(keeping: 100)
    #expect(window.offset == 8)
    #expect(window.bytes == Array(bytes[8...]))
    #expect(window.takeUndecodable(before: 0) == nil)
    #expect(window.takeUndecodable(before: 1)?.rawOffset == 8)
  }

  @Test func `memory is given back after a large record`() throws {
    var window = try window(
      [UInt8](repeating: 0x61, count: 100_000), blockSize: 1000, fill: .max)
    window.advance(to: 99_999)
    window.compact(keeping: 1000)
    #expect(window.bytes == [0x61])
    #expect(window.bytes.capacity < 1000)
  }

  @Test(arguments: [
    ("a\nb", "a\n"), ("a\r\nb", "a\r\n"), ("a\rb", "a\r"), ("a\rb\r", "a\r"), ("a\nb\n", "a\nb\n"),
    ("ab", ""), ("a\r", ""),
  ])
  func `a head ends with a line end that is whole`(text: String, expected: String) throws {
    let window = try window(Array((text + "\nxyz").utf8), blockSize: 100, fill: 1)
    let lines = window.head(text.utf8.count).wholeLines()
    #expect(String(decoding: lines.bytes, as: UTF8.self) == expected)
    #expect(lines.isLast)
  }

  @Test(arguments: [
    ("Report\n\n", false), ("a\nb\n", true), ("a\n\nb\n", true), ("a\r\n\r\n", false),
    ("a\r\nb\r\n", true), ("a\nb", false), ("", false), ("\n\n\n", false), ("a\rb\r", true),
  ])
  func `a pause counts behind two lines that are not empty`(text: String, counts: Bool) throws {
    let window = try window(Array(text.utf8), blockSize: 3, fill: .max)
    #expect(window.hasLines(2) == counts)
    #expect(window.hasLines(0))
  }
}
