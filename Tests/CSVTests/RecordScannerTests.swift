import FileSupport
import Records
import Testing

@testable import CSV
@testable import Input

/// What is no record, and how reading goes on behind it.
struct RecordScannerTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let records: [ReadRecord]

    init(_ name: String, _ text: String, _ records: [ReadRecord]) {
      testDescription = name
      self.text = text
      self.records = records
    }
  }

  static func good(_ line: Int64, _ fields: String...) -> ReadRecord {
    ReadRecord(line: line, fields: fields)
  }

  static func bad(_ line: Int64, _ code: RejectCode) -> ReadRecord {
    ReadRecord(line: line, fields: [], problem: code)
  }

  /// Records of two fields.
  static let cases = [
    Case(
      "text behind a closing quote", "a,b\n\"c\"x,d\ne,f\n",
      [good(1, "a", "b"), bad(2, .strayQuote), good(3, "e", "f")]),
    Case(
      "space behind a closing quote", "\"c\" ,d\ne,f\n", [good(1, "c", "d"), good(2, "e", "f")]),
    Case(
      "space and text behind a closing quote", "\"c\" x,d\ne,f\n",
      [bad(1, .strayQuote), good(2, "e", "f")]),
    Case(
      "text behind a closing quote on another line", "\"c\nd\"x,e\nf,g\n",
      [bad(1, .strayQuote), good(2, "d\"x", "e"), good(3, "f", "g")]),
    Case(
      "a quote within quotes, then line breaks", "\"a \"b\"\nc\",d\ne,f\n",
      [bad(1, .strayQuote), good(2, "c\"", "d"), good(3, "e", "f")]),
    Case(
      "no closing quote before the end", "a,b\nc,\"d\ne,f\ng,h",
      [good(1, "a", "b"), bad(2, .unclosedQuote), good(3, "e", "f"), good(4, "g", "h")]),
    Case(
      "no closing quote on the last line", "a,b\nc,\"d",
      [good(1, "a", "b"), bad(2, .truncated)]),
    Case("only a quote", "\"", [bad(1, .truncated)]),
    Case("only a quote and a line end", "\"\n", [bad(1, .unclosedQuote)]),
    Case(
      "two lines of a quote are one record", "a,\"\n\"\n",
      [ReadRecord(line: 1, lineCount: 2, fields: ["a", "\n"])]),
    Case(
      "a quote that another record's quote closes", "a,\"b\nc,d\ne,\"f\"\ng,h\n",
      [bad(1, .strayQuote), good(2, "c", "d"), good(3, "e", "f"), good(4, "g", "h")]),
    Case(
      "quotes that close and leave too many fields", "a,\"b\nc,\"\ne\",f,g,\"h\ni,j\n",
      [
        ReadRecord(line: 1, lineCount: 2, fields: ["a", "b\nc,"]), bad(3, .unclosedQuote),
        good(4, "i", "j"),
      ]),
    Case(
      "quotes that close and leave too few fields", "\"b\nc\"\ne,f\n",
      [bad(1, .unclosedQuote), good(2, "c\""), good(3, "e", "f")]),
    Case(
      "a ragged record that goes on", "a,b,\"c\nd\"\ne,f\n",
      [bad(1, .unclosedQuote), good(2, "d\""), good(3, "e", "f")]),
    Case(
      "a ragged record on one line is a record", "a,b,\"c\"\nd\n",
      [good(1, "a", "b", "c"), good(2, "d")]),
    Case(
      "an empty line within quotes that do not close", "a,\"b\n\n\nc,d",
      [bad(1, .unclosedQuote), good(4, "c", "d")]),
  ]

  @Test(arguments: cases, LineEnd.allCases)
  func `reading goes on with the next line`(row: Case, lineEnd: LineEnd) throws {
    let text = Array(lineEnd.apply(to: row.text).utf8)
    let expected = row.records.map { record in
      var record = record
      record.fields = record.fields.map(lineEnd.apply)
      return record
    }
    for blockSize in blockSizes {
      for batchBytes in batchSizes {
        let reading = Reading(blockSize: blockSize, batchBytes: batchBytes, fieldCount: 2)
        #expect(try reading.records(of: text) == expected)
      }
    }
  }

  static let messages: [(text: String, message: String)] = [
    (
      "\"c\"x\u{7},d\n",
      "expected a delimiter after the closing quote of field 1, but found \"x\\u{7},d\""
    ),
    (
      "a,\"c\nd\" \"e\"\n",
      "expected a delimiter after the closing quote of field 2, but found \" \\\"e\\\"\" "
        + "on line 2 of the record"
    ),
    (
      "a,\"b",
      "expected the quote that opens field 2 to be closed, but found the end of the file; "
        + "its end may be missing"
    ),
    (
      "a,\"b\nc\",d,\"e\n",
      "expected the quote that opens field 2 to be closed on this line, or a record of 2 fields, "
        + "but found 4 fields over 2 lines"
    ),
  ]

  @Test(arguments: messages)
  func `a problem says what was expected and what was found`(
    row: (text: String, message: String)
  ) throws {
    let file = try TemporaryFile(Array(row.text.utf8))
    var reader = try Reading(fieldCount: 2).reader(of: file.path)
    var batch = RecordBatch()
    #expect(try reader.read(into: &batch))
    #expect(batch.problems.first?.message == row.message)
    let record = try #require(batch.records.first)
    #expect(record.fieldCount == 0)
    #expect(record.rawStart == 0)
    let firstLine = Array(row.text.utf8.prefix { $0 != 0x0A })
    #expect(Int(record.rawEnd) == firstLine.count)
    #expect(batch.raw.starts(with: firstLine))
  }
}
