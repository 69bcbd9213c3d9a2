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
}
