import Testing

@testable import Workbook

struct DecimalDigitsTests {
  @Test(arguments: [
    ("0", "0"), ("-0.0", "0"), ("12.50", "12.5"), ("1.25E1", "12.5"), ("+7", "7"), ("007", "7"),
    ("100", "1e2"), ("1E-3", "0.001"),
  ])
  func `what has the same value is equal`(one: String, other: String) {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    let (left, right) = (DecimalDigits(one.span), DecimalDigits(other.span))
    #expect(left != nil)
    #expect(left == right)
  }

  @Test(arguments: [
    ("9007199254740993.0", "9007199254740993"), ("-1.5e3", "-1500"), ("1.5", nil), ("1e50", nil),
  ])
  func `a whole number has all its digits`(text: String, whole: String?) throws {
    let bytes = Array(text.utf8)
    let found = DecimalDigits(bytes.span)
    let number = try #require(found)
    #expect(number.wholeNumber == whole.map { Array($0.utf8) })
  }

  @Test(arguments: ["", "-", ".", "e5", "1e", "1e99999", "1.2.3", "x", "1 "])
  func `what is no number is none`(text: String) {
    let bytes = Array(text.utf8)
    let number = DecimalDigits(bytes.span)
    #expect(number == nil)
  }
}
