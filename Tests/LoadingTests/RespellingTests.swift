import Records
import SQLite
import Testing

@testable import Loading

/// Rows that refer to themselves in other letters than their key has.
@Suite struct RespellingTests {
  /// A table of such rows.
  struct Shape: Sendable, CaseIterable {
    var timing: String
    var hasTrigger: Bool
    var key: [String]

    static let allCases = ["", "DEFERRABLE INITIALLY DEFERRED"].flatMap { timing in
      [false, true].flatMap { hasTrigger in
        [["k"], ["code"]].map { Shape(timing: timing, hasTrigger: hasTrigger, key: $0) }
      }
    }

    func database(action: String = "") throws -> Database {
      let database = try Database(path: ":memory:", access: .create)
      try database.execute(
        """
        PRAGMA foreign_keys = ON;
        CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, k TEXT NOT NULL UNIQUE COLLATE NOCASE,
          code INTEGER UNIQUE, up TEXT NOT NULL REFERENCES t (k) \(action) \(timing),
          text TEXT CHECK (text <> 'bad'), run_id INTEGER, source_line INTEGER);
        CREATE TABLE log (x);
        """)
      if hasTrigger {
        try database.execute(
          "CREATE TRIGGER log AFTER INSERT ON t BEGIN INSERT INTO log VALUES (1); END")
      }
      try LedgerSchema.prepare(database)
      return database
    }

    func load(
      _ lines: [(k: String, up: String, text: String)], into database: Database, batch: Int
    ) throws -> TestRecord.Outcome {
      let records = lines.map { line in
        // The code of a name is its length.
        TestRecord(
          values: [
            .text(line.k), .integer(Int64(line.k.utf8.count)), .text(line.up), .text(line.text),
          ],
          raw: "\(line.k),\(line.up),\(line.text)")
      }
      return try TestRecord.load(
        records, into: [TargetTable(name: "t", columns: ["k", "code", "up", "text"], key: key)],
        of: database, TestTable.start, batch: batch)
    }
  }

  private static let changes = """
    SELECT row_id, column_name, old, new FROM etl_changes
    WHERE column_name IN ('k', 'up', 'text') ORDER BY 1, 2
    """

  @Test(arguments: Shape.allCases, [1, 2, 100])
  func `a row that refers to itself in other letters is a row like any other`(
    shape: Shape, batch: Int
  ) throws {
    let database = try shape.database()
    let first = [
      ("Al", "AL", "1"), ("Bob", "al", "2"), ("Cleo", "cLEO", "3"), ("David", "david", "bad"),
      ("Evelyn", "Frances", "5"), ("Frances", "eVELYN", "6"),
    ]
    let loaded = try shape.load(first, into: database, batch: batch)
    #expect(loaded.counts.inserted == 5 && loaded.rejects.map(\.line) == [5])
    #expect(
      try database.rows("SELECT k, up, text FROM t ORDER BY code") == [
        ["Al", "AL", "1"], ["Bob", "al", "2"], ["Cleo", "cLEO", "3"], ["Evelyn", "Frances", "5"],
        ["Frances", "eVELYN", "6"],
      ])
    #expect(try database.rows(Self.changes).isEmpty)
    #expect(try shape.load(first, into: database, batch: batch).counts.unchanged == 5)

