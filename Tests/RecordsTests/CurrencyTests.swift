import Testing

@testable import Records

struct CurrencyTests {
  @Test(
    "signs, codes and words",
    arguments: [
      ("$", 1), ("€", 3), ("£", 2), ("¥", 2), ("₽", 3), ("₿", 3), ("USD", 3), ("US$", 3),
      ("A$5", 2), ("CHF5", 3), ("EUR ", 3), ("kr", 2), ("Kč", 3), ("zł", 3), ("EURO", 0),
      ("USDx", 0),
      ("XYZ", 0), ("usd", 0), ("US", 0), ("krona", 0), ("¤", 0), ("%", 0), ("ABCD$", 0), ("ł", 0),
      ("USDé", 0),
    ])
  func lengths(text: String, length: Int) {
    let bytes = Array(text.utf8)
    #expect(Currency.length(at: 0, before: bytes.count, in: bytes.span) == length)
  }
}
