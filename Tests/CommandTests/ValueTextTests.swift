import SQLite
import Testing

@testable import bank_etl

struct ValueTextTests {
  @Test(
    arguments: [
      (.null, "", nil), (7, "7", 7), (.real(0.1), "0.1", .real(0.1)), ("a\n", "a\n", "a\n"),
      (.blob([]), "x''", ["$base64": true, "encoded": ""]),
      (.blob([0xfb]), "x'fb'", ["$base64": true, "encoded": "+w=="]),
      (.blob([0xfb, 0xff]), "x'fbff'", ["$base64": true, "encoded": "+/8="]),
      (.blob(Array("Man".utf8)), "x'4d616e'", ["$base64": true, "encoded": "TWFu"]),
      (
        .blob(Array("light w".utf8)), "x'6c696768742077'",
        ["$base64": true, "encoded": "bGlnaHQgdw=="]
      ),
    ] as [(Value, String, JSON)])
  func `a value as text and as JSON`(value: Value, text: String, json: JSON) {
    #expect(value.plainText == text)
    #expect(value.json == json)
  }

  @Test(arguments: [
    (33_976.725000000006, 33_976.725), (0.30000000000000004, 0.3), (-2.0000000000000004, -2),
    (1.0 / 3, 0.333333333333333), (7_654.5, 7_654.5), (123_456_789_012.34, 123_456_789_012.34),
    (0, 0), (1e300, 1e300), (1e-9, 1e-9), (.infinity, .infinity), (999_999_999_999_999, 1e15 - 1),
  ])
  func `people get as many digits of a number as it can be trusted to have`(
    value: Double, shown: Double
  ) {
    #expect(Value.real(value).rounded == .real(shown))
    #expect(Value.text("0.30000000000000004").rounded == "0.30000000000000004")
  }
}
