import Datasets
import Foundation
import SQLite
import Testing

@testable import bank_etl

/// `bank-etl list` with conditions, orders and columns.
struct ListConditionTests {
  private let workspace: Workspace

  init() async throws {
    workspace = try Workspace()
    try workspace.write(
      "banks.csv",
      """
      Bank Name,City,State,Cert,Acquiring Institution,Closing Date,Fund
      O'Fallon Bank,Perry,GA,1,No Acquirer,1-Jan-10,100
      "Robert'); DROP TABLE failed_banks; --",Macon,GA,2,,2-Jan-10,90
      100% Bank,Miami,FL,3,Big_Bank,3-Jan-09,80
      1000 Bank,Reno,NV,4,BigXBank,,70

      """)
    let outcome = try await workspace.run("import", "-q", "banks.csv")
    try #require(outcome.status == 0, "\(outcome)")
  }

  private func certs(_ options: String...) async throws -> String {
    let arguments = ["list", "failed-banks", "--columns", "cert", "--format", "csv"] + options
    let outcome = try await workspace.start(Workspace.program, arguments, [:], "")
    #expect(outcome.status == 0, "\(outcome)")
    return outcome.stdout.split(separator: "\n").dropFirst().joined(separator: " ")
  }

  @Test(arguments: [
    ("state = 'GA'", "2 1"),
    ("state = 'GA' and close_date >= 2010-01-02", "2"),
    ("State = GA or \"Closed on\" = 1/3/2009", "2 1 3"),
    ("not state = GA", "3 4"),
    ("close_date is null", "4"),
    ("close_date is not null and cert <> 3", "2 1"),
    ("\"Bank Name\" = 'O''Fallon Bank'", "1"),
    ("name = 'Robert''); DROP TABLE failed_banks; --'", "2"),
    ("name like '100%'", "3 4"),
    ("acquirer like 'big_bank'", "3 4"),
    ("cert in (4, 1, 99)", "1 4"),
    ("fund between 70 and 80", "3 4"),
    ("run_id = 1 and source_line > 3", "3 4"),
    ("id = 1", "1"),
    ("state = GA and state = FL", ""),
  ])
  func `only rows for which it holds`(condition: String, expected: String) async throws {
    #expect(try await certs("--where", condition) == expected)
  }

  @Test func `in the order asked for, those without a value last`() async throws {
    #expect(try await certs("--sort", "fund") == "4 3 2 1")
    #expect(try await certs("--sort", "Receivership fund", "--desc") == "1 2 3 4")
    #expect(try await certs("--sort", "close_date") == "3 1 2 4")
    #expect(try await certs("--sort", "close_date", "--desc", "-n", "2") == "2 1")
    #expect(try await certs("--sort", "state") == "3 1 2 4")
  }

