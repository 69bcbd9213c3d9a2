import Foundation
import Testing

@testable import bank_etl

struct JSONTests {
  @Test(
    arguments: [
      (nil, "null"), (true, "true"), (false, "false"), (0, "0"),
      (.integer(.max), "9223372036854775807"), (.integer(.min), "-9223372036854775808"),
      (.real(0.1), "0.1"), (.real(1), "1.0"), (.real(-0.0), "-0.0"), (.real(1e300), "1e+300"),
      (.real(.leastNonzeroMagnitude), "5e-324"), (.real(.infinity), "9e999"),
      (.real(-.infinity), "-9e999"),
      (.real(.nan), "null"),
      ("", "\"\""), ("a\"b\\c/", "\"a\\\"b\\\\c/\""), ("\n\r\t\0", "\"\\n\\r\\t\\u0000\""),
      ("\u{1b}\u{7f}\u{9b}", "\"\\u001b\\u007f\\u009b\""), ("\u{202e}", "\"\\u202e\""),
      ("\u{e0041}", "\"\\udb40\\udc41\""), ("Año 🏦", "\"Año 🏦\""),
      ([], "[]"), ([1, [nil]], "[1,[null]]"), (.object([]), "{}"),
      (["b": 1, "a": ["x"], "b": 2], "{\"b\":1,\"a\":[\"x\"],\"b\":2}"),
      (.optional(nil as String?), "null"), (.optional(3 as Int64?), "3"),
    ] as [(JSON, String)])
  func `a value is written`(json: JSON, expected: String) {
    #expect(json.text == expected)
  }

  @Test(arguments: [
    0.1 + 0.2, 1e21, 123_456_789.123, 2.2250738585072014e-308, 1.7976931348623157e308,
  ])
  func `a double survives the way through text`(value: Double) throws {
    #expect(Double(JSON.real(value).text) == value)
  }

  @Test func `another reader reads every character below 1024 back`() throws {
    let text = String(String.UnicodeScalarView((0..<1_024).compactMap(Unicode.Scalar.init)))
    let data = Data(JSON.array([.string(text)]).text.utf8)
    let read = try JSONDecoder().decode([String].self, from: data)
    #expect(read.first.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
  }
}
