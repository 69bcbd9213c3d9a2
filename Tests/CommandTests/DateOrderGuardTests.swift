import Foundation
import Testing

/// Files whose dates show another order than their column has.
struct DateOrderGuardTests {
  private func package(_ more: String = "") -> String {
    #"""
    {"name": "p", "migrations": "migrations", "resources": [{
      "name": "sales", "path": "a.csv", "table": "sales",
      "schema": {"fields": [{"name": "id", "column": "id", "type": "integer"},
        {"name": "Sold on", "type": "date", "dateOrder": "mdy", "column": "sold"}],
        "primaryKey": "id"}\#(more)}]}
    """#
  }

  private func imported(
    _ records: [String], _ arguments: [String] = [], _ more: String = ""
  ) async throws -> (outcome: Outcome, rows: String) {
    let workspace = try Workspace()
    try workspace.write("p.json", package(more))
    let lines = records.enumerated().map { "\($0 + 1),\($1)\n" }.joined()
    try workspace.write("a.csv", "id,Sold on\n" + lines)
    try FileManager.default.createDirectory(
      atPath: workspace.path("migrations"), withIntermediateDirectories: false)
    try workspace.write(
      "migrations/0001_sales.up.sql",
      "CREATE TABLE sales (id INTEGER PRIMARY KEY, sold TEXT, run_id INTEGER, source_line INTEGER) STRICT;"
    )
    try workspace.write("migrations/0001_sales.down.sql", "DROP TABLE sales;")
    let outcome = try await workspace.shell(
      "$BANK_ETL import --package p.json a.csv \(arguments.joined(separator: " "))")
    let rows = try await workspace.shell("sqlite3 bank.db 'SELECT sold FROM sales ORDER BY id'")
    return (outcome, rows.stdout)
  }

  private static let contrary = ["04.05.2020", "25.05.2020", "26.05.2020"]

  @Test func `a file in the other order is refused, and nothing of it is loaded`() async throws {
    let (outcome, rows) = try await imported(Self.contrary)
    #expect(outcome.status == 65 && rows.isEmpty, "\(outcome)")
    let message =
      "guard dateOrder: expected dates of \"Sold on\" in month/day/year but found 2 that are days in "
      + "day/month/year only, as \"25.05.2020\" (line 3), and at least 1 that may be read in both: "
      + "--date-order sold=dmy reads them; nothing was loaded; if that is right, --allow dateOrder"
    #expect(outcome.stderr.contains(message), "\(outcome)")
    let asked = try await imported(Self.contrary, ["--date-order", "sold=dmy"])
    #expect(asked.outcome.status == 0, "\(asked)")
    #expect(asked.rows == "2020-05-04\n2020-05-25\n2020-05-26\n")
  }

  @Test(arguments: [
    (["--allow", "dateOrder"], ""), ([], #", "guards": {"dateOrder": false}"#),
  ])
  func `it is loaded where that is right, and the summary says it`(
    arguments: [String], more: String
  ) async throws {
    let (outcome, rows) = try await imported(Self.contrary, arguments, more)
    #expect(outcome.status == 2 && rows == "2020-04-05\n", "\(outcome)")
    #expect(outcome.stdout.contains("\"Sold on\": dates are read as month/day/year, but"))
  }

  @Test func `a file that shows its order is loaded, and the summary counts the others`()
    async throws
  {
    let (outcome, rows) = try await imported(["04.05.2020", "25.05.2020", "05/26/2020"])
    #expect(outcome.status == 2 && rows == "2020-04-05\n2020-05-26\n", "\(outcome)")
    #expect(
      outcome.stdout.contains(
        "but there is 1 that is a day in day/month/year only, as \"25.05.2020\" (line 3); --date-order"
      ),
      "\(outcome)")
  }
}
