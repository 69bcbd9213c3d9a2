import Foundation
import Testing

@testable import bank_etl

struct ConvertCommandTests {
  @Test func `the header once more changes nothing of how columns are read`() async throws {
    let space = try Workspace()
    let lines = ["id,day,n", "1,23/02/2007,5", "id,day,n", "2,1/11/2019,6"]
    try space.write("a.csv", lines.joined(separator: "\n") + "\n")
    let csv = try await space.run("convert", "a.csv")
    #expect(csv.status == 0, "\(csv)")
    #expect(csv.stdout == "id,day,n\n1,2007-02-23,5\nid,day,n\n2,2019-11-01,6\n", "\(csv)")
    let json = try await space.run("convert", "a.csv", "-q", "--format", "ndjson")
    #expect(json.stdout.hasPrefix("{\"id\":1,\"day\":\"2007-02-23\",\"n\":5}\n"), "\(json)")
    // Where all is text, the header is the record that comes again.
    try space.write("b.csv", "a,b\nx,y\na,b\nz,u\n")
    let text = try await space.run("inspect", "b.csv")
    #expect(text.stdout.contains("header      line 1\n"), "\(text)")
  }

  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let input: String
    let options: [String]
    let output: String
    var status: Int32 = 0

    init(
      _ name: String, _ input: String, _ options: String = "", _ output: String, status: Int32 = 0
    ) {
      testDescription = name
      self.input = input
      self.options = options.split(separator: " ").map(String.init)
      self.output = output
      self.status = status
    }
  }

  static let cases = [
    Case("another dialect", "a;b\r\n\"x;\"\"y\"\"\";2,5\r\n", "", "a,b\n\"x;\"\"y\"\"\",\"2,5\"\n"),
    Case("space around values", " a ,b\n x\u{A0}, 2\n", "", "a,b\nx,2\n"),
    Case("the text of the cells", " a ,b\n x , 2\n", "--no-types", " a ,b\n x , 2\n"),
    Case("dates", "n,day\n1,23-Feb-07\n2,1-Nov-19\n", "", "n,day\n1,2007-02-23\n2,2019-11-01\n"),
    Case(
      "dates that show their order", "day\n23/02/2007\n5/6/2016\n", "",
      "day\n2007-02-23\n2016-06-05\n"),
    Case(
      "dates that do not", "day\n3/2/2007\n5/6/2016\n", "", "day\n3/2/2007\n5/6/2016\n", status: 2),
    Case(
      "a day that is none", "day\n" + String(repeating: "23/02/2007\n", count: 20) + "30/02/2007\n",
      "",
      "day\n" + String(repeating: "2007-02-23\n", count: 20) + "30/02/2007\n", status: 2),
    Case("a header on two lines", "a,b\nx,y\n1,2\n3,4\n", "", "a x,b y\n1,2\n3,4\n"),
    Case(
      "a header on two lines, as JSON", "a,b\nx,y\n1,2\n3,4\n", "--format ndjson",
      "{\"a x\":1,\"b y\":2}\n{\"a x\":3,\"b y\":4}\n"),
    Case(
      "a label too many", "a,,b,c,d\n1,x,2,3\n4,y,5,6\n", "", "a,b,c,d\n1,x,2,3\n4,y,5,6\n",
      status: 2),
    Case(
      "another delimiter in one record", "a,b,c\n1,2,3\n4;5;6\n7,8,9\n", "",
      "a,b,c\n1,2,3\n4,5,6\n7,8,9\n", status: 2),
    Case("few fields", "a,b,c\n1,2\n3,4,5\n", "", "a,b,c\n1,2,\n3,4,5\n", status: 2),
    Case("many fields", "a,b\n1,2,3\n4,5\n6,7\n", "", "a,b\n1,2,3\n4,5\n6,7\n", status: 2),
    Case("empty fields too many", "a,b\n1,2,,\n4,5\n6,7\n", "", "a,b\n1,2\n4,5\n6,7\n"),
    Case("a column without a label", "a,b,\n1,2\n4,5,\n6,7,\n", "", "a,b,\n1,2,\n4,5,\n6,7,\n"),
    Case(
      "broken quotes", "a,b\n\"x\"y,2\nz,3\n\"u\",4\n", "", "a,b\n\"\"\"x\"\"y\",2\nz,3\nu,4\n",
      status: 2),
    Case("records without a value", "a,b\n,\n1,2\n \n", "", "a,b\n1,2\n"),
    Case("lines above", "Title\n\na,b\n1,2\n3,4\n", "-q", "a,b\n1,2\n3,4\n"),
    Case("no header", "1,x\n2,y\n", "", "1,x\n2,y\n"),
    Case("no header, said so", "a,b\nc,d\n", "--no-header", "a,b\nc,d\n"),
    Case("a header said to be elsewhere", "a,b\nc,d\n1,2\n", "--header-line 2 -q", "c,d\n1,2\n"),
    Case("lines below", "a,b\n1,2\nTotal,2\n\nsource: me\n", "--skip-footer 3", "a,b\n1,2\n"),
    Case("a dialect said", "a:b\n'x:y':2\n", "--delimiter : --quote '", "a,b\nx:y,2\n"),
    Case(
      "an escape said", "a,b\n\"x\\\"\",2\n", "--escape backslash", "a,b\n\"x\"\"\",2\n"),
    Case(
      "JSON", "a,b,day\n1,x\ty,2020-01-02\n2.5,\"\"\"\",\n", "--format ndjson",
      "{\"a\":1,\"b\":\"x\\ty\",\"day\":\"2020-01-02\"}\n{\"a\":2.5,\"b\":\"\\\"\",\"day\":null}\n"),
    Case(
      "JSON of text", "a,a,\n01,x,\n", "--format ndjson --no-types",
      "{\"a\":\"01\",\"a_2\":\"x\",\"column3\":\"\"}\n"),
    Case(
      "JSON of a record too long", "a\n1\n2,3\n4\n", "--format ndjson",
      "{\"a\":1}\n{\"a\":2,\"column2\":\"3\"}\n{\"a\":4}\n", status: 2),
  ]

  @Test(arguments: cases)
  func `records are written`(row: Case) async throws {
    try workspace.write("in.csv", row.input)
    let piped = try await workspace.shell(
      "cat in.csv | $BANK_ETL convert - \(row.options.map { "\"\($0)\"" }.joined(separator: " "))")
    #expect(piped.stdout == row.output && piped.status == row.status, "\(piped)")
    // What convert wrote, it reads back the same.
    guard row.status == 0, !row.options.contains("ndjson"), !row.options.contains("--delimiter")
    else { return }
    try workspace.write("again.csv", row.output)
    let again = try await workspace.run("convert", "again.csv", "--no-types", "-q")
    #expect(again.stdout == row.output, "\(again)")
  }

  @Test func `each record that deviates is named with its line`() async throws {
    try workspace.write("in.csv", "a,b\n1\n2,3\n4,5,6\n7,8\n9,\"x\n")
    let outcome = try await workspace.run("convert", "in.csv", "-q")
    #expect(
      outcome.stderr == """
        in.csv:2: expected 2 fields but found 1
        in.csv:4: expected 2 fields but found 3
        in.csv:6: expected the quote that opens field 2 to be closed, but found the end of the file

        """, "\(outcome)")
  }

  @Test func `what was decided is shown, a line each`() async throws {
    let days = (1...28).map { "\($0);\($0)/02/2007\n" }.joined()
    try workspace.write("in.csv", "Report\n\nn;day\n" + days + "Total;\n30;30/02/2007\nTotal;\n")
    let outcome = try await workspace.run("convert", "in.csv")
    #expect(
      outcome.stderr == """
        in.csv: line ends lf
        in.csv: dialect semicolon, quote ": semicolon: 32 of 33 records have 2 fields; \
        comma: 33 of 33 records have 1 field
        in.csv: header line 3
        in.csv: 1 record above the header left out
        in.csv: "day": dates are day/month/year, as "13/02/2007" on line 16 shows
        in.csv:33: "day": expected a date but found "30/02/2007"
        in.csv: encoding ASCII: all bytes are ASCII
        in.csv: 1 record at the end, from line 34 on, may be totals or notes and not data; \
        --skip-footer 1 leaves out the last lines

        """, "\(outcome)")
  }

  @Test func `with a dataset the values are those of an import`() async throws {
    try workspace.write(
      "list.csv", "Bank Name,City,ST,CERT,Closing Date\nA Bank,X,NY, 12 ,23-Feb-07\nB,Y,NJ,x,\n")
    let csv = try await workspace.run("convert", "list.csv", "--dataset", "failed-banks")
    #expect(
      csv.stdout == "name,city,state,cert,close_date\nA Bank,X,NY,12,2007-02-23\n", "\(csv)")
    #expect(csv.status == 2 && csv.stderr.contains("list.csv:3: CERT: expected"), "\(csv)")
    let json = try await workspace.run(
      "convert", "list.csv", "--dataset", "failed-banks", "--format", "ndjson")
    #expect(
      json.stdout
        == "{\"name\":\"A Bank\",\"city\":\"X\",\"state\":\"NY\",\"cert\":12,"
        + "\"close_date\":\"2007-02-23\"}\n", "\(json)")
  }

  @Test func `without a header the columns are those of the declaration, in its order`()
    async throws
  {
    try workspace.write("list.csv", "A Bank,X,NY,12\n")
    let outcome = try await workspace.run(
      "convert", "list.csv", "--dataset", "failed-banks", "--no-header")
    #expect(outcome.status == 0 && outcome.stdout.hasSuffix("\nA Bank,X,NY,12\n"), "\(outcome)")
  }

  @Test func `a file can be written, but not the one that is read`() async throws {
    try workspace.write("in.csv", "a;b\n1;2\n")
    let outcome = try await workspace.run("convert", "in.csv", "-o", "out.csv")
    #expect(outcome.status == 0 && outcome.stdout.isEmpty, "\(outcome)")
    #expect(try workspace.text("out.csv") == "a,b\n1,2\n")
    let same = try await workspace.run("convert", "in.csv", "-o", "./in.csv")
    #expect(same.status == 73, "\(same)")
    #expect(try workspace.text("in.csv") == "a;b\n1;2\n")
    let nowhere = try await workspace.run("convert", "in.csv", "-o", "no/out.csv")
    #expect(nowhere.status == 73, "\(nowhere)")
  }

  @Test func `a reader that has enough ends it quietly`() async throws {
    let lines = (1...30_000).map { "\($0),x" }.joined(separator: "\n")
    try workspace.write("in.csv", "a,b\n" + lines)
    let outcome = try await workspace.shell("$BANK_ETL convert -q in.csv | head -n 1")
    #expect(outcome.stdout == "a,b\n" && outcome.stderr.isEmpty, "\(outcome)")
  }

  static let refusals: [(options: [String], status: Int32, text: String)] = [
    (["--delimiter", ""], 64, "--delimiter"), (["--quote", "ab"], 64, "--quote"),
    (["--quote", ",", "--delimiter", ","], 64, "differ"), (["--escape", "x"], 64, "--escape"),
    (["--header-line", "9"], 65, "line 9"),
    (["--header-line", "1", "--no-header"], 64, "contradict"),
    (["--no-types", "--decimal", "comma"], 64, "contradict"),
    (["--date-order", "c=dmy"], 64, "column of the file"), (["--decimal", "c=comma"], 64, "\"c\""),
    (["--format", "xml"], 64, "ndjson"), (["--dataset", "none"], 64, "\"none\""),
  ]

  @Test(arguments: refusals)
  func `what can't be is refused`(
    row: (options: [String], status: Int32, text: String)
  ) async throws {
    try workspace.write("in.csv", "a,b\n1,2\n")
    let words = row.options.map { "'\($0)'" }.joined(separator: " ")
    let outcome = try await workspace.shell("$BANK_ETL convert in.csv \(words)")
    #expect(outcome.status == row.status && outcome.stderr.contains(row.text), "\(outcome)")
  }
}
