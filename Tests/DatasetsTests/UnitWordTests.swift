import Testing

@testable import Datasets

struct UnitWordTests {
  @Test(
    "words",
    arguments: [
      ("kg", 2), ("kg 5", 2), ("approx. 5", 7), ("m²", 3), ("kg5", 2), ("kg-5", 2), ("5", 0),
      (" kg", 0), ("Rs.500", 0), ("Rs,500", 0), (".5", 0), ("\u{2212}", 0), ("\u{2013}x", 0),
      ("\u{FF11}", 0), ("x\u{0661}", 0), ("%", 1),
    ])
  func lengths(text: String, length: Int) {
    let bytes = Array(text.utf8)
    #expect(UnitWord.length(at: 0, before: bytes.count, in: bytes.span) == length)
  }
}
