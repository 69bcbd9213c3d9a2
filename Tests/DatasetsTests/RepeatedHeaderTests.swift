import Records
import Testing

@testable import Datasets

struct RepeatedHeaderTests {
  static let rows: [(record: [String], isHeader: Bool)] = [
    (["id", "name", ""], true), ([" id", "name\u{A0}", " "], true), (["id", "nam", ""], false),
    (["id", "name"], false), (["id", "name", "x"], false), (["ID", "name", ""], false),
    (["", "", ""], false), (["i", "d", "name"], false),
  ]

  @Test(arguments: rows)
  func `a record that is the header again is known`(row: (record: [String], isHeader: Bool)) throws
  {
    let fields = #"{"name": "id", "column": "id"}, {"name": "name", "column": "name"}"#
    let matcher = HeaderMatcher(dataset: try dataset(fields, key: #""id""#))
    let match = try matcher.match(batch([TestRecord(["id", "name", ""])]))
    var records = batch([TestRecord(row.record)], line: 2)
    let header = RepeatedHeader(match.lines)
    let matches = header.matches(
      records.records[0], records.fieldEnds.span, in: records.bytes.span)
    #expect(matches == row.isHeader)
    var converter = RecordConverter(match)
    var rows = RowBatch(columnCount: converter.columns.count)
    converter.convert(&records, records: 0..<1, into: &rows)
    #expect(rows.repeatedHeaders == (row.isHeader ? [1] : []))
    #expect(converter.recordCount == (row.record.allSatisfy(\.isEmpty) ? 0 : 1))
  }

  @Test func `without a header in the file there is none to repeat`() throws {
    let fields = #"{"name": "id", "column": "id"}, {"name": "name", "column": "name"}"#
    let matcher = HeaderMatcher(dataset: try dataset(fields, key: #""id""#))
    let match = try #require(matcher.matchByPosition(fieldCount: 3))
    #expect(match.labels == ["id", "name", ""] && match.lastLine == 0)
    let records = batch([TestRecord(["id", "name", ""])])
    let matches = RepeatedHeader(match.lines).matches(
      records.records[0], records.fieldEnds.span, in: records.bytes.span)
    #expect(!matches)
    #expect(HeaderMatcher(datasets: [match.dataset]).matchByPosition(fieldCount: 3) == nil)
  }
}
