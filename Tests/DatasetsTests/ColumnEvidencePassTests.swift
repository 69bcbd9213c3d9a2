import Records
import Testing

@testable import Datasets

struct ColumnEvidencePassTests {
  private func match(_ header: [String], order: String = "") throws -> HeaderMatch {
    let fields = """
      {"name": "No", "column": "no", "type": "integer"},
      {"name": "From", "column": "start", "type": "date"\(order)},
      {"name": "To", "column": "stop", "type": "datetime"\(order)}
      """
    return try HeaderMatcher(dataset: dataset(fields, key: #""No""#)).match(
      batch([TestRecord(header)]))
  }

  /// The orders of dates after a pass, by the table's column.
  private func orders(_ pass: ColumnEvidencePass) throws -> [String: DateOrder] {
    try pass.settledMatch().columns.reduce(into: [:]) { orders, column in
      orders[column.field.column] = column.field.type.dateRules?.order
    }
  }

  @Test func `no pass is needed where the orders are declared, or no dates are there`() throws {
    #expect(try ColumnEvidencePass(match(["No", "From"], order: #", "dateOrder": "mdy""#)) == nil)
    #expect(try ColumnEvidencePass(match(["No", "x"])) == nil)
  }

  @Test func `whole numbers are worth a pass where the first records have more than digits`() throws
  {
    for (values, isWorth) in [
      (["1", "-2", "x", ""], false), (["1", "1,234"], true), (["$5"], true), (["5.00"], true),
    ] {
      var match = try match(["No", "x"])
      match.noteIntegers(in: batch([["No", "x"]] + values.map { TestRecord([$0, "x"]) }))
      #expect((ColumnEvidencePass(match) != nil) == isWorth, "\(values)")
    }
  }

  @Test func `whole numbers that stay open refuse no file, and are named`() throws {
    for (values, finding) in [
      (["1,234", "2"], "decimal point, as \"1,234\" (line 1) shows"),
      (
        ["3", "1,000"],
        "decimal mark open (--decimal point or comma sets it), as \"1,000\" (line 2) shows"
      ),
      (["$3", "5 €"], "several units, none of them read, as \"5 €\" (line 2) shows"),
    ] {
      var pass = try #require(try ColumnEvidencePass(match(["No", "From"])))
      pass.read(batch(values.map { TestRecord([$0, ""]) }), records: 0..<2)
      #expect(try pass.settledMatch().findings.map(\.description) == ["\"No\": " + finding])
    }
  }

  @Test("each column is decided by its own values", arguments: [1, 2, 3, 100])
  func decided(size: Int) throws {
    let records: [TestRecord] = [
      ["1", "5/6/2016", "5/6/2016 10:00"], ["2", " 15/6/2016 ", "1-Nov-19"],
      ["3", "", "\u{A0}5/16/2016 11:00"],
    ]
    let batch = batch(records)
    var pass = try #require(try ColumnEvidencePass(match(["No", "From", "To"])))
    for start in stride(from: 0, to: records.count, by: size) {
      pass.read(batch, records: start..<min(start + size, records.count))
    }
    #expect(try orders(pass) == ["start": .dayMonthYear, "stop": .monthDayYear])
    #expect(
      try pass.settledMatch().findings.map(\.description) == [
        #""From": day/month/year, as "15/6/2016" (line 2) shows"#,
        #""To": month/day/year, as "5/16/2016 11:00" (line 3) shows"#,
      ])
  }

  @Test func `a column that needs no order has none`() throws {
    var pass = try #require(try ColumnEvidencePass(match(["To", "No"])))
    pass.read(batch([["2021-03-05", "1"], ["x", "2"]]), records: 0..<2)
    #expect(try orders(pass) == [:])
  }

  @Test func `records that will be rejects say nothing`() throws {
    var batch = batch([
      ["1", "5/6/2016"], ["2", "15/6/2016"], ["3"], ["4", "15/6/2016", "x"], ["5", "6/16/2016"],
    ])
    batch.problems = [RecordProblem(record: 4, code: .unclosedQuote, message: "")]
    var pass = try #require(try ColumnEvidencePass(match(["No", "From"])))
    pass.read(batch, records: 0..<5)
    #expect(try orders(pass) == ["start": .dayMonthYear])
  }

  @Test func `an error in a column that is not loaded takes nothing from the others`() throws {
    let match = try match(["No", "From", "calc"])
    let cases: [(field: Int?, order: DateOrder?)] = [(2, .dayMonthYear), (1, nil), (nil, nil)]
    for (field, order) in cases {
      var pass = try #require(ColumnEvidencePass(match))
      var batch = batch([["1", "15/6/2016", "#N/A"], ["2", "5/5/2016", "1"]])
      batch.problems = [RecordProblem(record: 0, field: field, code: .cellError, message: "")]
      pass.read(batch, records: 0..<2)
      #expect(try orders(pass)["start"] == order)
    }
  }

  @Test func `a column that stays open is an error`() throws {
    var pass = try #require(try ColumnEvidencePass(match(["No", "From\u{A0}"])))
    pass.read(batch([["1", "5/6/2016"]], line: 2), records: 0..<1)
    let error = try #require(throws: ColumnEvidenceError.self) { try pass.settledMatch() }
    #expect(error.column == "From")
    #expect(error.line == 2)
  }
}
