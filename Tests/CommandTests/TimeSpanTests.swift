import Testing

@testable import bank_etl

struct TimeSpanTests {
  @Test(
    arguments: [
      ("90s", 90), ("15m", 900), ("26h", 93_600), ("7d", 604_800), ("2w", 1_209_600), ("0s", 0),
      ("365000d", 31_536_000_000), ("365001d", nil), ("99999999999999999999s", nil), ("", nil),
      ("h", nil), ("26", nil), ("-1h", nil), ("1.5h", nil), ("26H", nil), ("٣h", nil),
      ("1h30m", nil),
    ] as [(String, Int64?)])
  func `a time in seconds`(text: String, expected: Int64?) {
    #expect(TimeSpan.seconds(text) == expected)
  }

  @Test(
    arguments: [
      (0, "0 s"), (119, "119 s"), (120, "2 min"), (7_199, "119 min"), (7_200, "2 h"),
      (93_600, "26 h"), (172_800, "2 d"), (864_000, "10 d"),
    ] as [(Int64, String)])
  func `seconds for people`(seconds: Int64, expected: String) {
    #expect(TimeSpan.text(seconds: seconds) == expected)
  }
}
