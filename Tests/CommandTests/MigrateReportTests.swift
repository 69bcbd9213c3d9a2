import Testing

@testable import bank_etl

struct MigrateReportTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func `steps are shown as they are done, and the JSON has them when the next one fails`()
    async throws
  {
    try workspace.migrations(["1_a": "SELECT 1", "2_b": "SELECT json('x')"])
    let text = try await workspace.migrate("up")
    #expect(text.status == 78 && text.stdout.hasPrefix("applied  1_a  "), "\(text)")
    try workspace.migrations(["3_c": "SELECT 1", "2_b": "SELECT 2", "4_d": "SELECT json('x')"])
    let json = try await workspace.migrate("up", "--json")
    #expect(json.status == 78, "\(json)")
    #expect(
      json.stdout.hasPrefix("{\"version\":1,\"steps\":[{\"action\":\"applied\",\"version\":2,"))
    #expect(json.stdout.contains("\"version\":3"), "\(json)")
    #expect(
      json.stdout.contains("],\"problems\":[{\"file\":\"m/4_d.up.sql\",\"line\":1,"), "\(json)")
  }

  @Test func `a closed pipe or a full one ends no migration`() async throws {
    try workspace.migrations(["1_a": "CREATE TABLE a(x)", "2_b": "CREATE TABLE b(x)"])
    let full = try await workspace.shell("\"$BANK_ETL\" migrate --migrations m > /dev/full")
    #expect(full.status == 74, "\(full)")
    #expect(try workspace.tables == ["a", "b"])
    let closed = try await workspace.shell(
      "\"$BANK_ETL\" migrate status --migrations m | true; exit ${PIPESTATUS[0]}")
    #expect(closed.status == 0 && closed.stderr == "", "\(closed)")
  }

  @Test func `with --quiet nothing is said when all is well, and everything else`() async throws {
    try workspace.migrations(["1_a": "CREATE TABLE a(x)", "2_b": "DROP TABLE a"])
    for command in ["validate", "check", "up", "verify", "repair"] {
      let outcome = try await workspace.migrate(command, "-q")
      #expect(outcome.status == 0 && outcome.stdout == "" && outcome.stderr == "", "\(outcome)")
    }
    let lint = try await workspace.migrate("lint", "-q")
    #expect(lint.status == 1 && lint.stdout.contains("drop-table"), "\(lint)")
    try workspace.migrations(["3_c": "SELCT"])
    for command in ["validate", "check"] {
      let outcome = try await workspace.migrate(command, "-q")
      #expect(outcome.status != 0 && outcome.stdout.contains("SELCT"), "\(outcome)")
    }
  }

  @Test(arguments: [(0, "0 rows"), (1, "1 row"), (2, "2 rows")])
  func `a count has its word`(_ number: Int, _ text: String) {
    #expect(MigrateReport.count(number, "row") == text)
  }

  @Test func `a difference is safe to show`() {
    #expect(MigrateReport.lines(of: ["- a\u{1b}", "+ b"]) == "    - a\\u{1b}\n    + b\n")
  }
}
