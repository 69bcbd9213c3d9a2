import SQLite
import Testing

@testable import Loading

@Suite struct RowKeyTests {
  @Test func `what is unique is told by the cells of a record`() throws {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY, k TEXT COLLATE NOCASE UNIQUE, a REAL, b, x,
        UNIQUE (a, b), UNIQUE (x));
      CREATE UNIQUE INDEX trimmed ON p (b COLLATE RTRIM);
      CREATE UNIQUE INDEX computed ON p (a + 1);
      CREATE TABLE c (id INTEGER PRIMARY KEY, p_id REFERENCES p, n INT, UNIQUE (p_id, n));
      """)
    let parent = TargetTable(name: "p", columns: ["a", "b", "k"], cells: [3, 4, 0], key: ["k"])
    let child = TargetTable(
      name: "c", columns: ["n", "id"], cells: [1, 7],
      parents: [TargetTable.Parent(column: "p_id", table: parent)], key: ["p_id", "n"])
    let keys = try RowKey.all(of: [parent, child], in: database)
    let found = Set(keys.map { $0.cells.map { "\($0.cell) \($0.collation.rawValue)" } })
    #expect(
      found == [
        ["0 NOCASE"], ["3 BINARY", "4 BINARY"], ["4 RTRIM"], ["0 NOCASE", "1 BINARY"],
        ["7 BINARY"],
      ])
    #expect(
      keys.first { $0.cells.count == 2 && $0.cells[0].cell == 0 }?.definitions
        == ["TEXT COLLATE NOCASE", "INTEGER COLLATE BINARY"])
  }
}
