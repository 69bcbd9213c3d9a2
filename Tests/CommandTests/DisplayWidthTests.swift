import Testing

@testable import bank_etl

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("Almena", 6), ("Año", 3), ("An\u{303}o", 3), ("銀行", 4), ("ﾊﾞﾝｸ", 4), ("은행", 4),
    ("Ａ", 2), ("🏦", 2), ("№", 1), ("€", 1), ("…", 1), ("नमस्ते", 4), ("שלום", 4),
    ("❤", 1), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("👩\u{200D}🌾", 4), ("〈", 2),
  ])
  func `text takes columns`(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(arguments: [
    ("Almena", 6, "Almena"), ("Almena", 5, "Alme…"), ("Almena", 1, "…"), ("Almena", 0, ""),
    ("銀行東京", 8, "銀行東京"), ("銀行東京", 7, "銀行東…"), ("銀行東京", 6, "銀行…"), ("銀行", 2, "…"),
    ("An\u{303}o Nuevo", 4, "An\u{303}o…"), ("", 0, ""),
  ])
  func `text is cut to fit`(text: String, columns: Int, expected: String) {
    let cut = DisplayWidth.truncated(text, to: columns)
    #expect(cut == expected)
    #expect(DisplayWidth.of(cut) <= columns)
  }
}
