import Records
import SQLite
import Testing

@testable import Loading

/// Rows that refer to others, or to themselves, in other letters: which letters are the same, and to whom.
@Suite struct ReferenceCollationTests {
  /// A table whose column `k` may be in several unique indexes.
  private func database(
    _ column: String, _ constraint: String, _ statements: String
  ) throws -> Database {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, k \(column),
        code INTEGER, up TEXT REFERENCES t (k), text TEXT, run_id INTEGER, source_line INTEGER
        \(constraint));
      \(statements);
      """)
    try LedgerSchema.prepare(database)
    return database
  }

  private static func indexes(_ collation: String) -> [(constraint: String, statements: String)] {
    let key = "k COLLATE \(collation)"
    return [
      (", UNIQUE (k)", "CREATE UNIQUE INDEX other ON t (\(key))"),
      (", UNIQUE (k), UNIQUE (\(key))", ""), (", UNIQUE (\(key)), UNIQUE (k)", ""),
      (", UNIQUE (text, \(key))", "CREATE UNIQUE INDEX own ON t (k)"),
      (", UNIQUE (k)", "CREATE UNIQUE INDEX other ON t (\(key)) WHERE text > ''"),
    ]
  }

  /// Whatever other unique indexes the column is in, with whatever collation.
  @Test(arguments: [1, 2, 100])
  func `a reference is compared as the column is declared that it refers to`(batch: Int) throws {
    let file = [("k6", "K6", "a"), ("k7", "K6", "b"), ("k8", "k8", "c")]
    for (constraint, statements) in Self.indexes("NOCASE") {
      let database = try database("TEXT NOT NULL", constraint, statements)
      let told: Comment = "\(constraint); \(statements)"
      let loaded = try RespellingTests.Shape(timing: "", hasTrigger: false, key: ["k"])
        .load(file, into: database, batch: batch)
      #expect(loaded.rejects.map(\.line) == [2, 3] && loaded.counts.inserted == 1, told)
      #expect(try database.rows("PRAGMA foreign_key_check").isEmpty, told)
    }
    for (constraint, statements) in Self.indexes("BINARY") {
      let database = try database("TEXT NOT NULL COLLATE NOCASE", constraint, statements)
      let told: Comment = "\(constraint); \(statements)"
      let shape = RespellingTests.Shape(timing: "", hasTrigger: false, key: ["k"])
      #expect(try shape.load(file, into: database, batch: batch).counts.inserted == 3, told)
      #expect(
        try database.rows("SELECT k, up, text FROM t ORDER BY k")
          == file.map { [.text($0.0), .text($0.1), .text($0.2)] }, told)
      #expect(try shape.load(file, into: database, batch: batch).counts.unchanged == 3, told)
      #expect(try database.rows("PRAGMA foreign_key_check").isEmpty, told)
      _ = try Undo(database).takeBack(1, cascades: false)
      #expect(try database.rows("SELECT * FROM t").isEmpty, told)
    }
  }

  @Test(
    arguments: [
      ("CHECK (k = lower(k) COLLATE BINARY)", "", nil, "CHECK constraint failed"),
      (
        "UNIQUE", "CREATE UNIQUE INDEX other ON t (k COLLATE BINARY)", "k0",
        "UNIQUE constraint failed"
      ),
    ] as [(String, String, String?, String)], [1, 100])
  func `where its key can't be in those letters, the reject says so`(
    shape: (column: String, statements: String, stored: String?, reason: String), batch: Int
  ) throws {
    let database = try database(
      "TEXT NOT NULL COLLATE NOCASE \(shape.column)", ", UNIQUE (k)", shape.statements)
    let plain = RespellingTests.Shape(timing: "", hasTrigger: false, key: ["k"])
    _ = try shape.stored.map { try plain.load([($0, $0, "1")], into: database, batch: batch) }
    let loaded = try plain.load([("k0", "K0", "1"), ("k", "k", "2")], into: database, batch: batch)
    #expect(loaded.rejects.map(\.line) == [2] && loaded.counts.inserted == 1)
    let message = "does not take where the key can't be in those (\(shape.reason)"
    #expect(loaded.rejects[0].message.contains(message), "\(loaded.rejects[0].message)")
  }

  /// Another foreign key has nothing that it could refer to.
  @Test func `the row is found by the reference that is in other letters`() throws {
    let database = try database(
      "TEXT NOT NULL UNIQUE COLLATE NOCASE", "", "ALTER TABLE t ADD COLUMN up2 REFERENCES t (other)"
    )
    try database.execute(
      """
      ALTER TABLE t ADD COLUMN other TEXT COLLATE NOCASE;
      CREATE UNIQUE INDEX t_other ON t (other);
      """)
    let table = TargetTable(name: "t", columns: ["k", "up", "other", "up2"], key: ["k"])
    let record = TestRecord(values: [.text("Ann"), .text("ANN"), .null, .null], raw: "Ann")
    let loaded = try TestRecord.load(
      [record], into: [table], of: database, TestTable.start, batch: 1)
    #expect(loaded.counts.inserted == 1)
    #expect(try database.rows("SELECT k, up FROM t") == [["Ann", "ANN"]])
  }

  /// Records append, and a trigger of the table has the program keep images.
  @Test(arguments: [false, true], [1, 100])
  func `so is one without a key`(hasTrigger: Bool, batch: Int) throws {
    let database = try database(
      "TEXT NOT NULL UNIQUE COLLATE NOCASE", "",
      hasTrigger ? "CREATE TRIGGER tr AFTER INSERT ON t BEGIN SELECT 1; END" : "")
    let loaded = try RespellingTests.Shape(timing: "", hasTrigger: false, key: [])
      .load([("K0", "k0", "1"), ("Ab", "k0", "2")], into: database, batch: batch)
    #expect(loaded.counts.inserted == 2)
    #expect(try database.rows("SELECT k, up FROM t ORDER BY 1") == [["Ab", "k0"], ["K0", "k0"]])
    #expect(try database.rows("SELECT * FROM etl_changes WHERE kind = 'update'").isEmpty)
    _ = try Undo(database).takeBack(1, cascades: false)
    #expect(try database.rows("SELECT * FROM t").isEmpty)
  }

  @Test func `a trigger that hides the row is told`() throws {
    let database = try database(
      "TEXT NOT NULL UNIQUE COLLATE NOCASE", "",
      """
      CREATE TRIGGER gone AFTER INSERT ON t WHEN new.k = 'K0' COLLATE BINARY
      BEGIN DELETE FROM t WHERE id = new.id; END
      """)
    let error = #expect(throws: DatabaseError.self) {
      try RespellingTests.Shape(timing: "", hasTrigger: false, key: ["k"])
        .load([("k0", "K0", "1")], into: database, batch: 1)
    }
    #expect(error?.isMeddlingTrigger == true, "\(error?.message ?? "")")
  }
}
