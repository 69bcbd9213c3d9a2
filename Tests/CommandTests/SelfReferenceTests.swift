import SQLite
import Testing

/// A list of people and whose assistant each is, in which those who are referred to come behind: what each
/// command makes of it.
@Suite struct SelfReferenceTests {
  private let workspace: Workspace

  init() async throws {
    workspace = try Workspace()
    try workspace.write(
      "datapackage.json",
      """
      { "migrations": "migrations", "resources": [ {
        "name": "staff", "path": "staff.csv", "table": "staff",
        "schema": { "primaryKey": ["Name"], "fields": [
          { "name": "Name", "type": "string", "column": "name", "constraints": { "required": true } },
          { "name": "Boss", "type": "string", "column": "boss" },
          { "name": "Room", "type": "integer", "column": "room" } ] } } ] }
      """)
    let made = try await workspace.shell(
      """
      mkdir migrations; cat >migrations/0001_staff.up.sql <<SQL
      CREATE TABLE staff (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE COLLATE NOCASE,
        boss TEXT REFERENCES staff (name), room INTEGER, run_id INTEGER, source_line INTEGER
      ) STRICT;
      CREATE INDEX staff_boss ON staff (boss);
      SQL
      echo 'DROP TABLE staff;' >migrations/0001_staff.down.sql
      """)
    #expect(made.status == 0, "\(made)")
    try workspace.write(
      "1.csv", "Name,Boss,Room\nAnn,Bob,1\nBob,Cid,2\nCid,,3\nDee,Ann,4\nEve,Fay,5\nFay,eve,6\n")
    // Ann in other letters; Eve and Fay are gone; Gus comes before who he refers to, and is there twice.
    try workspace.write(
      "2.csv",
      "Name,Boss,Room\nGus,Hal,7\nGus,,8\nHal,ANN,9\nANN,Bob,1\nBob,Cid,2\nCid,,3\nDee,Ann,4\n")
  }

  private func etl(_ words: String) async throws -> Outcome {
    try await workspace.shell(
      "$BANK_ETL \(words)", environment: ["BANK_ETL_PACKAGE": "datapackage.json"])
  }

  private func rows() throws -> [[Value]] {
    try workspace.database().rows("SELECT name, boss, room FROM staff ORDER BY name")
  }

  private static let first: [[Value]] = [
    ["Ann", "Bob", 1], ["Bob", "Cid", 2], ["Cid", .null, 3], ["Dee", "Ann", 4], ["Eve", "Fay", 5],
    ["Fay", "eve", 6],
  ]
  private static let second: [[Value]] = [
    ["ANN", "Bob", 1], ["Bob", "Cid", 2], ["Cid", .null, 3], ["Dee", "Ann", 4], ["Gus", "Hal", 7],
    ["Hal", "ANN", 9],
  ]

  @Test(arguments: ["", "--commit-every 1"])
  func `diff, a dry run, the import and undo agree`(options: String) async throws {
    let made = try await etl("import -q --db bank.db \(options) 1.csv")
    #expect(made.status == 0, "\(made)")
    #expect(try rows() == Self.first)
    let replace = "--policy replace --db bank.db"
    let dry = try await etl("import --dry-run --json \(replace) 2.csv")
    #expect(dry.status == 2, "\(dry)")
    #expect(try rows() == Self.first)
    let diff = try await etl("diff --format csv \(replace) 2.csv")
    let real = try await etl("import --json \(replace) 2.csv")
    #expect(real.status == 2, "\(real)")
    #expect(try rows() == Self.second)
    for count in ["read", "inserted", "updated", "unchanged", "rejected", "skipped", "absent"] {
      let pattern = try Regex("\"\(count)\": ?[0-9]+")
      #expect(dry.stdout.firstMatch(of: pattern)?.0 == real.stdout.firstMatch(of: pattern)?.0)
    }
    let changes = try await etl("runs changes 2 --format csv --db bank.db")
    #expect(diff.stdout == changes.stdout, "\(diff) \(changes)")
    #expect(changes.stdout.contains("Ann,ANN"), "\(changes)")
    let why = try await etl("why staff ann --db bank.db")
    #expect(
      why.status == 0 && why.stdout.contains("2.csv") && why.stdout.contains("1.csv"), "\(why)")
    let again = try await etl("import --force --json \(replace) 2.csv")
    #expect(try rows() == Self.second && again.stdout.contains("\"updated\":0"), "\(again)")
    let undo = try await etl("undo 2 --db bank.db")
    #expect(undo.status == 0, "\(undo)")
    #expect(try rows() == Self.first)
    let pruned = try await etl("prune --keep 0d --db bank.db")
    #expect(pruned.status == 0, "\(pruned)")
    #expect(try rows() == Self.first)
  }

  @Test func `append loads the first of a key, though it waits`() async throws {
    let outcome = try await etl("import -q --policy append --db bank.db 2.csv")
    #expect(outcome.status == 2, "\(outcome)")
    #expect(try rows() == Self.second)
    let rejects = try workspace.database().rows("SELECT line FROM etl_rejects")
    #expect(rejects == [[3]])
  }
}
