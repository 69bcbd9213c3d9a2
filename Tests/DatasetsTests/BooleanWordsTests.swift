import Testing

@testable import Datasets

struct BooleanWordsTests {
  @Test(
    "the standard's words",
    arguments: [
      ("true", true), ("True", true), ("TRUE", true), ("1", true), ("false", false),
      ("False", false), ("FALSE", false), ("0", false), ("yes", nil), ("tRUE", nil), ("", nil),
      ("10", nil), ("true ", nil),
    ] as [(String, Bool?)])
  func standard(text: String, expected: Bool?) {
    let bytes = Array(text.utf8)
    #expect(BooleanWords.standard.boolean(bytes.indices, in: bytes.span) == expected)
  }

  @Test(
    "declared words", arguments: [("sí", true), ("no", false), ("true", nil)] as [(String, Bool?)])
  func declared(text: String, expected: Bool?) {
    let words = BooleanWords(trueValues: ["sí", "s"], falseValues: ["no"])
    let bytes = Array(text.utf8)
    #expect(words.boolean(bytes.indices, in: bytes.span) == expected)
    #expect(words.expectation == #""sí" or "s" or "no""#)
  }
}
