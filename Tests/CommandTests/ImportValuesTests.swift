import Foundation
import SQLite
import Testing

/// Numbers, through the program: how a column's values decide, and how a user does.
@Suite struct ImportValuesTests {
  /// A folder with a declaration of a list of sales, and its table.
  private func workspace(_ csv: String) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(
      "package.json",
      """
      {"name": "sales", "migrations": "migrations", "resources": [{
        "name": "sales", "table": "sales", "schema": {
          "fields": [
            {"name": "No", "column": "no", "type": "integer"},
            {"name": "Amount", "column": "amount", "type": "number",
             "constraints": {"maximum": 1000000}}],
          "primaryKey": "No"}}]}
      """)
    try FileManager.default.createDirectory(
      atPath: workspace.path("migrations"), withIntermediateDirectories: false)
    try workspace.write(
      "migrations/0001_sales.up.sql",
      """
      CREATE TABLE sales (
        id INTEGER PRIMARY KEY AUTOINCREMENT, no INTEGER NOT NULL UNIQUE, amount REAL,
        run_id INTEGER, source_line INTEGER
      ) STRICT;
      """)
    try workspace.write("migrations/0001_sales.down.sql", "DROP TABLE sales;")
    try workspace.write("sales.csv", csv)
    return workspace
  }

  private func amounts(_ workspace: Workspace) throws -> Value? {
    try workspace.database().value(
      "SELECT group_concat(amount, ' ') FROM (SELECT amount FROM sales ORDER BY no)")
  }

  @Test func `a column's values show the decimal mark`() async throws {
    let workspace = try workspace("No;Amount\n1;1.234\n2;96,58 €\n3;(5) €\n4;9.999.999,00\n")
    let outcome = try await workspace.run("import", "--package", "package.json", "sales.csv")
    #expect(outcome.status == 2, "\(outcome)")
    #expect(
      outcome.stderr
        == """
        sales.csv:5: Amount: expected a value of at most 1000000 but found "9.999.999,00"\n
        """)
    #expect(outcome.stdout.contains("\"Amount\": decimal comma, as \"96,58 €\" (line 3) shows\n"))
    #expect(try amounts(workspace) == .text("1234.0 96.58 -5.0"))
  }

  @Test func `a column that stays open is refused, and an option decides`() async throws {
    let workspace = try workspace("No;Amount\n1;1,234\n2;5,678\n")
    let refused = try await workspace.run("import", "--package", "package.json", "sales.csv")
    #expect(refused.status == 65)
    #expect(
      refused.stderr
        == """
        sales.csv:2: "Amount": expected numbers that show their decimal mark but found "1,234" \
        (line 2, 1234.0 or 1.234) and "5,678" (line 3, 5678.0 or 5.678); set the mark with \
        --decimal point or --decimal comma, or declare "decimalChar" for the field\n
        """)
    for (mark, expected) in [("comma", "1.234 5.678"), ("amount=point", "1234.0 5678.0")] {
      let outcome = try await workspace.run(
        "import", "--package", "package.json", "--decimal", mark, "sales.csv")
      #expect(outcome.status == 0, "\(outcome)")
      #expect(try amounts(workspace) == .text(expected))
    }
  }

  @Test(
    "a wrong --decimal",
    arguments: [
      ("dot", "expected point or comma for --decimal but found \"dot\""),
      ("no-such=comma", "expected a column of numbers for --decimal but found \"no-such\""),
    ])
  func wrong(mark: String, message: String) async throws {
    let workspace = try workspace("No;Amount\n1;2\n")
    let outcome = try await workspace.run(
      "import", "--package", "package.json", "--decimal", mark, "sales.csv")
    #expect(outcome.status == 64)
    #expect(outcome.stderr.contains(message), "\(outcome)")
  }
}
