import Foundation
import SQLite
import Testing

@testable import bank_etl

struct ListCommandTests {
  private struct Bank: Decodable, Equatable {
    let name: String
    let cert: Int
    let acquirer: String?
    let close_date: String?
  }

  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  /// The built-in migrations' table with four rows, one without a date.
  private func makeDatabase(_ name: String = "bank.db") throws {
    let database = try Database(path: workspace.path(name), access: .create)
    for migration in BuiltIn.migrations where migration.name.hasSuffix(".up.sql") {
      try database.execute(migration.text)
    }
    try database.execute(
      """
      INSERT INTO failed_banks (name, city, state, cert, acquirer, fund, close_date) VALUES
        ('Bank of Kansas, N.A.', 'Almena', 'KS', 15426, 'Equity Bank', 10538, '2020-10-23'),
        ('No Date', 'X', NULL, 1, NULL, NULL, NULL),
        ('Signature' || char(27) || '[31m Bank', 'New York', 'NY', 57053, '', 10540, '2023-03-12'),
        ('Ericson State Bank', 'Ericson', 'NE', 18265, 'NULL', 10536, '2020-02-14')
      """)
  }

  @Test func `the latest first, those without a date last`() async throws {
    try makeDatabase()
    let outcome = try await workspace.run("list", "failed-banks", "--format", "json")
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    let banks = try JSONDecoder().decode([Bank].self, from: outcome.output)
    #expect(banks.map(\.cert) == [57053, 15426, 18265, 1])
    let first = Bank(
      name: "Signature\u{1b}[31m Bank", cert: 57053, acquirer: "", close_date: "2023-03-12")
    #expect(banks.first == first)
    #expect(banks.last == Bank(name: "No Date", cert: 1, acquirer: nil, close_date: nil))
  }

  @Test func `as many as asked for`() async throws {
    try makeDatabase("other.db")
    for (limit, expected) in [("0", 0), ("1", 1), ("99", 4)] {
      let outcome = try await workspace.run(
        "list", "failed-banks", "-n", limit, "--format=json",
        environment: ["BANK_ETL_DB": "other.db"])
      let banks = try JSONDecoder().decode([Bank].self, from: outcome.output)
      #expect(banks.count == expected, "\(outcome)")
    }
  }

  @Test func `as CSV, byte for byte`() async throws {
    try makeDatabase()
    let outcome = try await workspace.run("list", "failed-banks", "--format", "csv")
    let lines = outcome.stdout.split(separator: "\n")
    try #require(lines.count == 5, "\(outcome)")
    #expect(lines[0].hasPrefix("name,city,state,"), "\(outcome)")
    #expect(lines[1].hasPrefix("Signature\u{1b}[31m Bank,New York,NY,"), "\(outcome)")
    #expect(lines[2].hasPrefix("\"Bank of Kansas, N.A.\",Almena,KS,"), "\(outcome)")
  }

  @Test func `as a table, with nothing in it that steers a terminal`() async throws {
    try makeDatabase()
    let outcome = try await workspace.run("list", "failed-banks")
    #expect(outcome.status == 0 && !outcome.stdout.contains("\u{1b}"), "\(outcome)")
    #expect(outcome.stdout.contains("Signature\\u{1b}[31m Bank"), "\(outcome)")
    #expect(outcome.stdout.contains("\"NULL\""), "\(outcome)")
  }

  @Test func `a terminal gets colour, short lines, and CSV without controls`() async throws {
    try makeDatabase()
    let terminal =
      #"export TERM=xterm; script -qec 'stty cols 90; $BANK_ETL list failed-banks %' /dev/null"#
    func shown(_ options: String, _ prefix: String = "") async throws -> Outcome {
      try await workspace.shell(prefix + terminal.replacing("%", with: options))
    }
    let table = try await shown("")
    let plain = table.stdout.replacing(/\u{1b}\[\d+m/, with: "")
    #expect(plain.count < table.stdout.count, "\(table)")
    for line in plain.split(whereSeparator: \.isNewline) {
      #expect(DisplayWidth.of(String(line)) <= 90, "\(table)")
    }
    #expect(plain.contains("2023-03-12"), "\(table)")
    for quiet in [
      try await shown("--color never"), try await shown("", "export NO_COLOR=1; "),
      try await shown("--format csv"),
    ] {
      #expect(!quiet.stdout.contains("\u{1b}"), "\(quiet)")
    }
  }

  @Test(arguments: ["table", "csv", "json"])
  func `a reader that has enough ends the output`(format: String) async throws {
    try makeDatabase()
    try Database(path: workspace.path("bank.db"), access: .readWrite).execute(
      """
      WITH RECURSIVE n(i) AS (VALUES (100000) UNION ALL SELECT i + 1 FROM n WHERE i < 120000)
      INSERT INTO failed_banks (name, cert, close_date) SELECT 'Bank', i, '2001-01-01' FROM n
      """)
    let outcome = try await workspace.shell(
      #""$BANK_ETL" list failed-banks --format \#(format) | head -n 1; echo "${PIPESTATUS[0]}""#)
    #expect(outcome.stderr == "" && outcome.stdout.hasSuffix("\n0\n"), "\(outcome)")
  }

  @Test func `a dataset that is not known`() async throws {
    let outcome = try await workspace.run("list", "failedbank")
    #expect(outcome.status == 64 && outcome.stdout == "", "\(outcome)")
    let first = "bank-etl: unknown dataset 'failedbank'; did you mean 'failed-banks'?\n"
    #expect(outcome.stderr.hasPrefix(first), "\(outcome)")
  }

  @Test func `no database, no table`() async throws {
    let missing = try await workspace.run("list", "failed-banks")
    #expect(missing.status == 66, "\(missing)")
    #expect(missing.stderr.hasPrefix("bank.db: no such database\n"), "\(missing)")
    #expect(try workspace.files == [])

    try Database(path: workspace.path("bank.db"), access: .create).execute("CREATE TABLE t (a)")
    let other = try await workspace.run("list", "failed-banks")
    #expect(other.status == 78, "\(other)")
    #expect(other.stderr.hasPrefix("bank.db: expected a table \"failed_banks\""), "\(other)")
  }
}
