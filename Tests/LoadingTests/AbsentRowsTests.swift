import SQLite
import Testing

@testable import Loading

/// `replace` where rows of the table refer to others of it.
@Suite struct AbsentRowsTests {
  private typealias Line = TestTable.Line

  static let actions = [
    "", "ON DELETE CASCADE", "ON DELETE SET NULL", "ON DELETE SET DEFAULT", "ON DELETE RESTRICT",
    "DEFERRABLE INITIALLY DEFERRED", "ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED",
  ]

  /// A table whose column `b` refers to `k`.
  private func table(_ action: String, then statements: String = "") throws -> TestTable {
    let table = try TestTable()
    try table.database.execute(
      """
      DROP TABLE t;
      CREATE TABLE t (
        id INTEGER PRIMARY KEY AUTOINCREMENT, k INTEGER NOT NULL UNIQUE, a TEXT,
        b INTEGER DEFAULT 77 REFERENCES t (k) \(action), run_id INTEGER, source_line INTEGER
      ) STRICT;
      CREATE INDEX t_b ON t (b);
      \(statements)
      """)
    return table
  }

  private static let tree: [Line] = [
    .init(k: 1), .init(k: 2, b: 1), .init(k: 3, b: 2), .init(k: 4, b: 2), .init(k: 5, b: 5),
    .init(k: 6, b: 4),
  ]

  private func rows(_ table: TestTable) throws -> [[Value]] {
    try table.database.rows("SELECT * FROM t ORDER BY id")
  }

  @Test(arguments: actions, [1, 100])
  func `rows go together with those that they refer to, and undo brings them back`(
    action: String, batch: Int
  ) throws {
    let table = try table(action)
    try table.load(Self.tree)
    let before = try rows(table)
    let counts = try table.load([.init(k: 1), .init(k: 9)], batch: batch, replacing: true).counts
    #expect(counts.deleted == 5 && counts.inserted == 1 && counts.unchanged == 1)
    #expect(try table.rows().map(\.k) == [1, 9])
    let images = try table.database.rows(
      "SELECT kind, count(*) FROM etl_changes WHERE column_name = 'b' GROUP BY 1")
    #expect(images == [["delete", 5]])
    _ = try Undo(table.database).takeBack(2, cascades: false)
    #expect(try rows(table) == before)
    #expect(try table.database.rows("PRAGMA foreign_key_check").isEmpty)
  }

