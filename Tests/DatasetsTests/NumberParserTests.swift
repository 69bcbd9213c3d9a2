import SeedSupport
import Testing

@testable import Datasets

struct NumberParserTests {
  private func number(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return NumberParser.number(bytes.indices, in: bytes.span)
  }

  @Test(
    "numbers",
    arguments: [
      ("0", 0), ("-0", 0), ("0.0", 0), ("000", 0), ("0e99999", 0), ("1", 1), ("+1.5", 1.5),
      ("-1.5", -1.5), (".5", 0.5), ("5.", 5), ("007.50", 7.5), ("0.1", 0.1), ("1e5", 1e5),
      ("1E-5", 1e-5), ("1e+5", 1e5), ("1234567.89", 1_234_567.89), ("1e22", 1e22),
      ("1e23", 1e23), ("1e300", 1e300), ("1e-300", 1e-300),
      ("5e-324", Double.leastNonzeroMagnitude),
      ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
      ("0.30000000000000004", 0.1 + 0.2), ("9007199254740992", 9_007_199_254_740_992),
      ("9007199254740991", 9_007_199_254_740_991), ("123456789012345", 123_456_789_012_345),
      ("100000000000000000000000", 1e23), ("0.00000000000000000000000000001", 1e-29),
      ("1.50000000000000000000000000000000000000", 1.5),
    ])
  func numbers(text: String, expected: Double) {
    #expect(number(text)?.bitPattern == expected.bitPattern)
  }

  @Test(
    "what is no number, or isn't kept by a double",
    arguments: [
      "", "+", "-", ".", "+.", "e5", "1e", "1e+", "1e5.", "1e5x", "1.2.3", "1,234", "1.234", "x",
      "1 00", "--1", "inf", "nan", "Infinity", "0x1p3", "1e309", "-1e309", "1e99999999999999999",
      "1e-400", "4.9e-324", "9007199254740993", "123456789012345678", "0.1000000000000000055511",
      "1.00000000000000000000000000000001", "12345678901234567890", "５", "１.５", "1\0",
    ])
  func none(text: String) {
    #expect(number(text) == nil)
  }

  @Test(
    "the decimal mark decides",
    arguments: [
      ("1,234", 1234, 1.234), ("1.234", 1.234, 1234), ("1,50", nil, 1.5), ("1.50", 1.5, nil),
      ("1,234.5", 1234.5, nil), ("1.234,5", nil, 1234.5), ("1234", 1234, 1234),
      ("1 234", 1234, 1234), ("0,234", nil, 0.234), ("1234,567", nil, 1234.567), (".5", 0.5, nil),
      (",5", nil, 0.5), ("1,234e2", 123_400, 123.4),
    ] as [(String, Double?, Double?)])
  func marks(text: String, point: Double?, comma: Double?) {
    let bytes = Array(text.utf8)
    for (mark, expected) in [(DecimalMark.point, point), (.comma, comma)] {
      let rules = NumberRules(decimalMark: mark)
      #expect(NumberParser.number(bytes.indices, in: bytes.span, rules) == expected)
    }
  }

  @Test(
    "a number as programs write it has the digits of the text",
    arguments: [
      ("1,234.50", "1234.50", nil), ("1.234,50", nil, "1234.50"), ("1 234,50", nil, "1234.50"),
      ("1\u{A0}234,50", nil, "1234.50"), ("1\u{202F}234.5", "1234.5", nil),
      ("1\u{2009}234", "1234", "1234"), ("1'234.5", "1234.5", nil), ("1,50", nil, "1.50"),
      ("1,234", "1234", "1.234"), ("(1,234.50)", "-1234.50", nil), ("$(9,999.99)", "-9999.99", nil),
      ("$-", "0", "0"), ("-5", "-5", "-5"), ("5-", "-5", "-5"), ("+5", "5", "5"),
      ("\u{2212}5", "-5", "-5"), ("-0", "0", "0"), (".5", "0.5", nil), (",5", nil, "0.5"),
      ("(.5)", "-0.5", nil), ("5.", "5", nil), ("96,58 €", nil, "96.58"),
      ("55.91 USD", "55.91", nil),
      ("5 kr.", "5", "5"), ("30.00%", "30.00", nil), ("007.10", "007.10", nil), ("1e5", nil, nil),
      ("12345678901234567890.10", "12345678901234567890.10", nil), ("n/a", nil, nil),
      ("-", nil, nil),
      ("", nil, nil), ("1,234,567", "1234567", nil), ("1.234.567", nil, "1234567"),
    ] as [(String, String?, String?)])
  func plain(text: String, point: String?, comma: String?) {
    let bytes = Array(text.utf8)
    for (mark, expected) in [(DecimalMark.point, point), (.comma, comma)] {
      let rules = NumberRules(decimalMark: mark)
      var output: [UInt8] = []
      let isNumber = NumberParser.append(bytes.indices, in: bytes.span, rules, to: &output)
      #expect(isNumber == (expected != nil))
      #expect(String(decoding: output, as: UTF8.self) == expected ?? "")
    }
  }

  @Test func `the shortest text of any double reads back to the bit`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite, value != 0 else { continue }
      #expect(number(value.description)?.bitPattern == value.bitPattern)
    }
  }

  @Test func `numbers of up to 15 digits are read as Swift reads them`() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<20_000 {
      let digits = generator.next() % 1_000_000_000_000_000
      let scale = Int(generator.next() % 60) - 30
      let text = "\(digits)e\(scale)"
      #expect(number(text) == Double(text), "\(text)")
    }
  }

  @Test func `a number of very many digits is refused without delay`() {
    let ones = String(repeating: "1", count: 200_000)
    #expect(number(ones) == nil)
    #expect(number("0." + ones) == nil)
    #expect(number("1" + String(repeating: "0", count: 200_000)) == nil)
    #expect(number(String(repeating: "0", count: 200_000) + "1") == 1)
    #expect(number("1e" + ones) == nil)
  }
}
