import SQLite
import Testing

@testable import Migrations

struct HistoryTests {
  private let database: Database

  init() throws {
    database = try Database(path: ":memory:", access: .create)
  }

  private static let migration = Migration(
    version: 3, name: "m", label: "3_m", up: MigrationScript(path: "u", text: "SELECT 'ü;\0'"),
    down: nil, verify: nil)

  @Test func `a database without the table has no history`() throws {
    #expect(try History.read(database).isEmpty)
    #expect(try database.rows("SELECT name FROM sqlite_schema").isEmpty)
  }

  @Test func `a migration is remembered, replaced and forgotten`() throws {
    try History.prepare(database)
    try History.insert(Self.migration, durationMilliseconds: 7, in: database)
    let applied = try #require(try History.read(database).first)
    #expect(applied.label == "0003_m")
    #expect(applied.up == Self.migration.up.text)
    #expect(applied.down == nil)
    #expect(applied.durationMilliseconds == 7)
    #expect(applied.appliedAt.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#) != nil)
    #expect(applied.downScript == nil)
    let other = Migration(
      version: 3, name: "n", label: "3_n", up: MigrationScript(path: "u", text: "SELECT 2"),
      down: MigrationScript(path: "d", text: "SELECT -2"), verify: nil)
    try History.update(other, in: database)
    let updated = try #require(try History.read(database).first)
    #expect(updated.up == "SELECT 2" && updated.down == "SELECT -2" && updated.name == "n")
    #expect(updated.appliedAt == applied.appliedAt)
    #expect(updated.downScript?.path == "0003_n.down.sql as applied")
    try History.delete(3, in: database)
    #expect(try History.read(database).isEmpty)
  }

  @Test func `what was applied comes by ascending version`() throws {
    try History.prepare(database)
    for version: Int64 in [10, 2, .max, 1] {
      let migration = Migration(
        version: version, name: "m", label: "m", up: Self.migration.up, down: nil, verify: nil)
      try History.insert(migration, durationMilliseconds: 0, in: database)
    }
    #expect(try History.read(database).map(\.version) == [1, 2, 10, .max])
  }

  @Test func `only a new database is marked as ours`() throws {
    try History.prepare(database)
    #expect(try database.value("PRAGMA application_id") == .integer(Int64(History.applicationID)))
    let used = try Database(path: ":memory:", access: .create)
    try used.execute("CREATE TABLE t(x)")
    try History.prepare(used)
    #expect(try used.value("PRAGMA application_id") == 0)
  }

  @Test(arguments: [
    "CREATE TABLE schema_migrations(version varchar(128) PRIMARY KEY)",
    "CREATE TABLE SCHEMA_MIGRATIONS(version uint64, dirty bool)",
    "CREATE VIEW schema_migrations AS SELECT 1 AS version",
  ])
  func `a table of another program is refused`(_ sql: String) throws {
    try database.execute(sql)
    let error = try migrationError { try History.read(database) }
    #expect(error.kind == .history)
    #expect(
      error.problems[0].description.hasPrefix(
        ":memory:: expected the columns version, name, up, down, applied_at, duration_ms in the "
          + "table schema_migrations but found "))
  }
}
