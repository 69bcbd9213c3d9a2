import Testing

@testable import bank_etl

struct NumberLossTests {
  @Test(
    arguments: [
      ("", nil), ("0", nil), ("12", nil), ("-5.25", nil), ("0.5", nil), ("0,5", nil), (" 7 ", nil),
      ("-0.5", nil), ("1,234.50", nil), ("1.5e-05", nil), ("1e-5", nil), ("1e", nil), ("e5", nil),
      ("$ 12", nil), ("12 %", nil), ("- 3", nil), ("1 234", nil), ("12 345 678", nil),
      ("555 123.5", nil), ("-555 123", nil), ("1\u{A0}234", nil), ("-", .trailingMinus),
      ("00501", .leadingZero), ("00", .leadingZero), ("-007", .leadingZero), (" 01 ", .leadingZero),
      ("+49", .leadingPlus), ("+ 4", .leadingPlus), ("123-", .trailingMinus), ("1e5", .exponent),
      ("12E03", .exponent), ("555 123", .phoneLike), ("555 123 456", .phoneLike),
      ("555 1234", .spaces), ("5 51 23", .spaces), ("5551 234", .spaces), ("1  234", nil),
    ] as [(String, NumberLoss?)])
  func `what a number would lose`(text: String, loss: NumberLoss?) {
    #expect(NumberLoss(Array(text.utf8)[...]) == loss)
    // A slice of a batch does not begin at 0.
    #expect(NumberLoss(Array("9;\(text);9".utf8).dropFirst(2).dropLast(2)) == loss)
  }

  @Test(arguments: [
    ("1 234", true), ("12 345 678", true), ("555 123.5", true), ("555 123", false), ("12", false),
    (" 12 ", false),
  ])
  func `thousands that are grouped with spaces`(text: String, expected: Bool) {
    #expect(NumberLoss.groupsThousands(Array(text.utf8)[...]) == expected)
  }
}
