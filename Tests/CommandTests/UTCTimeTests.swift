import Testing

@testable import bank_etl

struct UTCTimeTests {
  @Test(arguments: [
    (0, 0, "1970-01-01T00:00:00.000Z"), (951_782_400, 7, "2000-02-29T00:00:00.007Z"),
    (1_709_251_199, 999, "2024-02-29T23:59:59.999Z"),
  ])
  func `a time is written as RFC 3339`(seconds: Int, milliseconds: Int, text: String) {
    #expect(UTCTime.text(seconds: seconds, milliseconds: milliseconds) == text)
  }

  @Test func `now is after this was written`() {
    #expect(UTCTime.now > "2024" && UTCTime.now.count == 24)
    #expect(UTCTime.seconds > 1_709_251_199)
  }
}
