import Testing

@testable import Datasets

struct NumberRulesTextTests {
  static let numbers = [
    0, 1, -1, 0.5, 1.234, -12.345, 123.456, 1234.567, 0.234, 0.1 + 0.2, 1e15, 1e16, 1e300, -1e-7,
    Double.leastNonzeroMagnitude,
    1.234e20, 1_000, 99.99, 9_007_199_254_740_992,
  ]
  static let rules = [
    NumberRules(), NumberRules(decimalMark: .point), NumberRules(decimalMark: .comma),
    NumberRules(units: .none), NumberRules(units: .any),
  ]

  @Test(arguments: numbers, rules)
  func `what is written is read as the same number`(number: Double, rules: NumberRules) {
    let text = Array(rules.text(of: number).utf8)
    #expect(NumberParser.number(0..<text.count, in: text.span, rules) == number)
  }

  @Test func `what could be thousands is not written so`() {
    #expect(NumberRules().text(of: 1.234) == "1.2340")
    #expect(NumberRules(decimalMark: .point).text(of: 1.234) == "1.234")
    #expect(NumberRules(decimalMark: .comma).text(of: 1.234) == "1,234")
  }
}
