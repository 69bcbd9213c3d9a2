import SQLite
import Testing

@testable import Loading

struct SecondaryIndexesTests {
  private static func indexes(_ database: borrowing Database) throws -> [Value] {
    try database.rows("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql > '' ORDER BY 1")
      .map { $0[0] }
  }

  @Test func `what is no constraint goes for a while, but an index that finds children`() throws {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(
      """
      CREATE TABLE node (
        id INTEGER PRIMARY KEY, k TEXT UNIQUE, up TEXT REFERENCES Node (k),
        town INTEGER REFERENCES town);
      CREATE TABLE town (id INTEGER PRIMARY KEY);
      CREATE INDEX by_up ON node (UP, k);
      CREATE INDEX by_town ON node (town, up);
      CREATE UNIQUE INDEX by_both ON node (k, up);
      """)
    let table = TargetTable(name: "node", columns: ["k", "up", "town"], key: ["k"])
    let dropped = try SecondaryIndexes(of: table, in: database)
    #expect(try Self.indexes(database) == ["by_both", "by_up"])
    try dropped.restore(in: database)
    #expect(try Self.indexes(database) == ["by_both", "by_town", "by_up"])
  }
}
