import Records
import Testing

@testable import Datasets

/// Headers on several lines, through the matcher and the converter.
struct HeaderSpanTests {
  /// Lines of a file; the lines of its header; the rows, a reject by its code.
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let lines: [String]
    let header: ClosedRange<Int64>
    let rows: [String]
    var tables = 1

    init(
      _ name: String, _ lines: String, header: ClosedRange<Int64>, rows: String, tables: Int = 1
    ) {
      testDescription = name
      self.lines = lines.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      self.header = header
      self.rows = rows.split(separator: "/").map(String.init)
      self.tables = tables
    }
  }

  static let cases = [
    Case(
      "one line", "No,Bank Name,Close Date/1,a,2020-01-01", header: 1...1, rows: "1 a 2020-01-01"),
    Case(
      "two lines", "No,Bank,Close/,Name,Date/1,a,2020-01-01", header: 1...2, rows: "1 a 2020-01-01"),
    Case(
      "three lines", "No,,Close/,Bank,/,Name,Date/1,a,2020-01-01", header: 1...3,
      rows: "1 a 2020-01-01"),
    Case(
      "a title over two columns", "No,Bank,,Close/,Name,City,Date/1,a,b,2020-01-01", header: 1...2,
      rows: "1 a 2020-01-01"),
    Case(
      "a title that is no part of the labels",
      "No,All banks,,/,Bank Name,City,Close Date/1,a,b,2020-01-01",
      header: 1...2, rows: "1 a 2020-01-01"),
    Case(
      "a line above that has nothing to do with it", "A list,,/No,Bank Name,Close Date/1,a,",
      header: 2...2, rows: "1 a NULL"),
    Case(
      "the same header twice", "No,Bank Name,Close Date/No,Bank Name,Close Date/1,a,",
      header: 1...1,
      rows: "1 a NULL"),
    Case(
      "the header again in the middle",
      "No,Bank,Close/,Name,Date/1,a,2020-01-01/No,Bank,Close/,Name,Date/2,b,", header: 1...2,
      rows: "1 a 2020-01-01/2 b NULL"),
    Case(
      "a second table with two lines",
      "No,Bank Name,Close Date/1,a,2020-01-01//Close,Bank,No/Date,Name,/2020-01-02,b,2",
      header: 1...1, rows: "1 a 2020-01-01/invalid_integer/2 b 2020-01-02", tables: 2),
    Case(
      "a second table whose first line fits too",
      "No,Bank,Close/,Name,Date/1,a,2020-01-01//No,Bank Name,Close/,,Date/2,b,2020-01-02",
      header: 1...2, rows: "1 a 2020-01-01/2 b 2020-01-02", tables: 2),
  ]

  @Test(arguments: cases, [1, 2, 100])
  func `labels are joined where the dataset has them so`(row: Case, batchRecords: Int) throws {
    let dataset = try dataset(
      """
      {"name": "No", "column": "no", "type": "integer"},
      {"name": "Bank Name", "column": "name"},
      {"name": "Close Date", "column": "day", "type": "date", "dateOrder": "ymd"}
      """, key: #""No""#)
    let lines = row.lines.enumerated().filter { !$1.isEmpty }.map { index, text in
      (
        Int64(index + 1),
        TestRecord(text.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
      )
    }
    func batch(_ lines: ArraySlice<(Int64, TestRecord)>) -> RecordBatch {
      var batch = DatasetsTests.batch(lines.map(\.1))
      for (index, line) in lines.enumerated() { batch.records[index].line = line.0 }
      return batch
    }
    let match = try HeaderMatcher(datasets: [dataset]).match(batch(lines[...]))
    #expect(match.line...match.lastLine == row.header)
    var converter = RecordConverter(match)
    let data = lines.filter { $0.0 > match.lastLine }
    var found: [String] = []
    for start in stride(from: 0, to: data.count, by: batchRecords) {
      var part = batch(data[start..<min(start + batchRecords, data.count)])
      var rows = RowBatch(columnCount: 3)
      converter.convert(&part, records: part.records.indices, into: &rows)
      var texts = zip(rows.records, table(rows, in: part)).map { record, cells in
        (part.records[Int(record)].line, cells.joined(separator: " ").replacing("'", with: ""))
      }
      texts += rows.rejects.map { ($0.line, $0.code.rawValue) }
      found += texts.sorted { $0.0 < $1.0 }.map(\.1)
    }
    #expect(found == row.rows)
    #expect(converter.tables.count == row.tables)
  }

  @Test func `a header line that is asked for is that line alone`() throws {
    let dataset = try dataset(
      #"{"name": "No", "column": "no"}, {"name": "Close Date", "column": "day"}"#, key: #""No""#)
    let head = batch([["No", "Close"], ["", "Date"], ["1", "x"]])
    let matcher = HeaderMatcher(dataset: dataset)
    #expect(try matcher.match(head).labels == ["No", "Close Date"])
    #expect(try matcher.match(head, record: 0).labels == ["No", "Close"])
  }
}
