import Testing

@testable import Datasets

/// The number that `text` is under rules; nil where it is none.
func written(_ text: String, _ rules: NumberRules) -> Double? {
  let bytes = Array(text.utf8)
  return WrittenNumber(bytes.indices, in: bytes.span, rules)?.decimal.double
}

struct WrittenNumberTests {
  private let point = NumberRules(decimalMark: .point)
  private let comma = NumberRules(decimalMark: .comma)

  @Test(
    "amounts",
    arguments: [
      ("1,234.50", 1234.5), ("$1,234.50", 1234.5), ("-$1,234.50", -1234.5), ("$-5", -5),
      ("- $ 5", -5), ("(1,234.50)", -1234.5), ("$(9,999.99)", -9999.99), ("($9,999.99)", -9999.99),
      ("(5) USD", -5), ("(5 USD)", -5), ("( 5 )", -5), ("5-", -5), ("5- €", -5), ("+5", 5),
      ("$-", 0), ("- €", 0), ("-\u{A0}£", 0), ("55.91 USD", 55.91), ("USD55.91", 55.91),
      ("55.91USD", 55.91), ("US$5", 5), ("R$ 5", 5), ("5 kr", 5), ("kr. 5", 5), ("5 kr.", 5),
      ("$.50", 0.5), ("5 zł", 5), ("₹5", 5),
      ("5\u{202F}€", 5), ("30.00%", 30), ("30 %", 30), ("-5%", -5), ("(5%)", -5), ("5e3", 5000),
      ("1 234 567.5", 1_234_567.5), ("1\u{A0}234", 1234), ("1\u{202F}234", 1234),
      ("1\u{2009}234", 1234), ("1\u{2007}234", 1234), ("1'234.5", 1234.5),
      ("1\u{2019}234.5", 1234.5), ("\u{2212}5", -5), ("5EUR", 5), ("1e5EUR", 100_000),
    ])
  func amounts(text: String, expected: Double) {
    #expect(written(text, point) == expected)
  }

  @Test(
    "what is no amount",
    arguments: [
      "", "-", "$", "()", "(", ")", "(5", "5)", "(-5)", "-(5)", "(5-)", "-5-", "--5", "+-5", "5+",
      "5 -", "$5 USD", "$€5", "5 USD EUR", "%5", "5%%", "%-", "1,50", "1,2345", "12,34,567",
      "1,234 567", "1,234'567", "1'234,567", "1.234.5", ",234", "0,234", "1234,567", "1,234,",
      "1, 234", "1  234", "1\t234", "1\n234", "5 usd", "5 USDX", "5 XYZ", "5 krone", "kr.5",
      "USD.50", "kr.", "-kr.5", "5¢",
      "5‰", "5€5", "5 000 x", "\u{2212}", "5\u{2212}", "1_000", "Ａ5", "5 E", "$(5", "$5)",
      "(5))", "((5))", "\u{FEFF}", "5..", "5.5.5", "e5", "$e5", "1,234e", "5\u{E2}\u{80}", "€",
    ])
  func none(text: String) {
    #expect(written(text, point) == nil)
  }

  @Test(
    "with a decimal comma",
    arguments: [
      ("96,58 €", 96.58), ("1.234,50", 1234.5), ("1 234,50", 1234.5), ("1.234.567", 1_234_567),
      ("1,50-", -1.5), ("1.50", nil), ("1,234.5", nil), ("1'234,5", 1234.5),
    ] as [(String, Double?)])
  func commas(text: String, expected: Double?) {
    #expect(written(text, comma) == expected)
  }

  @Test(
    "declared groups",
    arguments: [
      (NumberRules.Groups.none, "1,234", nil), (.none, "1234.5", 1234.5), (.none, "1 234", nil),
      (.only(.comma), "1,234", 1234), (.only(.comma), "1 234", nil), (.only(.space), "1 234", 1234),
      (.only(.space), "1\u{A0}234", 1234), (.only(.space), "1,234", nil),
      (.only(.apostrophe), "1'234", 1234),
    ] as [(NumberRules.Groups, String, Double?)])
  func groups(groups: NumberRules.Groups, text: String, expected: Double?) {
    #expect(written(text, NumberRules(decimalMark: .point, groups: groups)) == expected)
  }

  @Test(
    "declared units",
    arguments: [
      ("approx. 5 kg", nil, 5), ("$5", nil, 5), ("5 USD net", nil, 5), ("v. 1.5", nil, 1.5),
      ("5%", nil, 5), ("5 m²", nil, 5), ("x", nil, nil), ("n-a", nil, nil), ("$-", nil, 0),
      ("5 6", nil, nil), ("A5B6", nil, nil), ("1.5.2", nil, nil), ("1,5", nil, nil), ("5", 5, 5),
      ("-5", -5, -5), ("(5)", -5, -5), ("Rs 1,234", nil, 1234), ("5 – 6", nil, nil),
      ("\u{2013}6", nil, nil),
      ("\u{FF11}6", nil, nil), ("6\u{2212}", nil, nil), ("$.50", nil, 0.5),
      ("Rs.500", nil, nil),
      ("Rs. 500", nil, 500),
    ] as [(String, Double?, Double?)])
  func units(text: String, bare: Double?, any: Double?) {
    #expect(written(text, NumberRules(decimalMark: .point, units: .none)) == bare)
    #expect(written(text, NumberRules(decimalMark: .point, units: .any)) == any)
  }

  @Test func `a text cut anywhere is no crash`() {
    let texts = ["−1\u{2009}234,50\u{202F}€", "HK$(1’234.50)", "12.345.678,90 zł", "5e-10 CHF"]
    for bytes in texts.map({ Array($0.utf8) }) {
      for start in bytes.indices {
        for end in start...bytes.count {
          for units in [NumberRules.Units.any, .known, .none] {
            _ = WrittenNumber(start..<end, in: bytes.span, NumberRules(units: units))
          }
        }
      }
    }
  }
}