  @Test func `the columns asked for, in NDJSON too`() async throws {
    let outcome = try await workspace.run(
      "list", "failed-banks", "--columns", "Cert, state,id", "--format", "ndjson", "-n", "2")
    #expect(
      outcome.stdout == """
        {"cert":2,"state":"GA","id":2}
        {"cert":1,"state":"GA","id":1}

        """, "\(outcome)")
  }

  @Test(
    arguments: [
      (
        ["--where", "stat = 1"],
        "--where: character 1: unknown column \"stat\"; did you mean 'state'?"
      ),
      (["--where", "(select 1)"], "--where: character 2: unknown column \"select\""),
      (["--where", "length(name) > 1"], "--where: character 1: unknown column \"length\""),
      (["--where", "cert = x"], "--where: character 8: cert: expected a whole number"),
      (["--where", "name = 'x'; DROP TABLE failed_banks"], "--where: character 11: expected and"),
      (["--sort", "nme"], "--sort: unknown column \"nme\"; did you mean 'name'?"),
      (["--sort", "name\" DESC; --"], "--sort: unknown column"),
      (["--columns", "name,\u{1b}[31m"], "--columns: unknown column \"\\u{1B}[31m\""),
      (["--columns", "*"], "--columns: unknown column \"*\""),
      (["--columns", ","], "expected columns for --columns but found none"),
      (["--desc"], "--desc needs --sort COLUMN"),
    ] as [([String], String)])
  func `what is no column or condition`(options: [String], message: String) async throws {
    let outcome = try await workspace.start(
      Workspace.program, ["list", "failed-banks"] + options, [:], "")
    #expect(outcome.status == 64 && outcome.stdout == "", "\(outcome)")
    #expect(outcome.stderr.hasPrefix("bank-etl: " + message), "\(outcome)")
    #expect(try await certs() == "2 1 3 4")
  }

  @Test func `every column of every dataset can be asked for, and of every view`() async throws {
    for dataset in try DataPackage(Array(BuiltIn.declarations.utf8), file: "built in").datasets {
      for rows in [dataset] + dataset.views {
        let condition = rows.fields.map { "\(quoted($0.name)) is not null" }.joined(
          separator: " and ")
        let view = rows.isView ? ["--view", rows.name] : []
        let outcome = try await workspace.start(
          Workspace.program, ["list", dataset.name, "--where", condition] + view, [:], "")
        #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
      }
    }
  }

  @Test func `a column whose name has quotes and semicolons`() async throws {
    let name = #"x"; DROP TABLE things; --"#
    let database = try Database(path: workspace.path("bank.db"), access: .readWrite)
    try database.execute(
      """
      CREATE TABLE things (id INTEGER PRIMARY KEY, \(quoted(name)) TEXT, run_id INTEGER,
        source_line INTEGER) STRICT;
      """)
    try workspace.write(
      "package.json",
      #"""
      {"name": "p", "resources": [{"name": "things", "table": "things", "schema": {"fields": [
        {"name": "x\"; DROP TABLE things; --", "type": "string",
         "column": "x\"; DROP TABLE things; --"}]}}]}
      """#)
    func run(_ arguments: String...) async throws -> Outcome {
      try await workspace.start(
        Workspace.program, arguments + ["--package", "package.json"], [:], "")
    }
    let added = try await run("add", "things", #"x"; DROP TABLE things; --=O'Fallon"#)
    #expect(added.status == 0, "\(added)")
    let listed = try await run(
      "list", "things", "--where", #""x""; DROP TABLE things; --" = 'O''Fallon'"#, "--sort", name,
      "--format", "ndjson")
    #expect(
      listed.stdout == #"{"id":1,"x\"; DROP TABLE things; --":"O'Fallon"}"# + "\n", "\(listed)")
    let shown = try await run("show", "things", "1")
    #expect(shown.stdout.contains(#"  x"; DROP TABLE things; --  O'Fallon"#), "\(shown)")
    let changed = try await run("set", "things", "1", name + "='; DROP TABLE things")
    #expect(changed.status == 0, "\(changed)")
    let deleted = try await run("delete", "things", "1", "--yes")
    #expect(deleted.status == 0, "\(deleted)")
    #expect(try await workspace.run("undo", "4").status == 0)
  }

  @Test func `a large table without an index on its dates`() async throws {
    let database = try Database(path: workspace.path("bank.db"), access: .readWrite)
    try database.execute(
      """
      WITH RECURSIVE n(i) AS (VALUES (100) UNION ALL SELECT i + 1 FROM n WHERE i < 31000)
      INSERT INTO failed_banks (name, cert, close_date)
      SELECT 'Bank', i, date('1900-01-01', i || ' days') FROM n
      """)
    let whole = try await workspace.run("list", "failed-banks", "--format", "csv")
    #expect(whole.stdout.split(separator: "\n").count > 30_000)
    #expect(whole.stderr.contains("no index on close_date"), "\(whole.stderr)")
    #expect(try await certs("-n", "2") == "31000 30999")
    #expect(try await certs("--where", "cert < 5") == "4 3 2 1")
    #expect(try await certs("--sort", "close_date", "--desc", "-n", "2") == "2 1")
    // What is sorted comes in two pieces, and each row once.
    let sorted = try await certs("--sort", "close_date", "--desc", "-n", "1500")
    #expect(sorted.hasPrefix("2 1 3 31000 30999 "), "\(sorted)")
    let expected = ["2", "1", "3"] + (29_504...31_000).reversed().map { "\($0)" }
    #expect(sorted == expected.joined(separator: " "))
    let all = try await certs("--sort", "cert", "--where", "cert > 29000")
    #expect(all == (29_001...31_000).map { "\($0)" }.joined(separator: " "))
    try database.execute("CREATE INDEX by_date ON failed_banks (close_date)")
    let indexed = try await workspace.run(
      "list", "failed-banks", "--columns", "cert", "--format", "csv")
    #expect(indexed.stderr == "" && indexed.stdout.hasSuffix("\n4\n"), "\(indexed.stderr)")
  }
}
