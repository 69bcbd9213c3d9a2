import Testing

@testable import Datasets

struct LabelFoldingTests {
  @Test(
    "letters and digits are what counts",
    arguments: [
      ("CERT #", "cert"), ("Cert†", "cert"), ("Cert\u{A0}", "cert"),
      ("\u{FEFF}Bank Name", "bankname"),
      ("bank_name", "bankname"), ("Acquiring Inst.", "acquiringinst"), ("Q1", "q1"),
      ("  Closing\u{A0} Date ", "closingdate"), ("#", ""), ("", ""), ("†‡", ""),
      ("POBLACIÓN", "población"), ("Größe (m²)", "größem²"), ("Дата", "дата"), ("日付", "日付"),
    ])
  func folded(label: String, expected: String) {
    #expect(LabelFolding.folded(label) == expected)
  }

  @Test func `accents may be characters of their own`() {
    #expect(LabelFolding.folded("An\u{303}o") == LabelFolding.folded("A\u{F1}o"))
  }

  @Test(
    "in ASCII, what was decoded wrongly goes too",
    arguments: [("CertÂ\u{A0}", "cert"), ("Certâ€\u{A0}", "cert"), ("Дата", ""), ("Año", "ao")])
  func ascii(label: String, expected: String) {
    #expect(LabelFolding.foldedToASCII(label) == expected)
  }
}