  @Test(arguments: actions)
  func `where a row that stays refers to one that would go, nothing is loaded`(action: String)
    throws
  {
    let table = try table(action)
    try table.load(Self.tree)
    let before = try rows(table)
    let error = #expect(throws: LoadError.self) {
      try table.load(
        [.init(k: 1, a: "new"), .init(k: 3, b: 2), .init(k: 4, b: 2)], replacing: true)
    }
    #expect(error?.kind == .referredTo)
    let message = "2 rows of \"t\" that would stay and refer to them (b)"
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(try rows(table) == before)
    #expect(try table.database.value("SELECT count(*) FROM etl_changes") == 0)
  }

  @Test(arguments: actions)
  func `a circle goes together`(action: String) throws {
    let table = try table(action)
    try table.load(Self.tree + [.init(k: 7, b: 8), .init(k: 8, b: 7)])
    let before = try rows(table)
    #expect(try table.load([.init(k: 1)], replacing: true).counts.deleted == 7)
    _ = try Undo(table.database).takeBack(2, cascades: false)
    #expect(try rows(table) == before)
  }

  /// SQLite lets actions call one another only so often, and the circle goes round behind a line of others.
  @Test(
    arguments: actions + [
      "ON DELETE SET NULL CHECK (b IS NOT NULL)", "ON DELETE CASCADE CHECK (b IS NOT NULL)",
      "ON DELETE CASCADE UNIQUE", "ON DELETE CASCADE CHECK (b <> k)",
    ], [false, true])
  func `a circle may be long`(action: String, hasTrigger: Bool) throws {
    let trigger = """
      CREATE TABLE log (x);
      CREATE TRIGGER t_log AFTER UPDATE ON t BEGIN INSERT INTO log VALUES (1); END;
      """
    let table = try table(action, then: hasTrigger ? trigger : "")
    let line: [Line] = [.init(k: 2_002, b: 2_001), .init(k: 2_001, b: 1)]
    let ring = (1...1_300).map { Line(k: $0, b: $0 % 1_300 + 1) }
    try table.load(ring + (action.hasSuffix("UNIQUE") ? [] : line))
    let before = try rows(table)
    let other = Line(k: 0)
    let isNull = !action.hasSuffix("NULL)")
    let kept = isNull ? other : Line(k: 0, b: 0)
    #expect(
      try table.load([kept], replacing: true).counts.deleted == Int64(before.count))
    #expect(try table.rows() == [kept])
    _ = try Undo(table.database).takeBack(2, cascades: false)
    #expect(try rows(table) == before)
    #expect(try table.database.rows("PRAGMA foreign_key_check").isEmpty)
  }

  @Test(
    arguments: [
      ("SET NULL", 2, "their foreign key forbids to delete"),
      ("CASCADE", 1_300, "SQLite does not follow to its end"),
    ] as [(String, Int64, String)])
  func `a circle stays whose rows may refer to nothing else`(
    action: String, count: Int64, reason: String
  ) throws {
    let table = try table(
      "ON DELETE \(action) CHECK (b IS NOT NULL) CHECK (b <> k OR k = 0)")
    let top = Line(k: 0, b: 0)
    try table.load([top, .init(k: 9_002, b: 0), .init(k: 9_003, b: 9_002)])
    #expect(try table.load([top], replacing: true).counts.deleted == 2)
    try table.load((1...count).map { Line(k: $0, b: $0 % count + 1) })
    let before = try rows(table)
    let error = #expect(throws: LoadError.self) { try table.load([top], replacing: true) }
    #expect(error?.kind == .referredTo)
    #expect(
      error?.description.contains("in a circle, which \(reason); nothing was loaded") == true,
      "\(error?.description ?? "")")
    #expect(try rows(table) == before)
  }

  /// A column of the key is referred to as well, and stays.
  @Test func `a circle may share a column with what it refers to`() throws {
    let table = try table(
      "",
      then: """
        DROP TABLE t;
        CREATE TABLE t (
          id INTEGER PRIMARY KEY AUTOINCREMENT, k INTEGER NOT NULL UNIQUE, a TEXT, b INTEGER,
          run_id INTEGER, source_line INTEGER,
          UNIQUE (a, k), FOREIGN KEY (a, b) REFERENCES t (a, k) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX t_b ON t (a, b);
        """)
    try table.load((1...1_300).map { Line(k: $0, a: "x", b: $0 % 1_300 + 1) })
    let before = try rows(table)
    #expect(try table.load([.init(k: 0)], replacing: true).counts.deleted == 1_300)
    _ = try Undo(table.database).takeBack(2, cascades: false)
    #expect(try rows(table) == before)
  }

  /// SQLite lets actions call one another only so often.
  @Test(arguments: ["", "ON DELETE CASCADE", "ON DELETE RESTRICT"])
  func `a line of descent may be long`(action: String) throws {
    let table = try table(action)
    try table.load((1...1_500).map { Line(k: $0, b: $0 == 1 ? nil : $0 - 1) })
    #expect(try table.load([.init(k: 1)], replacing: true).counts.deleted == 1_499)
    #expect(try table.rows() == [.init(k: 1)])
  }

  /// Children have higher ids than their parents, lower ones, or any, and are beside a circle and above it.
  @Test(
    arguments: [
      "ON DELETE CASCADE", "ON DELETE SET NULL", "ON DELETE SET NULL CHECK (b IS NOT NULL)",
    ], [1, 1_498, 7])
  func `a line of descent may have its ids in any order`(action: String, step: Int64) throws {
    let table = try table(action)
    let top = Line(k: 0, b: 0)
    try table.load([top] + (1..<1_499).map { Line(k: $0, b: 0) })
    // Step by step, each number comes once before the top does.
    try table.database.execute("UPDATE t SET b = (k + 1499 - \(step)) % 1499")
    if !action.hasSuffix("NULL)") {
      try table.database.execute(
        """
        INSERT INTO t (k, run_id) VALUES (9001, 1), (9002, 1), (9003, 1);
        UPDATE t SET b = 9001 WHERE k IN (9002, 9003);
        UPDATE t SET b = 9002 WHERE k = 9001;
        """)
    }
    let before = try rows(table)
    #expect(
      try table.load([top], replacing: true).counts.deleted == Int64(before.count - 1))
    #expect(try table.rows() == [top])
    let left = "SELECT count(*) FROM temp.sqlite_schema WHERE name LIKE 'etl%'"
    #expect(try table.database.value(left) == 0)
    _ = try Undo(table.database).takeBack(2, cascades: false)
    #expect(try rows(table) == before)
  }

  @Test func `what a trigger keeps is not said to be deleted`() throws {
    let table = try table(
      "",
      then: """
        CREATE TRIGGER keeps BEFORE DELETE ON t WHEN old.k = 5 BEGIN SELECT RAISE(IGNORE); END;
        """)
    try table.load(Self.tree)
    #expect(throws: DatabaseError.self) { try table.load([.init(k: 1)], replacing: true) }
    #expect(try table.rows().count == 6)
  }

  /// Two tables, of which each refers to the other.
  @Test(arguments: ["", "DEFERRABLE INITIALLY DEFERRED", "ON DELETE CASCADE"])
  func `rows of two tables that refer to each other go together`(action: String) throws {
    let family = try TestFamily(
      then: "ALTER TABLE p ADD COLUMN favourite INTEGER REFERENCES c (id) \(action);")
    try family.load([.init(k: 1, n: 1), .init(k: 2, n: 1), .init(k: 2, n: 2)])
    try family.database.execute(
      "UPDATE p SET favourite = (SELECT max(id) FROM c WHERE p_id = p.id)")
    let counts = try family.load([.init(k: 1, n: 1)], replacing: true).counts
    #expect(counts.deleted == 3)
    #expect(try family.rows() == [.init(k: 1, n: 1)])
    _ = try Undo(family.database).takeBack(2, cascades: false)
    #expect(try family.rows().count == 3)
    #expect(try family.database.rows("PRAGMA foreign_key_check").isEmpty)
    // The row of `c` that is left is another's favourite.
    try family.database.execute("UPDATE p SET favourite = (SELECT max(id) FROM c)")
    let error = #expect(throws: LoadError.self) {
      try family.load([.init(k: 1, n: 1)], replacing: true)
    }
    #expect(error?.kind == .referredTo)
  }
}
