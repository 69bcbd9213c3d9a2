import Testing

@testable import Datasets

struct DecimalNumberTests {
  private func decimal(_ text: String, mark: UInt8? = 0x2E) -> DecimalNumber? {
    let bytes = Array(text.utf8)
    return DecimalNumber(bytes.indices, in: bytes.span, mark: mark)
  }

  @Test(
    "one number has one form",
    arguments: [
      ("1.50", "1.5"), ("0010", "1e1"), ("100", "1e2"), ("-0.0", "0"), ("1e-2", "0.01"),
      ("1.0e3", "1000"),
    ])
  func equal(one: String, other: String) {
    #expect(decimal(one) != nil)
    #expect(decimal(one) == decimal(other))
  }

  @Test(
    "whole numbers of 64 bits",
    arguments: [
      ("9223372036854775807", Int64.max), ("-9223372036854775808", .min),
      ("9223372036854775808", nil), ("-9223372036854775809", nil),
      ("1e18", 1_000_000_000_000_000_000),
      ("1e19", nil), ("93e17", nil), ("1.5", nil), ("1.0", 1), ("0e99999", 0),
      ("12345678901234567890123", nil), ("-9999999999999999999", nil),
    ] as [(String, Int64?)])
  func integers(text: String, expected: Int64?) {
    #expect(decimal(text)?.integer == expected)
  }

  @Test func `without a mark there are no decimals`() {
    #expect(decimal("15", mark: nil) != nil)
    #expect(decimal("1.5", mark: nil) == nil)
    #expect(decimal("1,5", mark: 0x2C) == decimal("1.5"))
  }
}
