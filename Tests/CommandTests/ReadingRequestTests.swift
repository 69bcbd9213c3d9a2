import Testing

/// What `convert` and `inspect` make of values without a dataset, and how it is overruled.
struct ReadingRequestTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let values: [String]
    let options: String
    let csv: [String]
    /// The values of JSON; nil for the strings of those of CSV.
    let json: [String]?
    let status: Int32

    init(
      _ values: [String], _ options: String = "", _ csv: [String]? = nil, json: [String]? = nil,
      status: Int32 = 0
    ) {
      testDescription = "\(values) \(options)"
      (self.values, self.options, self.csv) = (values, options, csv ?? values)
      (self.json, self.status) = (json, status)
    }
  }

  static let cases = [
    // Numbers stay as they are written; JSON has those that are its own.
    Case(["1", "2.50", "-0.3"], json: ["1", "2.50", "-0.3"]), Case(["007", "1"]),
    Case(["00501", "12345"]), Case(["1e5", "2E7"]),
    Case(["1e-05", "0.5"], json: ["1e-05", "0.5"]),
    Case(["123456789012345", "1"], json: ["123456789012345", "1"]),
    Case(["1234567890123456", "1"]), Case(["9223372036854775808"]),
    Case(["0.30000000000000004"], json: ["0.30000000000000004"]),
    Case(["0.1000000000000000055511"]), Case(["1.0e999"]), Case(["1", "x"]), Case(["+1"]),
    Case(["$1,234.50", "(2.00)"]), Case(["1,50"]), Case(["30.00%"]), Case(["TRUE", "Y", "1"]),
    Case(["NA", "-", "#N/A", "NULL"]),
    // A mark that is asked for makes numbers of them.
    Case(["1,50", "1.234,5"], "--decimal comma", ["1.50", "1234.5"], json: ["1.50", "1234.5"]),
    Case(["1,234", "0.5"], "--decimal point", ["1234", "0.5"], json: ["1234", "0.5"]),
    Case(["1.234", "2"], "--decimal v=comma", ["1234", "2"], json: ["1234", "2"]),
    Case(
      ["1\u{A0}234,50", "1\u{202F}234,50", "1\u{2009}234", "1 234,5"], "--decimal comma",
      ["1234.50", "1234.50", "1234", "1234.5"], json: ["1234.50", "1234.50", "1234", "1234.5"]),
    Case(
      ["$1,234.50", "$(9,999.99)", "$-", "5-", "$ .5", "55.91 USD"], "--decimal point",
      ["1234.50", "-9999.99", "0", "-5", "0.5", "55.91"],
      json: ["1234.50", "-9999.99", "0", "-5", "0.5", "55.91"]),
    Case(["96,58 €", "-5 €"], "--decimal comma", ["96.58", "-5"], json: ["96.58", "-5"]),
    Case(["30.00%", "5 %"], "--decimal point", ["30.00", "5"], json: ["30.00", "5"]),
    Case(["00501", "123,4"], "--decimal comma"), Case(["1e5", "2,5"], "--decimal comma"),
    Case(["00501", "123,4"], "--decimal v=comma", status: 2),
    Case(["x", "y"], "--decimal v=comma", status: 2), Case(["x", "y"], "--decimal comma"),
    Case(["$5,5", "7 €"], "--decimal v=comma", status: 2),
    Case(["$5,5", "7 €"], "--decimal comma", status: 2),
    Case(["1.234,50", "1,234.50"], "--decimal v=comma", status: 2),
    Case(["1.234,50", "1,234.50"], "--decimal comma", status: 2),
    Case(["1.234,50", "1,234.50"], "--decimal point", status: 2),
    Case(["1,234.50", "7"], "--decimal comma", status: 2),
    Case(
      (1...19).map { "\($0),5" } + ["1.50"], "--decimal comma",
      (1...19).map { "\($0).5" } + ["1.50"], json: (1...19).map { "\($0).5" } + ["\"1.50\""],
      status: 2),
    Case(
      (1...19).map { "\($0),5" } + ["n/a"], "--decimal comma",
      (1...19).map { "\($0).5" } + ["n/a"], json: (1...19).map { "\($0).5" } + ["\"n/a\""]),
    // Dates whose order shows, or is asked for.
    Case(["3/2/2007", "5/6/2016"], status: 2),
    Case(["3/2/2007", "5/6/2016"], "--date-order dmy", ["2007-02-03", "2016-06-05"]),
    Case(["3/2/2007", "5/6/2016"], "--date-order v=mdy", ["2007-03-02", "2016-05-06"]),
    Case(["3/2/2007", "25/6/2016"], "--date-order mdy", ["2007-03-02", "25/6/2016"], status: 2),
    Case(["12/15/2017", "15/12/2017"], status: 2), Case(["x", "y"], "--date-order dmy"),
    Case(["x", "y"], "--date-order v=dmy", status: 2),
    Case(
      ["30SEP2025", "15-ene-21", "5. März 2021", "14 août 2020", "5 de março de 2021"], "",
      ["2025-09-30", "2021-01-15", "2021-03-05", "2020-08-14", "2021-03-05"]),
    Case(["20130305", "20130306"], json: ["20130305", "20130306"]),
    Case(["38559"], json: ["38559"]),
    // Dates with a time of day.
    Case(
      ["2023-03-14 5:06", "2023-03-14T05:06:07Z", "3/14/2023, 5:06:07 PM", "14-Mar-23"], "",
      ["2023-03-14T05:06:00", "2023-03-14T05:06:07Z", "2023-03-14T17:06:07", "2023-03-14T00:00:00"]),
    Case(["1/2/2009 6:17", "1/3/2009 6:17"], status: 2),
    Case(
      ["1/2/2009 6:17", "1/3/2009 6:17"], "--date-order dmy",
      ["2009-02-01T06:17:00", "2009-03-01T06:17:00"]),
    Case(
      (10...28).map { "2009-01-\($0) 6:17" } + ["soon"], "",
      (10...28).map { "2009-01-\($0)T06:17:00" } + ["soon"], status: 2),
    Case(["2021-03-05T10:11:12+02:00", "2021-03-05T10:11:12.5"]), Case(["10:30", "9:15 PM"]),
  ]

  @Test(arguments: cases)
  func `values become what they are, and never another value`(row: Case) async throws {
    try workspace.write("in.csv", "k\tv\n" + row.values.map { "a\t\($0)\n" }.joined())
    let csv = try await workspace.shell("$BANK_ETL convert in.csv -q \(row.options)")
    let fields = row.csv.map { $0.contains(",") ? "\"\($0)\"" : $0 }
    #expect(csv.stdout == "k,v\n" + fields.map { "a,\($0)\n" }.joined(), "\(csv)")
    #expect(csv.status == row.status, "\(csv)")
    let json = try await workspace.shell(
      "$BANK_ETL convert in.csv -q --format ndjson \(row.options)")
    let members = row.json ?? row.csv.map { "\"\($0)\"" }
    #expect(
      json.stdout == members.map { "{\"k\":\"a\",\"v\":\($0)}\n" }.joined(), "\(json)")
  }

  @Test func `what was asked for is said`() async throws {
    try workspace.write("in.csv", "amount;day\n1,234 €;3/2/2007\n5;5/6/2016\n")
    let outcome = try await workspace.run(
      "convert", "in.csv", "--decimal", "comma", "--date-order", "day=dmy")
    for line in [
      "\"amount\": numbers have a decimal comma, as asked for, without \"€\"",
      "\"day\": dates are day/month/year, as asked for",
    ] { #expect(outcome.stderr.contains(line), "\(outcome)") }
    let text = try await workspace.run(
      "inspect", "in.csv", "--decimal", "amount=point", "--date-order", "day=mdy")
    #expect(
      text.stdout.contains("decimal point") && text.stdout.contains("mdy 9/9/9999"), "\(text)")
    let near = try await workspace.run("inspect", "in.csv", "--decimal", "amuont=point")
    #expect(near.status == 64 && near.stderr.contains("did you mean 'amount'?"), "\(near)")
  }
}
