import Testing

@testable import bank_etl

struct TerminalTextTests {
  @Test(arguments: [
    ("", ""),
    ("Bank of Kansas, N.A.", "Bank of Kansas, N.A."),
    ("Bankers\\' Bank", "Bankers\\' Bank"),
    ("Año Nuevo 銀行 👩‍🌾", "Año Nuevo 銀行 👩‍🌾"),
    ("a\nb", "a\\nb"), ("a\rb", "a\\rb"), ("a\r\nb", "a\\r\\nb"), ("a\tb", "a\\tb"),
    ("a\0b", "a\\u{0}b"), ("\u{1b}[31m", "\\u{1b}[31m"), ("\u{7f}", "\\u{7f}"),
    ("\u{9b}31m", "\\u{9b}31m"), ("\u{85}", "\\u{85}"),
    ("\u{202e}evil", "\\u{202e}evil"), ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
    ("\u{200e}\u{200f}\u{61c}", "\\u{200e}\\u{200f}\\u{61c}"),
    ("\u{feff}Bank", "\\u{feff}Bank"), ("\u{200b}", "\\u{200b}"), ("\u{ad}", "\\u{ad}"),
    ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{e0041}", "\\u{e0041}"),
    ("می\u{200c}خواهم", "می\u{200c}خواهم"), ("\u{a0}", "\u{a0}"),
  ])
  func `text is made safe to show`(text: String, expected: String) {
    // Compared as scalars, because two strings are equal when they are canonically equivalent.
    #expect(Array(TerminalText.escaped(text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(
    arguments: [
      ([], ""),
      (Array("caf\u{e9} \n".utf8), "café \\n"),
      ([0x63, 0xe9, 0x21], "c\\xe9!"),
      ([0xff, 0xfe], "\\xff\\xfe"),
      ([0xe2, 0x82], "\\xe2\\x82"),
      ([0xe2, 0x82, 0x41], "\\xe2\\x82A"),
      ([0xc0, 0xaf], "\\xc0\\xaf"),
      ([0xed, 0xa0, 0x80], "\\xed\\xa0\\x80"),
      ([0xf0, 0x9f, 0x8f, 0xa6, 0x80], "🏦\\x80"),
      ([0x05], "\\u{5}"),
    ] as [([UInt8], String)])
  func `bytes are made safe to show`(bytes: [UInt8], expected: String) {
    #expect(TerminalText.escaped(bytes: bytes) == expected)
  }

  @Test func `no character below 256 reaches a terminal unless it is printable`() {
    for value in UInt8.min...UInt8.max {
      let isControl = value < 0x20 || (0x7f...0x9f).contains(value) || value == 0xad
      #expect(TerminalText.isUnsafe(Unicode.Scalar(value)) == isControl)
    }
  }
}