    let second = [
      ("aL", "Al", "1"), ("Bob", "bOB", "2"), ("Cleo", "cLEO", "new"), ("Evelyn", "evelyn", "5"),
      ("Frances", "eVELYN", "6"),
    ]
    let counts = try shape.load(second, into: database, batch: batch).counts
    #expect(counts.updated == 4 && counts.unchanged == 1)
    #expect(
      try database.rows("SELECT k, up, text FROM t ORDER BY code")
        == second.map { [.text($0.0), .text($0.1), .text($0.2)] })
    let ids = try database.rows("SELECT id FROM t ORDER BY code").map { $0[0] }
    #expect(
      try database.rows(Self.changes) == [
        [ids[0], "k", "Al", "aL"], [ids[0], "up", "AL", "Al"], [ids[1], "up", "al", "bOB"],
        [ids[2], "text", "3", "new"], [ids[3], "up", "Frances", "evelyn"],
      ])
    #expect(try database.rows("PRAGMA foreign_key_check").isEmpty)
    _ = try Undo(database).takeBack(3, cascades: false)
    #expect(
      try database.rows("SELECT k, up, text FROM t ORDER BY code LIMIT 3") == [
        ["Al", "AL", "1"], ["Bob", "al", "2"], ["Cleo", "cLEO", "3"],
      ])
  }

  @Test(arguments: Shape.allCases, [1, 100])
  func `with an action it is a reject that says why`(shape: Shape, batch: Int) throws {
    let database = try shape.database(action: "ON UPDATE CASCADE")
    let file = [("Al", "AL", "1"), ("Bob", "Bob", "2"), ("Cleo", "aL", "3"), ("aL", "aL", "4")]
    let loaded = try shape.load(file, into: database, batch: batch)
    #expect(loaded.rejects.map(\.line) == [2] && loaded.counts.inserted == 3)
    #expect(
      loaded.rejects[0].message.hasSuffix(
        """
        t.up refers to its own row in other letters than k has, which SQLite does not take of a foreign \
        key with ON UPDATE
        """))
    #expect(
      try database.rows("SELECT k FROM t ORDER BY text") == [["Bob"], ["Cleo"], ["aL"]])
  }

  /// The row of the first table refers to itself; those of the second one belong to it.
  @Test(arguments: [1, 2, 100])
  func `so is one of several tables`(batch: Int) throws {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE p (id INTEGER PRIMARY KEY AUTOINCREMENT, k TEXT NOT NULL UNIQUE COLLATE NOCASE,
        up TEXT REFERENCES p (k), x INTEGER, run_id INTEGER, source_line INTEGER);
      CREATE TABLE c (id INTEGER PRIMARY KEY AUTOINCREMENT, p_id INTEGER NOT NULL REFERENCES p (id),
        n INTEGER NOT NULL, run_id INTEGER, source_line INTEGER, UNIQUE (p_id, n));
      """)
    try LedgerSchema.prepare(database)
    let parents = TargetTable(
      name: "p", columns: ["k", "up", "x"], cells: [0, 1, 2], key: ["k"])
    let children = TargetTable(
      name: "c", columns: ["n"], cells: [3], parents: [.init(column: "p_id", table: parents)],
      key: ["p_id", "n"])
    var start = TestTable.start
    start.tables = ["p", "c"]
    func load(_ lines: [(String, String, Int64, Int64)]) throws -> RunCounts {
      let records = lines.map {
        TestRecord(values: [.text($0.0), .text($0.1), .integer($0.2), .integer($0.3)], raw: $0.0)
      }
      return try TestRecord.load(
        records, into: [parents, children], of: database, start, batch: batch
      ).counts
    }
    let counts = try load([("Ann", "ANN", 1, 1), ("Ann", "ANN", 1, 2), ("Bob", "aNN", 1, 1)])
    #expect(counts.inserted == 2 && counts.updated == 1)
    #expect(try load([("ANN", "Ann", 2, 1), ("Bob", "bob", 1, 1)]).updated == 2)
    #expect(
      try database.rows("SELECT k, up, x FROM p") == [["ANN", "Ann", 2], ["Bob", "bob", 1]])
    let changes = try database.rows(
      """
      SELECT row_id, column_name, old, new FROM etl_changes
      WHERE column_name IN ('k', 'up', 'x') ORDER BY 1, 2
      """)
    #expect(
      changes == [
        [1, "k", "Ann", "ANN"], [1, "up", "ANN", "Ann"], [1, "x", 1, 2], [3, "up", "aNN", "bob"],
      ])
    #expect(try database.value("SELECT count(*) FROM c") == 3)
    #expect(try database.rows("PRAGMA foreign_key_check").isEmpty)
  }

  /// Two foreign keys, one of them of two columns.
  @Test(arguments: [1, 100])
  func `so are several references at once, as far as they agree`(batch: Int) throws {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE t (id INTEGER PRIMARY KEY, k TEXT UNIQUE COLLATE NOCASE, l TEXT COLLATE RTRIM,
        k1 TEXT REFERENCES t (k), k2 TEXT, l2 TEXT, run_id INTEGER, source_line INTEGER,
        UNIQUE (k, l), FOREIGN KEY (k2, l2) REFERENCES t (k, l));
      """)
    try LedgerSchema.prepare(database)
    let file = [
      ["Ann", "x", "ANN", "ANN", "x  "], ["Bob", "y ", "Bob", "bob", "y"],
      ["Cid", "z", "cID", "ann", "x "], ["Dee", "w", "DEE", "dEE", "w"],
    ]
    let table = TargetTable(name: "t", columns: ["k", "l", "k1", "k2", "l2"], key: ["k"])
    for _ in 0..<2 {
      let outcome = try TestRecord.load(
        file.map { TestRecord(values: $0.map { .text($0) }, raw: $0[0]) }, into: [table],
        of: database, TestTable.start, batch: batch)
      #expect(outcome.rejects.map(\.line) == [3, 5])
      #expect(outcome.rejects.allSatisfy { $0.message.hasSuffix("in two ways at once") })
    }
    #expect(
      try database.rows("SELECT k, l, k1, k2, l2 FROM t ORDER BY k")
        == [file[0], file[2]].map { $0.map { .text($0) } })
    #expect(try database.rows("PRAGMA foreign_key_check").isEmpty)
  }
}
