import Testing

@testable import Workbook

struct CellNumberTests {
  @Test(arguments: [
    ("0", true), ("30570", true), ("-1.5", true), ("86.69", true), ("123456789012345", true),
    ("1234567890123456", true), ("12345678901234567890", true),
    ("1.234567890123456", false), ("1.0", false), ("1.", false), (".5", false), ("1e5", false),
    ("-", false), ("", false), ("1-", false), ("1.2.3", false), ("a", false),
  ])
  func `what is kept as it is is known`(text: String, isCanonical: Bool) {
    let bytes = Array(text.utf8)
    let found = CellNumber.isCanonical(bytes.span)
    #expect(found == isCanonical)
  }

  @Test(arguments: [
    ("0.30000000000000004", "0.30000000000000004"), ("1.1000000000000001", "1.1"),
    ("1e5", "100000"),
    ("1.0", "1"), ("-2.50", "-2.5"), ("1E-3", "0.001"), ("9007199254740991", "9007199254740991"),
    ("1.2345678901234567E19", "1.2345678901234567e+19"), ("-0", "0"),
    ("9007199254740993.0", "9007199254740993"), ("9.007199254740993E15", "9007199254740993"),
    ("90071992547409.93", "90071992547409.93"),
    ("0.1234567890123456789", "0.1234567890123456789"),
  ])
  func `a number is kept as the double it is, or as it is written`(text: String, kept: String) {
    let bytes = Array(text.utf8)
    let written = CellNumber.kept(bytes.span).map { String(decoding: $0, as: UTF8.self) }
    #expect(written == kept)
  }

  @Test(arguments: ["", "x", "1e999", "nan", "inf", "1,5", " 1", "0x1p3q"])
  func `what is no number is none`(text: String) {
    let bytes = Array(text.utf8)
    let value = CellNumber.value(bytes.span)
    #expect(value == nil)
  }
}
