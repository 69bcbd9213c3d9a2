import Testing

@testable import Datasets

struct QuotedTextTests {
  @Test(
    "foreign text is escaped",
    arguments: [
      ("", #""""#), ("23/02/2007", #""23/02/2007""#), ("O'Fallon", #""O'Fallon""#),
      ("a\"b\\c", #""a\"b\\c""#), ("a\nb\r\t\0", #""a\nb\r\t\0""#), ("é – ñ", #""é – ñ""#),
      ("\u{1B}[31mred", #""\u{1B}[31mred""#), ("\u{7F}\u{9B}", #""\u{7F}\u{9B}""#),
      ("a\u{A0}b", #""a\u{A0}b""#), ("\u{202E}evil", #""\u{202E}evil""#),
      ("\u{FEFF}x\u{200B}", #""\u{FEFF}x\u{200B}""#), ("\u{2028}", #""\u{2028}""#),
      ("😀", #""😀""#),
    ])
  func escaped(text: String, expected: String) {
    #expect(QuotedText.quoted(text) == expected)
  }

  @Test(
    "bytes that are not UTF-8 are shown as such",
    arguments: [
      ([0x61, 0xF1, 0x62], #""a\xF1b""#), ([0xC2], #""\xC2""#), ([0x80, 0x0A], #""\x80\n""#),
      ([0xE2, 0x80], #""\xE2\x80""#), ([0xED, 0xA0, 0x80], #""\xED\xA0\x80""#),
    ] as [([UInt8], String)])
  func invalid(bytes: [UInt8], expected: String) {
    #expect(QuotedText.quoted(bytes) == expected)
  }

  @Test(arguments: [79, 80, 81, 200, 1_000_000])
  func `text beyond the limit is cut`(length: Int) {
    let text = String(repeating: "x", count: length)
    let shown = String(repeating: "x", count: min(length, 80))
    #expect(QuotedText.quoted(text) == "\"\(shown)\"" + (length > 80 ? "…" : ""))
  }

  @Test(arguments: 76...82)
  func `a character is not cut in two`(length: Int) {
    for character in ["é", "€", "😀"] {
      let text = String(repeating: "x", count: length) + character + "yyyyy"
      #expect(!QuotedText.quoted(text).contains("\\x"))
    }
  }
}
