import Records
import Testing

@testable import Datasets

/// The match of a header for a dataset with fields a to f of all types, a being the key.
private func match(_ header: [String], key: String? = #""a""#) throws -> HeaderMatch {
  let fields = """
    {"name": "a", "column": "ca", "type": "integer"},
    {"name": "b", "column": "cb", "constraints": {"required": true}},
    {"name": "c", "column": "cc", "type": "date", "dateOrder": "mdy"},
    {"name": "d", "column": "cd", "type": "number", "missingValues": ["N/A", "-"]},
    {"name": "e", "column": "ce", "type": "boolean"},
    {"name": "f", "column": "cf", "type": "datetime"}
    """
  let matcher = HeaderMatcher(dataset: try dataset(fields, key: key))
  return try matcher.match(batch([TestRecord(header)]))
}

/// What became of records: the rows as text, and the rejects as `line/record column code: message`.
private func convert(
  _ records: [TestRecord], header: [String], key: String? = #""a""#
) throws -> (rows: [[String]], rejects: [String], count: Int64) {
  var batch = batch(records, line: 2)
  var converter = RecordConverter(try match(header, key: key))
  var rows = RowBatch(columnCount: converter.columns.count)
  converter.convert(&batch, records: 0..<records.count, into: &rows)
  let rejects = rows.rejects.map {
    "\($0.line)/\($0.record) \($0.column ?? "-") \($0.code.rawValue): \($0.message)"
  }
  return (table(rows, in: batch), rejects, converter.recordCount)
}

struct RecordConverterTests {
  private let all = ["a", "b", "c", "d", "e", "f"]

  @Test(
    "values of each type",
    arguments: [
      (
        ["1", "x", "12/31/2017", "1.5", "true", "5-Mar-21 6:17 PM"],
        ["1", "'x'", "'2017-12-31'", "1.5", "1", "'2021-03-05T18:17:00'"]
      ),
      (["2", "x", "", "", "", ""], ["2", "'x'", "NULL", "NULL", "NULL", "NULL"]),
      (["2", "x", "", "N/A", "", ""], ["2", "'x'", "NULL", "NULL", "NULL", "NULL"]),
      (["2", "N/A", "", " - ", "", ""], ["2", "'N/A'", "NULL", "NULL", "NULL", "NULL"]),
      (
        [" 3 ", "\u{A0}x y\u{A0}", "\t1-Nov-19 ", "\u{FEFF}7", "FALSE ", "\u{A0}"],
        ["3", "'x y'", "'2019-11-01'", "7.0", "0", "NULL"]
      ),
      (["04", "\0a\0", "", "", "", ""], ["4", "'\0a\0'", "NULL", "NULL", "NULL", "NULL"]),
      (
        ["5", "O'Fallon \"N.A.\"; é – 日付", "", "", "", ""],
        ["5", "'O'Fallon \"N.A.\"; é – 日付'", "NULL", "NULL", "NULL", "NULL"]
      ),
      (["6", "a\nb\n", "", "", "", ""], ["6", "'a\nb'", "NULL", "NULL", "NULL", "NULL"]),
    ])
  func values(record: [String], row: [String]) throws {
    let result = try convert([TestRecord(record)], header: all)
    #expect(result.rows == [row])
    #expect(result.rejects == [])
    #expect(result.count == 1)
  }

