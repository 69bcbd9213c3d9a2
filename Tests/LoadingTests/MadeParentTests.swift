import Records
import SQLite
import Testing

@testable import Loading

/// Tables whose triggers make what their rows refer to.
@Suite struct MadeParentTests {
  static let timings = ["", "DEFERRABLE INITIALLY DEFERRED"]

  /// A table that refers to itself and to another one that no file fills; rows with a number above 50 are
  /// made as somebody refers to them.
  private func table(_ timing: String) throws -> TestTable {
    let table = try TestTable()
    try table.database.execute(
      """
      DROP TABLE t;
      CREATE TABLE place (name TEXT PRIMARY KEY);
      INSERT INTO place VALUES ('here');
      CREATE TABLE t (
        id INTEGER PRIMARY KEY, k INTEGER NOT NULL UNIQUE,
        a TEXT DEFAULT 'here' REFERENCES place (name) \(timing),
        b INTEGER REFERENCES t (k) \(timing), run_id INTEGER, source_line INTEGER
      ) STRICT;
      CREATE TRIGGER makes_parent BEFORE INSERT ON t WHEN new.b > 50 AND NOT EXISTS (
        SELECT 1 FROM t WHERE k = new.b)
      BEGIN INSERT INTO t (k) VALUES (new.b); END;
      CREATE TRIGGER makes_place AFTER INSERT ON t WHEN new.a LIKE 'new%'
      BEGIN INSERT OR IGNORE INTO place VALUES (new.a); END;
      """)
    return table
  }

  /// No trial is left: neither its rows nor their ids.
  @Test(arguments: timings, [1, 2, 100])
  func `a trigger may make the parent`(timing: String, size: Int) throws {
    let table = try table(timing)
    let file: [TestTable.Line] = [
      .init(k: 3, b: 2), .init(k: 2, b: 1), .init(k: 5, a: "here", b: 60), .init(k: 6, b: 9),
      .init(k: 5, b: nil), .init(k: 7, b: 8), .init(k: 1), .init(k: 8, b: 70),
    ]
    let (counts, _, rejects) = try table.load(file, batch: size)
    #expect(counts.inserted == 6 && rejects.map(\.line).sorted() == [5, 6])
    #expect(try table.rows().map(\.k) == [1, 2, 3, 5, 7, 8, 60, 70])
    #expect(try table.database.value("SELECT a FROM t WHERE k = 5") == "here")
    #expect(try table.database.value("SELECT max(id) FROM t") == 8)
  }

  /// Of its two parents, one is made as it comes in, and the other comes behind it.
  @Test(arguments: timings, [1, 2, 100])
  func `a record may wait for one parent and make the other`(timing: String, size: Int) throws {
    let table = try table(timing)
    let file: [TestTable.Line] = [
      .init(k: 1, a: "new 1", b: 4), .init(k: 2, a: "nowhere", b: 1),
      .init(k: 3, a: "new 3", b: 9), .init(k: 2, a: "here", b: 1), .init(k: 4, a: "new 4"),
    ]
    let (counts, _, rejects) = try table.load(file, batch: size)
    #expect(counts.inserted == 3 && rejects.map(\.line).sorted() == [3, 4])
    #expect(try table.rows().map(\.k) == [1, 2, 4])
    #expect(
      try table.database.rows("SELECT name FROM place ORDER BY name") == [
        ["here"], ["new 1"], ["new 4"],
      ])
    #expect(try table.database.rows("PRAGMA foreign_key_check").isEmpty)
  }
}
