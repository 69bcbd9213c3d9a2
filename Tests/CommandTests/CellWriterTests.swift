import Testing

@testable import bank_etl

struct CellWriterTests {
  static let rows: [(text: String, csv: String, json: String)] = [
    ("", "", "\"\""), ("a b", "a b", "\"a b\""), ("a,b", "\"a,b\"", "\"a,b\""),
    ("\"", "\"\"\"\"", "\"\\\"\""), ("a\nb", "\"a\nb\"", "\"a\\nb\""),
    ("\r", "\"\r\"", "\"\\r\""), ("\\\t", "\\\t", "\"\\\\\\t\""), ("\0é", "\0é", "\"\\u0000é\""),
  ]

  @Test(arguments: rows)
  func `a cell is written so that it reads back`(row: (text: String, csv: String, json: String)) {
    let text = Array("x\(row.text)x".utf8)
    let range = 1..<text.count - 1
    var csv: [UInt8] = []
    CellWriter.appendCSV(range, of: text, to: &csv)
    #expect(String(decoding: csv, as: UTF8.self) == row.csv)
    var json: [UInt8] = []
    CellWriter.appendJSON(range, of: text, to: &json)
    #expect(String(decoding: json, as: UTF8.self) == row.json)
  }

  static let numbers: [(text: String, isNumber: Bool)] = [
    ("0", true), ("-1", true), ("12.50", true), ("123456789012345", true),
    ("1234567890123456", false), ("", false), ("-", false), ("01", false), ("1.", false),
    (".5", false), ("1e5", false), ("+1", false), ("1,5", false), ("--1", false), ("1.2.3", false),
    ("0.30000000000000004", true), ("0.1000000000000000055511", false), ("1e-05", true),
    ("1.5e300", true), ("1.5e999", false), ("1e+16", true), ("1.e5", false), ("1e+", false),
    ("1234567890123456.5", true), ("12345678901234567.5", false), ("-0.5e-3x", false),
  ]

  @Test(arguments: numbers)
  func `a number is one as JSON has it`(row: (text: String, isNumber: Bool)) {
    let text = Array(row.text.utf8)
    #expect(CellWriter.isJSONNumber(text.indices, of: text) == row.isNumber)
  }
}
