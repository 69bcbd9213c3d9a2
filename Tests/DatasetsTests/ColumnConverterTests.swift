import Records
import Testing

@testable import Datasets

struct ColumnConverterTests {
  private static let texts = [
    "", " ", "a", "First Bank", " a", "a ", "\u{A0}a", "a\u{A0}", "\u{FEFF}a", "à", "日付", "'a",
    "'=a", "''=a", "=a",
    "a\n", "\"", "0", "7", "007", "57053.0", "1,234", "+5", "-5", "5-", "(5)", "12 345", " 12",
    "12 ", "1e5", "x1",
    "999999999999999999", "9223372036854775807", "9223372036854775808", "N/A",
  ]

  @Test(
    "a plain cell is what the whole conversion makes of the field",
    arguments: [
      #"{"name": "a", "column": "a"}"#, #"{"name": "a", "column": "a", "type": "integer"}"#,
      #"{"name": "a", "column": "a", "type": "integer", "decimalChar": ","}"#,
      #"{"name": "a", "column": "a", "constraints": {"required": true}}"#,
      #"{"name": "a", "column": "a", "type": "integer", "constraints": {"maximum": 10}}"#,
      #"{"name": "a", "column": "a", "missingValues": ["", "N/A"]}"#,
      #"{"name": "a", "column": "a", "type": "number"}"#,
    ])
  func plainCells(field: String) throws {
    let match = try HeaderMatcher(dataset: dataset(field, key: nil)).match(
      batch([TestRecord(["a"])]))
    let column = match.columns[0]
    let (converter, vocabulary) = (ColumnConverter(column, isKey: false), ColumnVocabulary(column))
    var plainCount = 0
    for text in Self.texts {
      let bytes = Array(text.utf8)
      var made: [UInt8] = []
      guard let plain = converter.plainCell(bytes.indices, of: bytes.span) else { continue }
      plainCount += 1
      guard
        case .value(let cell) = converter.convert(
          bytes.indices, of: bytes.span, vocabulary, made: &made)
      else {
        Issue.record("\(text.debugDescription) is no value")
        continue
      }
      #expect(plain == cell, "\(text.debugDescription)")
    }
    let isAsked = field.contains("maximum") || field.contains("missing") || field.contains("number")
    #expect((plainCount > 0) != isAsked)
  }
}