  @Test(
    "fields that make a record a reject",
    arguments: [
      (["", "x", "", "", "", ""], "a missing_value: expected a value but found none"),
      (["1", "\u{A0}", "", "", "", ""], "b missing_value: expected a value but found none"),
      (["x1", "x", "", "", "", ""], #"a invalid_integer: expected a whole number but found "x1""#),
      (
        ["9223372036854775808", "x", "", "", "", ""],
        #"a invalid_integer: expected a whole number but found "9223372036854775808""#
      ),
      (
        ["1", "x", "23/02/2007", "", "", ""],
        #"c invalid_date: expected a date (month/day/year) but found "23/02/2007""#
      ),
      (
        ["1", "x", "2/29/2023", "", "", ""],
        #"c invalid_date: expected a date (month/day/year) but found "2/29/2023""#
      ),
      (
        ["1", "x", "", "1,500", "", ""],
        #"d invalid_number: expected a number but found "1,500""#
      ),
      (
        ["1", "x", "", "", "maybe", ""],
        #"e invalid_boolean: expected "true" or "True" or "TRUE" or "1" or "false" or "False" or "#
          + #""FALSE" or "0" but found "maybe""#
      ),
      (
        ["1", "x", "", "", "", "1/2/2009"],
        #"f invalid_date: expected a date and time but found "1/2/2009""#
      ),
      (
        ["1\u{1B}[2J", "x", "", "", "", ""],
        #"a invalid_integer: expected a whole number but found "1\u{1B}[2J""#
      ),
      (["1", "x", "", "", ""], "- ragged: expected 6 fields but found 5"),
      (["1", "x", "", "", "", "", "y"], "- ragged: expected 6 fields but found 7"),
      (["1"], "- ragged: expected 6 fields but found 1"),
      (
        ["k", "b", "c", "d", "e", "f"],
        #"a invalid_integer: expected a whole number but found "k""#
      ),
    ])
  func rejects(record: [String], reject: String) throws {
    let good: TestRecord = ["1", "x", "1-Nov-19", "", "", ""]
    let result = try convert([good, TestRecord(record), good], header: all)
    let row = ["1", "'x'", "'2019-11-01'", "NULL", "NULL", "NULL"]
    #expect(result.rows == [row, row])
    #expect(result.rejects == ["3/2 \(reject)"])
    #expect(result.count == 3)
  }

  @Test func `a record without a value in any field isn't one`() throws {
    let blanks: [TestRecord] = [
      [], [""], [" "], ["", "", "", "", "", ""], ["\u{A0}", "\t", "", "", "", ""], ["", ""],
      ["", "", "", "", "", "", "", "", ""],
    ]
    let good: TestRecord = ["1", "x", "", "", "", ""]
    let bad: TestRecord = ["", "x", "", "", "", ""]
    let result = try convert(blanks + [good] + blanks + [bad], header: all)
    #expect(result.rows.count == 1)
    #expect(result.rejects == ["17/2 a missing_value: expected a value but found none"])
    #expect(result.count == 2)
    // Also where nothing is required.
    let keyless = try convert(
      [["", "", ""], ["", "x", ""], ["", "", "x"], ["1", "", ""]], header: ["c", "d", "other"],
      key: nil)
    #expect(keyless.count == 3)
    #expect(keyless.rows == [["NULL", "NULL"]])
    #expect(keyless.rejects.count == 2)
  }

  @Test func `columns may be in any order, with others between them`() throws {
    let result = try convert(
      [["x", "2013-03-05", "?", "7", "?"]], header: ["b", "c", "other", "a", "more"])
    #expect(result.rows == [["7", "'x'", "'2013-03-05'"]])
    #expect(try RecordConverter(match(["c", "a"])).columns == ["ca", "cc"])
  }

  @Test(
    "columns without a label at the end may be lacking, and fields beyond the header be empty",
    arguments: [
      (["1", "x"], nil), (["1", "x", ""], nil), (["1", "x", "y", "z"], nil),
      (["1", "x", "", "", "", " "], nil), (["1"], "expected 4 fields but found 1"),
      (["1", "x", "", "", "", "y"], "expected 4 fields but found 6"),
    ] as [([String], String?)])
  func width(record: [String], message: String?) throws {
    let result = try convert([TestRecord(record)], header: ["a", "b", "", " "])
    #expect(result.rows == (message == nil ? [["1", "'x'"]] : []))
    #expect(result.rejects == (message.map { ["2/1 - ragged: \($0)"] } ?? []))
  }

  @Test func `records that could not be read are rejects`() throws {
    var batch = batch(
      [["a", "b"], ["1", "x"], ["bad"], ["2", "x"], ["worse"], ["3", "x"]], line: 10)
    batch.problems = [
      RecordProblem(record: 0, code: .tooLarge, message: "above the header"),
      RecordProblem(record: 2, code: .unclosedQuote, message: "one"),
      RecordProblem(record: 4, code: .invalidEncoding, message: "two"),
    ]
    var converter = RecordConverter(try match(["a", "b"]))
    var rows = RowBatch(columnCount: 2)
    converter.convert(&batch, records: 1..<6, into: &rows)
    #expect(rows.records == [1, 3, 5])
    #expect(rows.rejects.map(\.code) == [.unclosedQuote, .invalidEncoding])
    #expect(rows.rejects.map(\.message) == ["one", "two"])
    #expect(rows.rejects.map(\.record) == [2, 4])
    #expect(rows.rejects.map(\.line) == [12, 14])
    #expect(rows.rejects.map(\.raw) == [Array("bad".utf8), Array("worse".utf8)])
    #expect(converter.recordCount == 5)
  }

  @Test func `a field that could not be read is a reject where its column is loaded`() throws {
    var batch = batch(
      [
        ["1", "#N/A", "x", "5"], ["2", "#N/A", "x", "#REF!"], ["3", "#N/A", "", "6"],
        ["4", "", "x", "7"],
      ],
      line: 2)
    batch.problems = [(0, 1), (1, 1), (1, 3), (2, 1)].map { (record: Int, field: Int) in
      RecordProblem(
        record: record, field: field, code: .cellError, message: "at \(record), \(field)")
    }
    var converter = RecordConverter(try match(["a", "calc", "b", "d"]))
    var rows = RowBatch(columnCount: converter.columns.count)
    converter.convert(&batch, records: 0..<4, into: &rows)
    #expect(table(rows, in: batch) == [["1", "'x'", "5.0"], ["4", "'x'", "7.0"]])
    #expect(rows.rejects.map(\.message) == ["at 1, 3", "expected a value but found none"])
    #expect(rows.rejects.map(\.code) == [.cellError, .missingValue])
    #expect(converter.recordCount == 4)
    #expect(converter.key(ofRecord: 1, in: &batch) == nil)
    #expect(converter.key(ofRecord: 2, in: &batch)?.first?.payload == 3)
  }

  @Test("any portions of the records give the same", arguments: [1, 2, 3, 7, 100])
  func portions(size: Int) throws {
    let records = (0..<50).map { number -> TestRecord in
      switch number % 5 {
      case 0: ["\(number)", "x", "1/\(number % 28 + 1)/2016"]
      case 1: ["\(number)", "", ""]
      case 2: ["", "", ""]
      case 3: ["\(number)", "x"]
      default: ["\(number)", "\(number)", "29-Feb-23"]
      }
    }
    let whole = try convert(records, header: ["a", "b", "c"])
    var batch = batch(records, line: 2)
    var converter = RecordConverter(try match(["a", "b", "c"]))
    var rows = RowBatch(columnCount: 3)
    for start in stride(from: 0, to: records.count, by: size) {
      converter.convert(
        &batch, records: start..<min(start + size, records.count), into: &rows)
    }
    #expect(table(rows, in: batch) == whole.rows)
    #expect(
      rows.rejects.map(\.record) == [
        2, 3, 4, 6, 7, 8, 10, 11, 12, 14, 15, 16, 18, 19, 20, 22, 23, 24, 26, 27, 28, 30, 31, 32,
        34, 35, 36, 38, 39, 40,
      ])
    #expect(converter.recordCount == 40)
  }

  @Test func `a field of 1 MB is kept whole, and cut in messages and rejects`() throws {
    let long = String(repeating: "é", count: 500_000)
    var big = batch([["1", long], [long, "x"]])
    var converter = RecordConverter(try match(["a", "b"]))
    var rows = RowBatch(columnCount: 2)
    converter.convert(&big, records: 0..<2, into: &rows)
    #expect(rows.rowCount == 1)
    #expect(rows.cells[1].length == 1_000_000)
    #expect(rows.rejects.map(\.raw.count) == [RecordBatch.maximumRejectBytes])
    #expect(rows.rejects[0].message.utf8.count < 200)
  }

  @Test func `an order that was found is used where none is declared`() throws {
    var match = try match(["a", "c", "f"])
    match.settle(2) { $0.settingDateOrder(.dayMonthYear) }
    var batch = batch([["1", "1/2/2009", "1/2/2009"]])
    var converter = RecordConverter(match)
    var rows = RowBatch(columnCount: 3)
    converter.convert(&batch, records: 0..<1, into: &rows)
    #expect(table(rows, in: batch) == [["1", "'2009-01-02'", "'2009-02-01T00:00:00'"]])
  }
}
