import Testing

@testable import Datasets

struct OuterSpaceTests {
  @Test(
    "white space is cut off at both ends and kept inside",
    arguments: [
      ("", ""), (" ", ""), ("a", "a"), (" a ", "a"), ("\ta\r\n", "a"), ("a b", "a b"),
      ("\u{A0}a\u{A0}", "a"), (" \u{A0} a\u{A0}b \u{A0}", "a\u{A0}b"), ("\u{FEFF}a", "a"),
      ("\u{FEFF}", ""), ("\u{A0}\u{A0}", ""), ("é", "é"), ("à", "à"), (" à ", "à"),
      ("Â", "Â"), ("ｿ", "ｿ"), ("\u{2003}a", "\u{2003}a"), ("a\0 ", "a\0"), ("\0", "\0"),
    ])
  func trimmed(text: String, expected: String) {
    let bytes = Array(("x" + text + "x").utf8)
    let range = bytes.span.trimmed(1..<bytes.count - 1)
    #expect(String(decoding: bytes[range], as: UTF8.self) == expected)
  }

  @Test(
    "halves of white space are text",
    arguments: [[0xC2], [0xA0], [0xEF], [0xEF, 0xBB], [0xBB, 0xBF], [0xBF], [0x41, 0xA0]])
  func halves(bytes: [UInt8]) {
    #expect(bytes.span.trimmed(bytes.indices) == bytes.indices)
  }
}
