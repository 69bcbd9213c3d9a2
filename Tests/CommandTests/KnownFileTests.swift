import Foundation
import SQLite
import Testing

/// When a file counts as loaded before, and when not.
@Suite struct KnownFileTests {
  /// What happens between two imports of one file, the second one's options, and the rows after it.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var between = ":"
    var options = ""
    var status = "succeeded"

    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "nothing happened", status: "unchanged_file"),
    Case(name: "the table was made anew", between: "$BANK_ETL migrate redo"),
    Case(
      name: "the schema changed", between: "sqlite3 bank.db 'CREATE INDEX i ON failed_banks (name)'"
    ),
    Case(
      name: "rows are gone", between: "sqlite3 bank.db 'DELETE FROM failed_banks WHERE cert = 2'"),
    Case(
      name: "another dataset wrote the table",
      between: "$BANK_ETL import --package other.json --dataset other other.csv"),
    Case(name: "another encoding is asked for", options: "--encoding cp437"),
    Case(name: "another delimiter is asked for", options: "--delimiter comma"),
    Case(name: "the same is asked for in other words", options: "-q", status: "unchanged_file"),
  ]

  @Test(arguments: cases)
  func `a file is loaded again when the table may not be as it left it`(_ known: Case) async throws
  {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...5))
    try workspace.write("other.csv", BankList.text(3...3, acquirer: "Other"))
    let declarations = Repository.text("data/datapackage.json")
    try workspace.write(
      "other.json",
      declarations.replacing("\"failed-banks\"", with: "\"other\"")
        .replacing("../migrations", with: Repository.root.appending(path: "migrations").path))
    let first = try await workspace.run("import", "a.csv")
    #expect(first.status == 0, "\(first)")
    let between = try await workspace.shell(known.between)
    #expect(between.status == 0, "\(between)")
    let again = try await workspace.shell("$BANK_ETL import --json \(known.options) a.csv")
    #expect(again.status == 0, "\(again)")
    #expect(try Report.all(again).first?.status == known.status)
    #expect(
      try workspace.database().rows("SELECT count(*), min(acquirer) FROM failed_banks")
        == [[5, "Equity Bank"]])
  }

  @Test(arguments: ["--json", "--json --force", "--changes"])
  func `a dry run knows a file as the import does`(options: String) async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...6).replacing("KS,6", with: "KS,x"))
    let first = try await workspace.run("import", "a.csv")
    #expect(first.status == 2, "\(first)")
    let trial = try await workspace.shell("$BANK_ETL import --dry-run \(options) a.csv")
    let real = try await workspace.shell("$BANK_ETL import \(options) a.csv")
    #expect(trial.status == real.status && trial.status == (options.contains("force") ? 2 : 0))
    guard options.contains("json") else {
      #expect(trial.stdout.split(separator: "\n").count == 3, "a reject, no changes: \(trial)")
      return
    }
    let (expected, found) = (try Report.all(real)[0], try Report.all(trial)[0])
    #expect(found.status == expected.status && found.counts == expected.counts)
    #expect(found.run == expected.run)
  }

  @Test func `a table that is gone is no table that has the file`() async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...5))
    _ = try await workspace.run("import", "a.csv")
    _ = try await workspace.shell("sqlite3 bank.db 'DROP TABLE failed_banks'")
    let again = try await workspace.run("import", "a.csv")
    #expect(again.status == 78, "\(again)")
  }

  /// Standard input shares its place in the file with whoever opened it.
  @Test(arguments: ["< big.csv", "<(cat big.csv)", "- < big.csv", "/dev/stdin < big.csv"])
  func `a file on standard input is read to its end, and known again`(input: String) async throws {
    let workspace = try Workspace()
    try workspace.write("big.csv", BankList.text(1...20_000))
    let operand =
      input.hasPrefix("<(") || input.contains("-") || input.hasPrefix("/") ? input : "- " + input
    for status in ["succeeded", "unchanged_file"] {
      let outcome = try await workspace.shell("$BANK_ETL import --json \(operand)")
      #expect(outcome.status == 0, "\(outcome)")
      let report = try #require(try Report.all(outcome).first)
      #expect(report.status == status && report.read == (status == "succeeded" ? 20_000 : 0))
    }
    #expect(try workspace.database().value("SELECT count(*) FROM failed_banks") == 20_000)
  }

  @Test func `rejects that no import has made good are not forgotten`() async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...3) + "Bank,Ulm,GA,none,Other,1-Jan-20,1\n")
    let first = try await workspace.run("import", "a.csv")
    #expect(first.status == 2, "\(first)")
    let again = try await workspace.run("import", "a.csv")
    let message = "run 1 left 1 reject that no import has made good: 'bank-etl rejects 1'"
    #expect(again.status == 0 && again.stdout.contains("\n\(message)\n"), "\(again)")
    let json = try await workspace.run("import", "--json", "a.csv")
    #expect(try Report.all(json).first?.message == message)
  }
}
