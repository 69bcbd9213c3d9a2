import Foundation
import Testing

@testable import bank_etl

/// A dataset whose records fill two tables, exported as the records that they were.
struct ExportedTablesTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private static let declaration = """
    { "name": "test", "migrations": "sql", "resources": [ { "name": "grid", "title": "Grid",
      "targets": [
        { "table": "person", "columns": ["name", "place"], "key": ["name"] },
        { "table": "result", "columns": ["q1", "q2"], "key": ["person_id"],
          "parents": { "person_id": "person" } } ],
      "schema": { "fields": [
        { "name": "Who", "type": "string", "column": "name", "constraints": { "required": true } },
        { "name": "Place", "type": "string", "column": "place" },
        { "name": "Q1", "title": "Quarter 1", "type": "number", "column": "q1" },
        { "name": "Q2", "title": "Quarter 2", "type": "number", "column": "q2" } ] } } ] }
    """
  private static let schema = """
    CREATE TABLE person (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, place TEXT,
      run_id INTEGER, source_line INTEGER) STRICT;
    CREATE TABLE result (id INTEGER PRIMARY KEY AUTOINCREMENT,
      person_id INTEGER NOT NULL UNIQUE REFERENCES person (id), q1 REAL, q2 REAL,
      run_id INTEGER, source_line INTEGER) STRICT;
    """

  private func importGrid() async throws {
    try workspace.write("grid.json", Self.declaration)
    try FileManager.default.createDirectory(
      atPath: workspace.path("sql"), withIntermediateDirectories: false)
    try workspace.write("sql/0001_grid.up.sql", Self.schema)
    try workspace.write(
      "in.csv",
      """
      Who,Place,Q1,Q2
      O'Fallon,Japan,"$7,654.50","$1,234.5"
      =Ann,,$100,
      Bo,"x, y",$0.5,$-12.12

      """)
    let outcome = try await workspace.run("import", "-q", "--package", "grid.json", "in.csv")
    try #require(outcome.status == 0, "\(outcome)")
  }

  @Test(arguments: ["out.csv", "out.xlsx"])
  func `the records import again as unchanged`(name: String) async throws {
    try await importGrid()
    let outcome = try await workspace.run("export", "grid", "--package", "grid.json", "-o", name)
    #expect(outcome.status == 0, "\(outcome)")
    let again = try await workspace.run("import", "--json", "--package", "grid.json", name)
    #expect(try Report.all(again).first?.counts == [3, 0, 0, 3, 0, 0], "\(again)")
  }

  @Test func `a package of it is a declaration of it too`() async throws {
    try await importGrid()
    let outcome = try await workspace.shell(
      "BANK_ETL_PACKAGE=grid.json $BANK_ETL export --package out && cat out/grid.csv")
    #expect(
      outcome.stdout
        == "Who,Place,Q1,Q2\nO'Fallon,Japan,7654.5,1234.5\n'=Ann,,100.0,\nBo,\"x, y\",0.5,-12.12\n",
      "\(outcome)")
    let again = try await workspace.shell(
      "$BANK_ETL convert out/grid.csv --package out/datapackage.json --dataset grid | tail -n 2")
    #expect(again.stdout == "=Ann,,100.0,\nBo,\"x, y\",0.5,-12.12\n", "\(again)")
  }

  @Test func `a row's numbers stand beside the average`() async throws {
    try await importGrid()
    let outcome = try await workspace.run(
      "chart", "grid", "--package", "grid.json", "--key", "O'Fallon", "--ascii")
    let lines = outcome.stdout.split(separator: "\n").map(String.init)
    #expect(lines[0] == "Grid: O'Fallon Japan beside the average", "\(outcome)")
    #expect(lines[1].hasPrefix("Quarter 1 O'Fallon Japan ###") && lines[1].hasSuffix(" 7,654.50"))
    #expect(lines[2].contains("average ") && lines[2].hasSuffix("= 2,585"), "\(outcome)")
    let sum = try await workspace.run(
      "chart", "grid", "--package", "grid.json", "--by", "place", "--sum", "q1", "-o", "c.svg")
    #expect(sum.status == 0, "\(sum)")
    #expect(try workspace.text("c.svg").contains("<title>Grid: Quarter 1 by Place</title>"))
  }
}
