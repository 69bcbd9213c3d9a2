import Foundation
import SQLite
import Testing

@testable import bank_etl

struct ShowCommandTests {
  private let workspace: Workspace

  init() async throws {
    workspace = try Workspace()
    try await ImportedBanks.make(in: workspace)
  }

  @Test func `each column by its title, and where the row comes from`() async throws {
    let outcome = try await workspace.run("show", "failed-banks", "15426")
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    let text = outcome.stdout
    #expect(text.hasPrefix("Failed banks (failed-banks) 15426\n\n  Bank "), "\(outcome)")
    #expect(
      text.contains("\n  Closed on          2020-10-23  Friday, 23 October 2020\n"), "\(outcome)")
    #expect(text.contains("\n  ZIP code           NULL\n"), "\(outcome)")
    #expect(text.contains("\nwritten by run 2 from b.csv:2 on "), "\(outcome)")
  }

  @Test func `the same for programs`() async throws {
    struct Detail: Decodable {
      let version: Int
      let row: Int
      let run: Int
      let source: String
      let line: Int
      let values: [String: Scalar]
    }
    enum Scalar: Decodable, Equatable {
      case text(String?)
      case number(Int)
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
          self = .number(number)
        } else {
          self = .text(try? container.decode(String.self))
        }
      }
    }
    let outcome = try await workspace.run("show", "failed-banks", "15426", "--json")
    let detail = try JSONDecoder().decode(Detail.self, from: outcome.output)
    #expect(detail.version == 1 && detail.row == 1 && detail.run == 2 && detail.line == 2)
    #expect(detail.source == "b.csv" && detail.values["acquirer"] == .text("Equity Bank, N.A."))
    #expect(detail.values["cert"] == .number(15426) && detail.values["zip"] == .text(nil))
  }

  @Test(arguments: [
    ("18266", "no row of failed-banks with cert \"18266\"; the nearest are 18265, 15426, 21111"),
    ("1.5426e4", "no row of failed-banks with cert \"1.5426e4\"; the nearest are"),
    ("x' OR 1 --", "no row of failed-banks with cert \"x' OR 1 --\"; the nearest are"),
    ("\u{1b}[31m", "no row of failed-banks with cert \"\\u{1b}[31m\"; the nearest are"),
  ])
  func `no such row`(key: String, message: String) async throws {
    let outcome = try await workspace.run("show", "failed-banks", key)
    #expect(outcome.status == 1 && outcome.stdout == "", "\(outcome)")
    #expect(outcome.stderr.hasPrefix("bank-etl: " + message), "\(outcome)")
  }

  @Test(arguments: [20, 40, 80])
  func `a terminal has to break no line, and all is there`(width: Int) async throws {
    try Database(path: workspace.path("bank.db"), access: .readWrite).execute(
      "UPDATE failed_banks SET name = 'A Name of Many Words ' || replace(hex(zeroblob(30)), '0', '銀')"
    )
    let outcome = try await workspace.shell(
      #"export TERM=xterm; script -qec 'stty cols \#(width); $BANK_ETL show failed-banks 15426' /dev/null"#
    )
    let plain = outcome.stdout.replacing(/\u{1b}\[\d+m/, with: "")
    let lines = plain.split(whereSeparator: \.isNewline).map(String.init)
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= width }, "\(outcome)")
    #expect(plain.count { $0 == "銀" } == 60, "\(outcome)")
    #expect(
      lines.contains { $0.hasSuffix("23 October 2020") || $0.contains("October") }, "\(outcome)")
  }

  @Test func `nothing in it steers a terminal`() async throws {
    try Database(path: workspace.path("bank.db"), access: .readWrite).execute(
      "UPDATE failed_banks SET name = 'a' || char(27) || ']0;x' || char(7), city = 'NULL'")
    let outcome = try await workspace.run("show", "failed-banks", "15426")
    #expect(outcome.stdout.contains("a\\u{1b}]0;x\\u{7}"), "\(outcome)")
    #expect(outcome.stdout.contains("  City               \"NULL\"\n"), "\(outcome)")
    #expect(!outcome.stdout.contains("\u{1b}"), "\(outcome)")
  }

  @Test func `rows that foreign keys lead to, either way`() async throws {
    try Database(path: workspace.path("bank.db"), access: .readWrite).execute(
      """
      CREATE TABLE notes (id INTEGER PRIMARY KEY, note TEXT, bank INTEGER REFERENCES failed_banks,
        run_id INTEGER, source_line INTEGER) STRICT;
      INSERT INTO notes (note, bank) VALUES ('first', 1), ('other', 3), ('second', 1);
      """)
    let declared = try String(
      contentsOf: Repository.root.appending(path: "data/datapackage.json"), encoding: .utf8)
    let notes =
      #"{"name": "notes", "title": "Notes", "table": "notes", "schema": {"fields": [{"name": "Note", "#
      + #""type": "string", "column": "note"}]}},"#
    let text = declared.replacing(#""resources": ["#, with: #""resources": ["# + notes)
    try workspace.write("package.json", text)
    let bank = try await workspace.run(
      "show", "failed-banks", "15426", "--package", "package.json")
    let related = bank.stdout.components(separatedBy: "\nNotes (notes)\n").last ?? ""
    #expect(related == "\n  id    1\n  Note  first\n\n  id    3\n  Note  second\n", "\(bank)")
    let note = try await workspace.run("show", "notes", "3", "--package", "package.json")
    #expect(note.stdout.contains("\nno import wrote this row\n"), "\(note)")
    #expect(note.stdout.contains("\nFailed banks (failed-banks)\n\n  Bank "), "\(note)")
  }
}
