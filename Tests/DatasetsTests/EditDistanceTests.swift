import Testing

@testable import Datasets

struct EditDistanceTests {
  @Test(
    "the nearest word",
    arguments: [
      ("failed-bank", "failed-banks"), ("failedbanks", "failed-banks"),
      ("Failed_Banks", "failed-banks"), ("faild-bnks", "failed-banks"), ("contact", "contacts"),
      ("sale", "sales"), ("x", nil), ("xyz", nil), ("", nil), ("failed-banks-of-today", nil),
      (String(repeating: "failed-banks", count: 100_000), nil),
    ] as [(String, String?)])
  func nearest(word: String, expected: String?) {
    #expect(EditDistance.nearest(to: word, in: ["failed-banks", "contacts", "sales"]) == expected)
  }
}
