import Foundation
import Testing

/// What `convert` writes of files with several tables, with none, and with a record of other delimiters.
struct ConvertTablesTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let input: String
    let options: [String]
    let output: String
    /// What is said on standard error with `-q`, each message without the file's name.
    let messages: [String]

    init(
      _ name: String, _ input: String, _ options: String = "--no-types", _ output: String,
      _ messages: String...
    ) {
      testDescription = name
      self.input = input
      self.options = options.split(separator: " ").map(String.init)
      self.output = output
      self.messages = messages
    }
  }

  private static func begins(_ line: Int, _ fields: Int, _ labels: String) -> String {
    "\(line): another table begins here, of \(fields) fields (\(labels)): it is written below the others, "
      + "its records with as many"
  }

  static let cases = [
    Case(
      "a narrower table", "a,b,c\n1,2,3\n4,5,6\n\nd,e\n7,8\n9,0\n", "--no-types",
      "a,b,c\n1,2,3\n4,5,6\nd,e\n7,8\n9,0\n", begins(5, 2, "\"d\", \"e\"")),
    Case(
      "with delimiters to the full width", "a,b,c\n1,2,3\n4,5,6\n,,\nd,e,\n7,8,\n", "--no-types",
      "a,b,c\n1,2,3\n4,5,6\nd,e\n7,8\n", begins(5, 2, "\"d\", \"e\"")),
    Case(
      "a wider table, a record of it too short and one too long",
      "a,b\n1,2\n3,4\n5,6\n7,8\n\nc,d,e\n7,8,9\n1,2\n1,2,3,4\n", "--no-types",
      "a,b\n1,2\n3,4\n5,6\n7,8\nc,d,e\n7,8,9\n1,2,\n1,2,3,4\n",
      begins(7, 3, "\"c\", \"d\", \"e\""), "9: expected 3 fields but found 2",
      "10: expected 3 fields but found 4"),
    Case(
      "a table below, as JSON", "a,b,c\n1,2,3\n4,5,6\n\nd,e\n7,x\n9,y\n", "--format ndjson",
      "{\"a\":1,\"b\":2,\"c\":3}\n{\"a\":4,\"b\":5,\"c\":6}\n{\"d\":\"7\",\"e\":\"x\"}\n"
        + "{\"d\":\"9\",\"e\":\"y\"}\n", begins(5, 2, "\"d\", \"e\"")),
    Case(
      "labels at the end that nothing follows", "a,b,c\n1,2,3\n4,5,6\n\nd,e\n", "--no-types",
      "a,b,c\n1,2,3\n4,5,6\nd,e,\n", "5: expected 3 fields but found 2"),
    Case("an empty file", "", "--no-types", ""),
    Case("blank lines only", "\n\n", "", ""),
    Case(
      "a space behind the delimiters of one record", "a,b,c\n1,2,3\n4, \"x, y\", 6\n7,8,9\n1,2,3\n",
      "--no-types", "a,b,c\n1,2,3\n4,\"x, y\",6\n7,8,9\n1,2,3\n",
      "3: expected no space behind the delimiters but found one behind each; it is no part of the cells"
    ),
    Case(
      "a space behind the delimiters of the header", "a, b, c\n1,2,3\n4,5,6\n7,8,9\n", "--no-types",
      "a,b,c\n1,2,3\n4,5,6\n7,8,9\n",
      "1: expected no space behind the delimiters but found one behind each; it is no part of the cells"
    ),
    Case(
      "spaces in some cells", "a,b,c\n1,2,3\n4, 5,6\n7, 8, 9\n1,2,3\n", "--no-types",
      "a,b,c\n1,2,3\n4, 5,6\n7, 8, 9\n1,2,3\n"),
  ]

  @Test(arguments: cases)
  func `each record is written as its table has it`(row: Case) async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", row.input)
    let arguments = ["convert", "-q", "a.csv"] + row.options
    let outcome = try await workspace.start(Workspace.program, arguments, [:], "")
    #expect(outcome.stdout == row.output, "\(outcome)")
    #expect(outcome.status == (row.messages.isEmpty ? 0 : 2), "\(outcome)")
    let lines = outcome.stderr.split(separator: "\n").map { $0.drop { $0 != ":" }.dropFirst() }
    #expect(lines.map(String.init) == row.messages, "\(outcome)")
  }

  @Test func `header lines that are joined are named, and what import does with them`() async throws
  {
    let workspace = try Goods.workspace()
    try workspace.write("a.csv", "id,name,price\nno,text,dollars\n1,box,2.50\n2,pen,0.90\n")
    let outcome = try await workspace.run("convert", "a.csv", "--package", "datapackage.json")
    let said =
      "the labels of lines 1 to 2 are joined with a space: --header-line N takes line N alone, "
      + "and import takes line 1 alone, which is the header of goods"
    #expect(outcome.stderr.contains("a.csv:1: \(said)\n") && outcome.status == 0, "\(outcome)")
    let found = try await workspace.run("inspect", "a.csv", "--package", "datapackage.json")
    #expect(found.stdout.contains("header      line 1: \(said)\n"), "\(found)")
    try workspace.write("b.csv", "monthly box prices\nid name price\n1 box 2.50\n2 pen 0.90\n")
    let known = try await workspace.run("convert", "-q", "b.csv", "--package", "datapackage.json")
    #expect(known.stdout == "id,name,price\n1,box,2.50\n2,pen,0.90\n" && known.status == 0)
    let open = try await workspace.run("convert", "-q", "b.csv")
    #expect(open.stdout.hasPrefix("monthly id,box name,prices price\n") && open.status == 2)
    #expect(open.stderr.contains("b.csv:1: expected a title or labels but found words"))
    let json = try await workspace.run("inspect", "b.csv", "--json")
    #expect(json.stdout.contains("--header-line 2 takes alone"), "\(json)")
  }

  @Test func `that nothing is written is said`() async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", "")
    try workspace.write("b.csv", "\n\r\n\n")
    let empty = try await workspace.run("convert", "a.csv")
    #expect(empty.stderr == "a.csv: the file is empty: nothing is written\n" && empty.status == 0)
    let blank = try await workspace.run("convert", "b.csv")
    #expect(blank.stderr == "b.csv: the file has blank lines only: nothing is written\n")
    for (text, message) in [
      (",,\n,,\n", "the file has no record with a value: nothing is written"),
      ("a,b\n", "no record is below the header, which is written alone"),
    ] {
      try workspace.write("c.csv", text)
      let outcome = try await workspace.run("convert", "c.csv")
      #expect(outcome.stderr.hasSuffix("c.csv: \(message)\n"), "\(outcome)")
    }
  }

  @Test(arguments: [
    ("id,name\n1,a\n", 9, "--skip-footer 9 leaves out all lines: nothing is written"),
    ("", 9, "the file is empty: nothing is written"),
    (
      "\n\nid,name\n", 1,
      "without its last line, the file has blank lines only: nothing is written"
    ),
    (
      "id,name\n1,a\n2,b\n", 2,
      "without its last 2 lines, no record is below the header, which is written alone"
    ),
  ])
  func `that nothing is written because lines are left out is said`(
    text: String, count: Int, message: String
  ) async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", text)
    let outcome = try await workspace.run("convert", "a.csv", "--skip-footer", "\(count)")
    #expect(outcome.stderr.hasSuffix("a.csv: \(message)\n") && outcome.status == 0, "\(outcome)")
    guard count == 9 else { return }
    let found = text.isEmpty ? "the file is empty" : "--skip-footer 9 leaves out all lines"
    for command in ["inspect", "import"] {
      let refused = try await workspace.run(command, "a.csv", "--skip-footer", "9")
      #expect(
        refused.stderr == "a.csv: expected a header and records but \(found)\n", "\(refused)")
    }
  }

  @Test(
    arguments: [
      ("a.csv", "a,b\n1,2\nTotal,2\n", [], "; --skip-footer 1 leaves"),
      ("a.csv", "a,b\n1,2\nTotal,2\n\n\n", [], "; --skip-footer 3 leaves"),
      ("a.csv", "a,b\r\n1,2\r\nTotal,2\r\n\r\n", [], "; --skip-footer 2 leaves"),
      (
        "a.csv", "a,b\n1,2\nTotal,2\nTotal,2\n", ["--skip-footer", "1"], "; --skip-footer 2 leaves"
      ),
      ("a.md", "| a | b |\n|---|---|\n| 1 | 2 |\n| Total | 2 |\n", [], "\n"),
      ("a.json", #"[{"a":"x","b":2},{"a":"Total","b":2}]"#, [], nil),
      ("a.ndjson", "{\"a\":1,\"b\":2,\"c\":3}\n{\"a\":2}\n", [], nil),
    ] as [(String, String, [String], String?)])
  func `--skip-footer is recommended where it works, and objects are no footer`(
    file: String, text: String, options: [String], ending: String?
  ) async throws {
    let workspace = try Workspace()
    try workspace.write(file, text)
    let rest = options.map { " \($0)" }.joined()
    let outcome = try await workspace.shell("$BANK_ETL convert \(file)\(rest)")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.stderr.contains("may be totals or notes") == (ending != nil), "\(outcome)")
    let inspected = try await workspace.shell("$BANK_ETL inspect \(file)\(rest)")
    #expect(inspected.stdout.contains("\nbelow ") == (ending != nil), "\(inspected)")
    guard let ending else { return }
    #expect(outcome.stderr.contains("notes and not data\(ending)"), "\(outcome)")
    guard let count = ending.split(separator: " ").compactMap({ Int($0) }).first else { return }
    let rid = try await workspace.run("convert", "-q", file, "--skip-footer", "\(count)")
    #expect(rid.stdout == "a,b\n1,2\n" && rid.status == 0, "\(rid)")
  }
}
