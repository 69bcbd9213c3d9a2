import Foundation
import FoundationXML
import Testing

struct ValidateCommandTests {
  private static let header = "Bank Name,City,State,Cert,Acquiring Institution,Closing Date,Fund\n"
  private static let bad =
    header + """
      Almena State Bank,Almena,KS,15426,Equity Bank,23-Oct-20,10538
      Almena State Bank 2,Almena,KS,15426,Equity Bank,23-Oct-20,10538
      Louisa,Louisa,KY,58112,Kentucky Farmers,32-Oct-19,10533
      "The <Enloe> & ""\u{7}",Cooper,TX,te<x>&\u{1},Legend Bank,31-May-19,10531

      """

  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("good.csv", BankList.text(1...3))
    try workspace.write("bad.csv", Self.bad)
    try workspace.write("other.csv", "a,b\n1,2\n")
  }

  @Test func `good files, and no trace of a database`() async throws {
    let before = try workspace.files
    let outcome = try await workspace.run(
      "validate", "good.csv", "good.csv", environment: ["TMPDIR": workspace.folder.path])
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    let line = "ok: good.csv: failed-banks, 3 read, 0 rejected\n"
    #expect(outcome.stdout == line + line, "\(outcome)")
    let quiet = try await workspace.run("validate", "-q", "good.csv")
    #expect(quiet.status == 0 && quiet.stdout == "", "\(quiet)")
    #expect(try workspace.files == before)
  }

  @Test func `rejects stand at their lines, those of the table too`() async throws {
    let outcome = try await workspace.run("validate", "bad.csv", "good.csv")
    #expect(outcome.status == 2 && outcome.stderr == "", "\(outcome)")
    #expect(
      outcome.stdout == """
        bad.csv:3: expected each key once but found cert 15426 again with other values: it is on line 2
        bad.csv:4: Closing Date: expected a date (month/day/year) but found "32-Oct-19"
        bad.csv:5: Cert: expected a whole number but found "te<x>&\\u{1}"
        not ok: bad.csv: failed-banks, 4 read, 3 rejected
        ok: good.csv: failed-banks, 3 read, 0 rejected

        """, "\(outcome)")
  }

  @Test(arguments: [
    (["other.csv"], 65, "other.csv: expected a header but found"),
    (["nowhere.csv"], 66, "nowhere.csv: no such file"),
    (["bad.csv", "other.csv"], 65, "bad.csv:3: "),
    (
      ["--guard", "minRecords=9", "good.csv"], 65, "good.csv: guard minRecords: expected at least 9"
    ),
    (["--dataset", "failed-banks", "-"], 65, "standard input: expected a header and records"),
    (["-n", "1", "bad.csv"], 2, "bad.csv:3: "),
  ])
  func `the status is the worst file's`(
    arguments: [String], status: Int32, start: String
  ) async throws {
    let outcome = try await workspace.shell(
      "\"$BANK_ETL\" validate \(arguments.joined(separator: " ")) </dev/null")
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.stdout.hasPrefix(start) && outcome.stderr == "", "\(outcome)")
  }

  @Test func `what is wrong with the declarations is no file's fault`() async throws {
    try workspace.write("package.json", "{\"resources\": [")
    let outcome = try await workspace.run("validate", "--package", "package.json", "good.csv")
    #expect(outcome.status == 78 && outcome.stdout == "", "\(outcome)")
  }

  @Test func `annotations for GitHub`() async throws {
    let outcome = try await workspace.run(
      "validate", "--format", "github", "-n", "2", "bad.csv", "other.csv")
    #expect(outcome.status == 65, "\(outcome)")
    let lines = outcome.stdout.split(separator: "\n")
    try #require(lines.count == 4, "\(outcome)")
    #expect(
      lines[0].hasPrefix("::error file=bad.csv,line=3,title=duplicate_key::expected each key"))
    #expect(lines[1].hasPrefix("::error file=bad.csv,line=4,title=invalid_date::Closing Date: "))
    #expect(lines[2] == "::error file=bad.csv,title=bank-etl::1 more records rejected")
    #expect(lines[3].hasPrefix("::error file=other.csv,title=refused::expected a header but"))
  }

  /// Counts elements, and keeps the texts of failures.
  private final class Reader: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]
    var messages: [String] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String] = [:]
    ) {
      counts[name, default: 0] += 1
      if name == "failure" { messages.append(attributes["message"] ?? "") }
    }
  }

  @Test func `JUnit's XML`() async throws {
    let outcome = try await workspace.run("validate", "--format", "junit", "bad.csv", "good.csv")
    #expect(outcome.status == 2, "\(outcome)")
    let reader = Reader()
    let parser = XMLParser(data: outcome.output)
    parser.delegate = reader
    #expect(parser.parse(), "\(outcome)")
    #expect(reader.counts == ["testsuites": 1, "testsuite": 2, "testcase": 4, "failure": 3])
    let message = #"Cert: expected a whole number but found "te<x>&\u{1}""#
    #expect(reader.messages.last == message, "\(outcome)")
  }

  private struct Report: Decodable {
    struct Reject: Decodable {
      let record: Int
      let line: Int
      let column: String?
      let code: String
    }
    let version: Int
    let source: String
    let dataset: String?
    let status: Int
    let read: Int
    let rejected: Int
    let rejects: [Reject]
    let message: String?
  }

  @Test func `JSON`() async throws {
    let outcome = try await workspace.run(
      "validate", "--format", "json", "bad.csv", "good.csv", "other.csv")
    #expect(outcome.status == 65, "\(outcome)")
    let reports = try JSONDecoder().decode([Report].self, from: outcome.output)
    #expect(reports.map(\.status) == [2, 0, 65] && reports.allSatisfy { $0.version == 1 })
    #expect(reports.map(\.rejected) == [3, 0, 0] && reports.map(\.read) == [4, 3, 0])
    #expect(reports[0].rejects.map(\.line) == [3, 4, 5])
    #expect(reports[0].rejects.map(\.code) == ["duplicate_key", "invalid_date", "invalid_integer"])
    #expect(reports[2].dataset == nil && reports[2].message?.hasPrefix("expected a header") == true)
  }
}
