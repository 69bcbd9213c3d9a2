import Testing

@testable import Datasets

struct IntegerParserTests {
  private func integer(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    return IntegerParser.integer(bytes.indices, in: bytes.span)
  }

  @Test(
    "whole numbers",
    arguments: [
      ("0", 0), ("7", 7), ("-7", -7), ("+7", 7), ("-0", 0), ("007", 7), ("-007", -7),
      ("57053", 57053), ("57053.0", 57053), ("57053.00", 57053), ("-3.0", -3), ("0.0", 0),
      ("1.0000", 1), ("999999999999999999", 999_999_999_999_999_999),
      ("1000000000000000000", 1_000_000_000_000_000_000),
      ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
      ("00000000000000000000000000000000000042", 42), ("5-", -5), ("(5)", -5), ("\u{2212}5", -5),
      ("1,234,567", 1_234_567), ("1.234.567", 1_234_567), ("1,234.00", 1234), ("1 234", 1234),
      ("1'234", 1234), ("9,223,372,036,854,775,807", Int64.max),
      ("(9,223,372,036,854,775,808)", Int64.min), ("10000,000", 10000),
    ] as [(String, Int64)])
  func whole(text: String, expected: Int64) {
    #expect(integer(text) == expected)
  }

  @Test(
    "what is no whole number, or would be rounded",
    arguments: [
      "", "+", "-", "+-1", "--1", "-1-", "x", "1x", "x1", "1 2", "1,234", "12.5", "12.000",
      "1.234", "12.", "12,000", "1,23,456", "9,223,372,036,854,775,808", ".0", "12.0x", "12.0.0",
      "0x10", "1e3", "1_000", "$5", "(-5)", "(5", "１２", "1\0",
      "\0", "9223372036854775808", "-9223372036854775809", "99999999999999999999",
      "18446744073709551616", "100000000000000000000000000000000000000000",
    ])
  func none(text: String) {
    #expect(integer(text) == nil)
  }

  @Test(
    "a declared decimal mark tells", arguments: [("1,234", 1234), ("12.000", 12), ("1.5", nil)])
  func declared(text: String, expected: Int64?) {
    let bytes = Array(text.utf8)
    let rules = NumberRules(decimalMark: .point, units: .none)
    #expect(IntegerParser.integer(bytes.indices, in: bytes.span, rules) == expected)
  }

  @Test func `numbers around each power of two and ten read back`() {
    var edges: [Int64] = [.max, .min]
    for shift in 0..<63 { edges.append(1 << Int64(shift)) }
    var power: Int64 = 1
    for _ in 0..<18 {
      power *= 10
      edges.append(power)
    }
    for edge in edges {
      for value in [edge &- 1, edge, edge &+ 1, 0 &- edge] {
        #expect(integer("\(value)") == value)
      }
    }
  }
}
