import Records
import Testing

@testable import Datasets

/// Several tables in one file, through the converter.
struct TableTrackerTests {
  /// Records from the header of the first table on; an empty one is a blank line.
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let records: [String]
    /// The rows, their cells with spaces between; a reject is its code.
    let rows: [String]
    /// The tables as `line-lastLine records`, with a minus in front of what is not loaded.
    let tables: [String]

    init(_ name: String, _ records: String, rows: String, tables: String) {
      testDescription = name
      self.records = records.split(separator: "/", omittingEmptySubsequences: false).map(
        String.init)
      self.rows = rows.split(separator: "/").map(String.init)
      self.tables = tables.split(separator: "/").map(String.init)
    }
  }

  static let cases = [
    Case(
      "one table", "id,name,day/1,a,2020-01-01//2,b,2020-01-02",
      rows: "1 a 2020-01-01/2 b 2020-01-02",
      tables: "1-4 2"),
    Case(
      "other columns behind an empty line", "id,name,day/1,a,2020-01-01//day,id/2020-01-02,2",
      rows: "1 a 2020-01-01/2 NULL 2020-01-02", tables: "1-2 1/4-5 1"),
    Case(
      "other columns directly below", "id,name,day/1,a,2020-01-01/day,id/2020-01-02,2",
      rows: "1 a 2020-01-01/2 NULL 2020-01-02", tables: "1-2 1/3-4 1"),
    Case(
      "the same columns in another order", "id,name,day/1,a,2020-01-01/day,id,name/2020-01-02,2,b",
      rows: "1 a 2020-01-01/2 b 2020-01-02", tables: "1-2 1/3-4 1"),
    Case(
      "more columns in the second", "id,day/1,2020-01-01/2,//id,name,day,x/3,c,2020-01-03,y",
      rows: "1 NULL 2020-01-01/2 NULL NULL/3 c 2020-01-03", tables: "1-3 2/5-6 1"),
    Case(
      "another dataset", "id,name,day/1,a,2020-01-01//sku,price/7,8/9,10//id,name,day/2,b,",
      rows: "1 a 2020-01-01/other_table/other_table/2 b NULL", tables: "1-2 1/-4-6 2/8-9 1"),
    Case(
      "labels of no dataset", "id,name,day/1,a,2020-01-01/who,what/x,y/z,u/2,b,2020-01-02",
      rows: "1 a 2020-01-01/ragged/other_table/other_table/2 b 2020-01-02",
      tables: "1-2 1/-3-5 2/6-6 1"),
    Case(
      "labels of no dataset, as many", "id,name,day/1,a,2020-01-01//who,what,when/x,y,z/u,v,w",
      rows: "1 a 2020-01-01/invalid_integer/other_table/other_table", tables: "1-2 1/-4-6 2"),
    Case(
      "two records that are too short", "id,name,day/1,a,2020-01-01/x,y/2,b,/z,u/3,c,",
      rows: "1 a 2020-01-01/ragged/2 b NULL/ragged/3 c NULL", tables: "1-6 5"),
    Case(
      "the header again", "id,name,day/1,a,/id,name,day/2,b,", rows: "1 a NULL/2 b NULL",
      tables: "1-4 3"),
    Case(
      "a record without a value as a gap", "id,name,day/1,a,/,,/id,name,day/2,b,",
      rows: "1 a NULL/2 b NULL", tables: "1-2 1/4-5 1"),
  ]

  private static func matcher() throws -> HeaderMatcher {
    let package = try package(
      """
      {"name": "things", "table": "things", "schema": {"primaryKey": "id", "fields": [
        {"name": "id", "column": "id", "type": "integer"}, {"name": "name", "column": "name"},
        {"name": "day", "column": "day", "type": "date", "dateOrder": "ymd"}]}},
      {"name": "wares", "table": "wares", "schema": {"primaryKey": "sku", "fields": [
        {"name": "sku", "column": "sku"}, {"name": "price", "column": "price", "type": "number"}]}}
      """)
    return HeaderMatcher(datasets: package.datasets)
  }

  private static func batches(_ texts: [String], of count: Int) -> [[(
    line: Int64, record: TestRecord
  )]] {
    let lines = texts.enumerated().filter { !$1.isEmpty }.map { index, text in
      (
        Int64(index + 1),
        TestRecord(text.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
      )
    }
    return stride(from: 0, to: lines.count, by: count).map { start in
      Array(lines[start..<min(start + count, lines.count)])
    }
  }

  private static func batch(_ lines: [(line: Int64, record: TestRecord)]) -> RecordBatch {
    var batch = DatasetsTests.batch(lines.map(\.record))
    for index in lines.indices { batch.records[index].line = lines[index].line }
    return batch
  }

  @Test(arguments: cases, [1, 2, 3, 100])
  func `each record is one of its table's`(row: Case, batchRecords: Int) throws {
    let head = Self.batch(Self.batches(row.records, of: 100)[0])
    let match = try Self.matcher().match(head)
    var converter = RecordConverter(match)
    #expect(match.columns.count == (row.records.contains { $0.contains("name") } ? 3 : 2))
    var found: [String] = []
    for lines in Self.batches(Array(row.records), of: batchRecords) {
      var batch = Self.batch(lines.filter { $0.line > 1 })
      var rows = RowBatch(columnCount: converter.columns.count)
      converter.convert(&batch, records: batch.records.indices, into: &rows)
      var texts = zip(rows.records, table(rows, in: batch)).map { record, cells in
        (batch.records[Int(record)].line, cells.joined(separator: " ").replacing("'", with: ""))
      }
      texts += rows.rejects.map { ($0.line, $0.code.rawValue) }
      found += texts.sorted { $0.0 < $1.0 }.map(\.1)
    }
    #expect(found == row.rows)
    let tables = converter.tables.map {
      "\($0.isLoaded ? "" : "-")\($0.line)-\($0.lastLine) \($0.records)"
    }
    #expect(tables == row.tables)
  }

  @Test func `what a table lacks, and what is not loaded of it, is known`() throws {
    let records = ["id,day", "1,2020-01-01", "", "id,name,x", "2,b,y"]
    let match = try Self.matcher().match(Self.batch(Self.batches(records, of: 9)[0]))
    var converter = RecordConverter(match)
    var batch = Self.batch(Self.batches(records, of: 9)[0].filter { $0.line > 1 })
    var rows = RowBatch(columnCount: converter.columns.count)
    converter.convert(&batch, records: batch.records.indices, into: &rows)
    let second = try #require(converter.tables.last)
    #expect(second.missingLabels == ["day"] && second.ignoredLabels == ["x"])
    #expect(second.dataset == "things" && match.missingLabels.isEmpty)
  }

  @Test func `a name is in two columns, and further down in one`() throws {
    let package = try package(
      """
      {"name": "people", "table": "people", "schema": {"primaryKey": "id", "fields": [
        {"name": "id", "column": "id"}, {"name": "First", "column": "first"},
        {"name": "Last", "column": "last"},
        {"name": "Full Name", "columns": ["first", "last"], "separators": [" "]}]}}
      """)
    for records in [
      ["id,First,Last", "1,Ann,Lee", "", "Full Name,id", "Bob Ray,2"],
      ["id,Full Name", "1,Ann Lee", "", "id,Last,First", "2,Ray,Bob"],
    ] {
      let lines = Self.batches(records, of: 9)[0]
      let match = try HeaderMatcher(datasets: package.datasets).match(Self.batch(lines))
      var converter = RecordConverter(match)
      var batch = Self.batch(lines.filter { $0.line > 1 })
      var rows = RowBatch(columnCount: converter.columns.count)
      converter.convert(&batch, records: batch.records.indices, into: &rows)
      #expect(table(rows, in: batch) == [["'1'", "'Ann'", "'Lee'"], ["'2'", "'Bob'", "'Ray'"]])
    }
  }

  @Test func `values of other tables are no evidence`() throws {
    let package = try package(
      """
      {"name": "things", "table": "things", "schema": {"primaryKey": "id", "fields": [
        {"name": "id", "column": "id", "type": "integer"},
        {"name": "day", "column": "day", "type": "date"}, {"name": "n", "column": "n"}]}}
      """)
    let records = [
      "id,day,n", "1,23/02/2007,x", "", "who,when", "x,02/28/2007", "y,03/31/2007", "", "n,day,id",
      "z,24/02/2007,2",
    ]
    let head = Self.batch(Self.batches(records, of: 99)[0])
    let match = try HeaderMatcher(datasets: package.datasets).match(head)
    var pass = try #require(ColumnEvidencePass(match))
    pass.read(head, records: 1..<head.records.count)
    #expect(try pass.settledMatch().findings.map(\.words) == ["day/month/year"])
  }
}
