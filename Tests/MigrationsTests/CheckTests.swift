import SQLite
import Testing

@testable import Migrations

struct CheckTests {
  private static let good = [
    "1_a": "CREATE TABLE t(id INTEGER PRIMARY KEY, x)", "1_a.down.sql": "DROP TABLE t",
    "1_a.verify.sql": "SELECT * FROM t WHERE x IS 0",
    "2_b": "ALTER TABLE t ADD COLUMN y", "2_b.down.sql": "ALTER TABLE t DROP COLUMN y",
  ]

  private func stages(_ check: Check) -> [String] {
    check.stages.map { "\($0.name.rawValue) \($0.count)" }
  }

  @Test func `all goes up, is verified, goes down and up again`() throws {
    let place = try Workplace(Self.good)
    let check = try Check.onEmptyDatabase(place.migrator.migrations)
    #expect(check.problems.isEmpty)
    #expect(stages(check) == ["up 2", "verify 1", "down 2", "up again 2"])
    #expect(check.notes.isEmpty)
  }

  private static let bad: [(changes: [String: String], problems: [String], stages: [String])] = [
    (
      ["2_b": "SELECT 1;\nSELCT"], ["2_b.up.sql:2: near \"SELCT\": syntax error, in: SELCT"], []
    ),
    (
      ["2_b.down.sql": "SELECT 1"],
      ["2_b.down.sql:1: the schema after it is not the one before 2_b.up.sql"],
      ["up 2", "verify 1", "down 2"]
    ),
    (
      ["1_a": "CREATE TABLE t(id INTEGER PRIMARY KEY, x); INSERT INTO t VALUES (1, 0)"],
      [
        "1_a.verify.sql:1: expected no row but found id = 1, x = 0, in: SELECT * FROM t WHERE x IS 0"
      ],
      ["up 0"]
    ),
    (
      ["2_b": "ALTER TABLE t ADD COLUMN y; INSERT INTO t VALUES (1, 0, 0)"],
      [
        "1_a.verify.sql:1: expected no row but found id = 1, x = 0, y = 0, in: SELECT * FROM t "
          + "WHERE x IS 0"
      ], ["up 2", "verify 1", "down 2"]
    ),
    (
      ["1_a.down.sql": "ALTER TABLE t RENAME TO u"],
      ["1_a.down.sql:1: the schema after it is not the one before 1_a.up.sql"],
      ["up 2", "verify 1", "down 2"]
    ),
    (
      ["2_b.down.sql": "INSERT INTO t(id) VALUES (1), (1); ALTER TABLE t DROP COLUMN y"],
      [
        "2_b.down.sql:1: UNIQUE constraint failed: t.id, in: INSERT INTO t(id) VALUES (1), (1);"
      ], ["up 2", "verify 1", "down 0"]
    ),
  ]

  @Test(arguments: bad.indices)
  func `what does not is found, with its place`(_ index: Int) throws {
    let (changes, problems, stages) = Self.bad[index]
    let place = try Workplace(Self.good.merging(changes) { $1 })
    let check = try Check.onEmptyDatabase(place.migrator.migrations)
    #expect(
      check.problems.map { $0.description.replacing("\(place.migrationsPath)/", with: "") }
        == problems)
    #expect(self.stages(check) == stages)
  }

  @Test func `a migration without a down file stays, and is noted`() throws {
    let place = try Workplace(Self.good)
    try place.remove("1_a.down.sql")
    let check = try Check.onEmptyDatabase(place.migrator.migrations)
    #expect(check.problems.isEmpty)
    #expect(stages(check) == ["up 2", "verify 1", "down 1", "up again 1"])
    #expect(check.notes == ["1_a has no down file: it and those before it stay applied"])
  }

  @Test func `the copy of a database is checked, with its rows`() throws {
    let place = try Workplace(Self.good)
    try place.up(to: 1)
    try place.database().execute("INSERT INTO t VALUES (1, 5)")
    let before = try place.contents()
    let good = try Check.onCopy(of: place.databasePath, place.migrator.migrations)
    #expect(good.problems.isEmpty)
    #expect(stages(good) == ["up 1", "verify 1", "down 2", "up again 2"])
    // Fine on an empty database, and not with these rows.
    try place.write(["2_b": "ALTER TABLE t ADD COLUMN y; CREATE UNIQUE INDEX i ON t(1)"])
    try place.database().execute("INSERT INTO t VALUES (2, 5)")
    let bad = try Check.onCopy(of: place.databasePath, place.migrator.migrations)
    #expect(
      bad.problems.map(\.message) == [
        "UNIQUE constraint failed: index 'i', in: CREATE UNIQUE INDEX i ON t(1)"
      ])
    try place.database().execute("DELETE FROM t WHERE id = 2")
    #expect(try place.contents() == before)
  }

  @Test func `a history that does not fit is a problem`() throws {
    let place = try Workplace(Self.good)
    try place.up()
    try place.write(["1_a": "CREATE TABLE t(id INTEGER PRIMARY KEY, x); -- edited"])
    let check = try Check.onCopy(of: place.databasePath, place.migrator.migrations)
    #expect(check.problems.count == 1)
    #expect(check.stages.isEmpty)
  }

  @Test func `a database that is not there can't be copied`() throws {
    let place = try Workplace(Self.good)
    let error = try migrationError {
      try Check.onCopy(of: place.databasePath, place.migrator.migrations)
    }
    #expect(error.kind == .noDatabase)
  }
}
