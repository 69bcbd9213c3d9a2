import SQLite
import Testing

@testable import Migrations

/// Foreign keys that a migration breaks, and those that were broken before.
struct ForeignKeyViolationsTests {
  private static let tables = """
    CREATE TABLE parent(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE child(id INTEGER PRIMARY KEY, parent_id REFERENCES parent ON DELETE CASCADE);
    CREATE TABLE pair(a, b, UNIQUE (a, b));
    CREATE TABLE of_pair(a, b, FOREIGN KEY (a, b) REFERENCES pair (a, b));
    CREATE TABLE keyed(k TEXT PRIMARY KEY, parent_id REFERENCES parent) WITHOUT ROWID;
    INSERT INTO parent VALUES (1, 'a'), (2, 'b');
    INSERT INTO child VALUES (10, 1), (11, 2), (12, 99);
    INSERT INTO pair VALUES (1, 2);
    INSERT INTO of_pair VALUES (1, 2), (3, 4);
    INSERT INTO keyed VALUES ('x', 1), ('y', 77);
    """

  private static let changes: [(sql: String, sentences: [String])] = [
    ("SELECT 1", []),
    ("DELETE FROM child WHERE id = 12", []),
    (
      "DELETE FROM parent WHERE id = 1",
      [
        "1 row of child (parent_id) would refer to no row of parent, for instance 1",
        "1 row of keyed (parent_id) would refer to no row of parent",
      ]
    ),
    (
      "INSERT INTO child VALUES (13, 'x'), (14, 'y'), (15, NULL)",
      ["2 rows of child (parent_id) would refer to no row of parent, for instance 'x'"]
    ),
    (
      "INSERT INTO child VALUES (13, 99)",
      ["1 row of child (parent_id) would refer to no row of parent, for instance 99"]
    ),
    (
      "DELETE FROM pair",
      ["1 row of of_pair (a, b) would refer to no row of pair, for instance 1, 2"]
    ),
    // One is mended and another one made: the number is the same, the rows are not.
    (
      "UPDATE child SET parent_id = 1 WHERE id = 12; UPDATE child SET parent_id = 98 WHERE id = 10",
      ["1 row of child (parent_id) would refer to no row of parent, for instance 98"]
    ),
    // The rows have other numbers, and the foreign key has too.
    (
      """
      CREATE TABLE new(id INTEGER PRIMARY KEY, x REFERENCES pair (a), parent_id REFERENCES parent);
      INSERT INTO new SELECT id + 100, NULL, parent_id FROM child;
      DROP TABLE child; ALTER TABLE new RENAME TO child;
      """, ["foreign key mismatch - \"child\" referencing \"pair\""]
    ),
    (
      """
      CREATE TABLE new(id INTEGER PRIMARY KEY, parent_id REFERENCES parent, x REFERENCES parent);
      INSERT INTO new SELECT id + 100, parent_id, NULL FROM child;
      DROP TABLE child; ALTER TABLE new RENAME TO child;
      """, []
    ),
    (
      "DROP TABLE parent",
      [
        "1 row of keyed (parent_id) would refer to no row of parent",
        "2 rows of child (parent_id) would refer to no row of parent, for instance 1",
      ]
    ),
  ]

  @Test(arguments: changes.indices)
  func `only what is new counts`(_ index: Int) throws {
    let (sql, sentences) = Self.changes[index]
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(Self.tables)
    let before = try ForeignKeyViolations(in: database)
    try database.execute(sql)
    let after = try ForeignKeyViolations(in: database)
    #expect(after.sentences(since: before) == sentences)
    #expect(before.sentences(since: before).isEmpty)
  }

  @Test func `a migration that breaks one is rolled back`() throws {
    let place = try Workplace([
      "1_a": Self.tables.replacing("(12, 99)", with: "(12, 2)")
        .replacing("(3, 4)", with: "(1, 2)").replacing("77", with: "2"),
      "2_b": "DELETE FROM parent WHERE id = 1",
    ])
    try place.up(to: 1)
    let before = try place.contents()
    let error = try migrationError { try place.up() }
    #expect(error.kind == .foreignKeys)
    #expect(
      error.problems.map(\.message) == [
        "1 row of child (parent_id) would refer to no row of parent, for instance 1",
        "1 row of keyed (parent_id) would refer to no row of parent",
      ])
    #expect(try place.contents() == before)
  }

  @Test func `what was broken before does not stop a migration`() throws {
    let place = try Workplace(["1_a": "CREATE TABLE t(x)", "2_b": "INSERT INTO t VALUES (1)"])
    try place.database(.create).execute(Self.tables)
    #expect(try place.up().count == 2)
  }

  @Test func `what somebody else breaks in between is not blamed on a migration`() throws {
    let place = try Workplace(["1_a": "SELECT 1", "2_b": "CREATE TABLE u(x)"])
    let other = try place.database(.create)
    try other.execute(Self.tables)
    try place.up { migrator in
      migrator.onStep = { step in
        guard step.version == 1 else { return }
        try? other.execute("INSERT INTO child VALUES (20, 66)")
      }
    }
    #expect(try place.database().value("SELECT count(*) FROM child") == 4)
  }

  @Test func `very many are told apart by their tables only`() throws {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(
      """
      CREATE TABLE parent(id INTEGER PRIMARY KEY);
      CREATE TABLE child(parent_id REFERENCES parent);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100001)
      INSERT INTO child SELECT i FROM n;
      """)
    let before = try ForeignKeyViolations(in: database)
    try database.execute("INSERT INTO child VALUES (-1)")
    #expect(
      try ForeignKeyViolations(in: database).sentences(since: before) == [
        "1 row of child (parent_id) would refer to no row of parent"
      ])
  }
}
