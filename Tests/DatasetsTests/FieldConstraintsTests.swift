import Records
import Testing

@testable import Datasets

struct FieldConstraintsTests {
  /// The rows and the messages of rejects of a column with this declaration.
  private func convert(_ declaration: String, _ values: [String]) throws -> [String] {
    let fields = #"{"name": "A", "column": "a", \#(declaration)}"#
    let match = try HeaderMatcher(dataset: dataset(fields)).match(batch([["A"]]))
    var records = batch(values.map { TestRecord([$0]) })
    var converter = RecordConverter(match)
    var rows = RowBatch(columnCount: 1)
    converter.convert(&records, records: 0..<values.count, into: &rows)
    #expect(rows.rejects.allSatisfy { $0.code == .constraint })
    return table(rows, in: records).map { $0[0] } + rows.rejects.map(\.message)
  }

  @Test(
    "constraints",
    arguments: [
      (
        #""type": "integer", "constraints": {"minimum": 0, "maximum": 9}"#, ["0", "9", "10", "-1"],
        [
          "0", "9", #"expected a value of at most 9 but found "10""#,
          #"expected a value of at least 0 but found "-1""#,
        ]
      ),
      (
        #""type": "number", "constraints": {"exclusiveMinimum": "0.5"}"#, ["0.5", "0.75"],
        ["0.75", #"expected a value above 0.5 but found "0.5""#]
      ),
      (
        #""type": "date", "constraints": {"minimum": "2000-01-01", "exclusiveMaximum": "2001-01-01"}"#,
        ["1-Jan-00", "31-Dec-99", "1-Jan-01"],
        [
          "'2000-01-01'", #"expected a value of at least 2000-01-01 but found "31-Dec-99""#,
          #"expected a value below 2001-01-01 but found "1-Jan-01""#,
        ]
      ),
      (
        #""type": "datetime", "constraints": {"maximum": "2001-01-01T10:00:00"}"#,
        ["1-Jan-01 10:00", "1-Jan-01 10:01"],
        [
          "'2001-01-01T10:00:00'",
          #"expected a value of at most 2001-01-01T10:00:00 but found "1-Jan-01 10:01""#,
        ]
      ),
      (
        #""constraints": {"minLength": 2, "maxLength": 3}"#, ["ab", "éèê", "a", "abcd", "a€"],
        [
          "'ab'", "'éèê'", "'a€'", #"expected at least 2 characters but found "a""#,
          #"expected at most 3 characters but found "abcd""#,
        ]
      ),
      (
        #""constraints": {"enum": ["KS", "CA"]}"#, ["KS", " CA ", "ks"],
        ["'KS'", "'CA'", #"expected "KS" or "CA" but found "ks""#]
      ),
      (
        #""type": "number", "decimalChar": ",", "constraints": {"enum": [1.5, 2]}"#,
        ["1,5", "2", "2,5"], ["1.5", "2.0", #"expected "1.5" or "2" but found "2,5""#]
      ),
      (#""constraints": {"minLength": 2}"#, ["", "ab"], ["'ab'"]),
    ])
  func constraints(declaration: String, values: [String], expected: [String]) throws {
    #expect(try convert(declaration, values) == expected)
  }

  @Test(
    "mistakes",
    arguments: [
      (
        #""constraints": {"pattern": "x"}"#,
        "not supported here; write it as a constraint of the table, in a migration"
      ),
      (
        #""constraints": {"minimum": 1}"#,
        "belongs to a field of numbers or dates; remove it or change the type"
      ),
      (
        #""type": "integer", "constraints": {"minimum": "x"}"#,
        #"expected a whole number but found "x""#
      ),
      (
        #""type": "integer", "constraints": {"minimum": 1.5}"#,
        "expected a whole number but found 1.5"
      ),
      (
        #""type": "number", "constraints": {"maximum": true}"#,
        "expected a text or a number but found true"
      ),
      (
        #""type": "date", "constraints": {"maximum": "1/2/2020"}"#,
        #"expected a date as "2021-03-05" but found "1/2/2020""#
      ),
      (
        #""type": "datetime", "constraints": {"maximum": "2020-01-01"}"#,
        #"expected a moment as "2021-03-05T10:11:12" but found "2020-01-01""#
      ),
      (
        #""type": "integer", "constraints": {"minLength": 1}"#,
        "belongs to a field of type string; remove it or change the type"
      ),
      (#""constraints": {"maxLength": -1}"#, "expected a whole number, 0 or more, but found -1"),
      (#""constraints": {"enum": []}"#, "expected a value but found an array"),
      (
        #""type": "boolean", "constraints": {"enum": ["x"]}"#,
        "belongs to a field of another type than boolean; remove it"
      ),
      (
        #""type": "integer", "constraints": {"minimum": 1, "exclusiveMinimum": 1}"#,
        #"can't be there together with "exclusiveMinimum"; remove one"#
      ),
    ])
  func mistakes(declaration: String, message: String) throws {
    let error = try #require(throws: DeclarationError.self) {
      try dataset(#"{"name": "A", "column": "a", \#(declaration)}"#)
    }
    #expect(error.message == message)
  }
}
