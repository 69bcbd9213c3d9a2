import Records
import SQLite
import Testing

@testable import Loading

/// Tables whose key compares texts as the same that are spelled differently: a row has the spelling of the
/// last file that had it.
@Suite struct KeySpellingTests {
  /// What makes the load go one way or another.
  enum Path: CaseIterable {
    /// Changed rows are found, and updated by their ids.
    case byID
    /// The statement that inserts finds them.
    case upsert
    /// A trigger keeps what they were.
    case trigger

    /// A part of the table's definition.
    var constraint: String { self == .upsert ? ", UNIQUE (a)" : "" }

    /// What comes behind it.
    var statements: String {
      guard self == .trigger else { return "" }
      return """
        CREATE TABLE log (x);
        CREATE TRIGGER t_log AFTER UPDATE ON t BEGIN INSERT INTO log VALUES (1); END;
        """
    }
  }

  private func database(_ path: Path, _ column: String) throws -> Database {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, k \(column), a TEXT,
        run_id INTEGER, source_line INTEGER \(path.constraint));
      \(path.statements)
      """)
    try LedgerSchema.prepare(database)
    return database
  }

  private func load(
    _ rows: [(String, String)], into database: Database, batch: Int = 100, isReplaced: Bool = false,
    unsorted: Int = 1_000
  ) throws -> TestRecord.Outcome {
    var options = Loader.Options()
    options.unsortedRows = unsorted
    return try TestRecord.load(
      rows.map { TestRecord(values: [.text($0.0), .text($0.1)], raw: "\($0.0),\($0.1)") },
      into: [TargetTable(name: "t", columns: ["k", "a"], key: ["k"], isReplaced: isReplaced)],
      of: database, TestTable.start, batch: batch, options: options)
  }

  @Test(
    arguments: Path.allCases,
    ["TEXT NOT NULL UNIQUE COLLATE NOCASE", "TEXT NOT NULL COLLATE NOCASE CONSTRAINT own UNIQUE"])
  func `another spelling is an update, once, and undo brings the first one back`(
    path: Path, column: String
  ) throws {
    for (batch, isReplaced) in [(1, false), (2, true), (100, false), (100, true)] {
      let database = try database(path, column)
      _ = try load([("Ann", "x"), ("Bob", "y"), ("Cid", "z")], into: database)
      let file = [("ANN", "x"), ("bob", "Y"), ("Cid", "z")]
      let counts = try load(file, into: database, batch: batch, isReplaced: isReplaced).counts
      #expect(counts.updated == 2 && counts.unchanged == 1 && counts.deleted == 0)
      #expect(
        try database.rows("SELECT id, k, a FROM t ORDER BY id") == [
          [1, "ANN", "x"], [2, "bob", "Y"], [3, "Cid", "z"],
        ])
      #expect(
        try database.rows(
          """
          SELECT row_id, column_name, old, new FROM etl_changes WHERE column_name IN ('k', 'a')
          ORDER BY 1, 2
          """) == [
            [1, "k", "Ann", "ANN"], [2, "a", "y", "Y"], [2, "k", "Bob", "bob"],
          ])
      let again = try load(file, into: database, batch: batch, isReplaced: isReplaced).counts
      #expect(again.unchanged == 3 && again.updated == 0)
      let history = try RowHistory(database, table: "t", key: [("k", "aNN")])
      #expect(history.row == 1 && history.events.map(\.run) == [2, 1])
      #expect(history.events[0].columns == [.init(name: "k", old: "Ann", new: "ANN")])
      _ = try Undo(database).takeBack(2, cascades: false)
      #expect(
        try database.rows("SELECT id, k, a FROM t ORDER BY id") == [
          [1, "Ann", "x"], [2, "Bob", "y"], [3, "Cid", "z"],
        ])
    }
  }

  @Test(arguments: Path.allCases, [1, 100])
  func `a file has a key once, however it is spelled`(path: Path, batch: Int) throws {
    for unsorted in [0, 1_000] {
      let database = try database(path, "TEXT NOT NULL UNIQUE COLLATE NOCASE")
      _ = try load([("Ann", "x")], into: database)
      let file = [("ANN", "x"), ("ann", "x"), ("ANN", "x"), ("Bob", "b"), ("BOB", "c")]
      let outcome = try load(file, into: database, batch: batch, unsorted: unsorted)
      #expect(outcome.counts.updated == 1 && outcome.counts.skipped == 1)
      #expect(outcome.rejects.map(\.line) == [3, 6])
      #expect(try database.rows("SELECT k FROM t ORDER BY id") == [["ANN"], ["Bob"]])
    }
  }

  /// The row of a record is the one by which the unique index takes it, not the one that the column does.
  @Test(arguments: Path.allCases, [1, 100])
  func `an index may be stricter than its column`(path: Path, batch: Int) throws {
    let database = try database(path, "TEXT NOT NULL COLLATE NOCASE")
    try database.execute("CREATE UNIQUE INDEX strict ON t (k COLLATE BINARY)")
    _ = try load([("Ann", "x"), ("Bob", "y")], into: database, batch: batch)
    var counts = try load([("Ann", "x"), ("ann", "z")], into: database, batch: batch).counts
    #expect(counts.inserted == 1 && counts.unchanged == 1)
    counts = try load([("ann", "new"), ("Ann", "x")], into: database, batch: batch).counts
    #expect(counts.updated == 1 && counts.unchanged == 1)
    for (key, a) in [("ann", "new"), ("Ann", "x")] as [(String, Value)] {
      let history = try RowHistory(database, table: "t", key: [("k", key)])
      #expect(history.values.first { $0.column == "a" }?.value == a)
    }
    #expect(try RowHistory(database, table: "t", key: [("k", "ANN")]).isEmpty)
    let file = [("ann", "new"), ("ANN", "w")]
    counts = try load(file, into: database, batch: batch, isReplaced: true).counts
    #expect(counts.inserted == 1 && counts.unchanged == 1 && counts.deleted == 2)
    #expect(
      try database.rows("SELECT k, a FROM t ORDER BY id") == [["ann", "new"], ["ANN", "w"]])
  }

  @Test(arguments: Path.allCases, [1, 100])
  func `an index may be looser than its column`(path: Path, batch: Int) throws {
    let database = try database(path, "TEXT NOT NULL CHECK (a <> 'bad')")
    try database.execute("CREATE UNIQUE INDEX loose ON t (k COLLATE NOCASE)")
    _ = try load([("Ann", "x"), ("Bob", "y"), ("Cid", "z")], into: database, batch: batch)
    let file = [("ANN", "x"), ("bob", "bad")]
    let outcome = try load(file, into: database, batch: batch, isReplaced: true)
    #expect(outcome.counts.updated == 1 && outcome.counts.deleted == 1)
    #expect(outcome.rejects.map(\.line) == [3])
    #expect(try RowHistory(database, table: "t", key: [("k", "aNN")]).events.map(\.run) == [2, 1])
    #expect(try database.rows("SELECT k, a FROM t ORDER BY id") == [["ANN", "x"], ["Bob", "y"]])
  }

  /// What is unique among some of the rows does not tell one row from another.
  @Test(arguments: Path.allCases, [1, 100])
  func `a partial index decides nothing`(path: Path, batch: Int) throws {
    let database = try database(path, "TEXT NOT NULL UNIQUE")
    try database.execute("CREATE UNIQUE INDEX part ON t (k COLLATE NOCASE) WHERE a > 'm'")
    let file = [("Ann", "a"), ("ANN", "b"), ("Bob", "x"), ("BOB", "y")]
    let loaded = try load(file, into: database, batch: batch)
    #expect(loaded.counts.inserted == 3 && loaded.rejects.map(\.line) == [5])
    #expect(try load(Array(file[..<3]), into: database, batch: batch).counts.unchanged == 3)
    #expect(try RowHistory(database, table: "t", key: [("k", "ann")]).isEmpty)
  }

  @Test func `why knows a row that is gone by each spelling of its key`() throws {
    let database = try database(.byID, "TEXT NOT NULL UNIQUE COLLATE NOCASE")
    _ = try load([("Ann", "x"), ("Bob", "y")], into: database)
    _ = try load([("ANN", "x"), ("Bob", "y")], into: database)
    _ = try load([("Bob", "y")], into: database, isReplaced: true)
    let history = try RowHistory(database, table: "t", key: [("k", "ann")])
    #expect(history.row == nil && history.events.map(\.kind) == [.deleted, .updated, .inserted])
    #expect(try RowHistory(database, table: "t", key: [("k", "ann ")]).isEmpty)
  }

  /// The rows that refer to a key keep their own spelling.
  @Test func `a key that others refer to may be spelled anew`() throws {
    let database = try database(.byID, "TEXT NOT NULL UNIQUE COLLATE NOCASE")
    _ = try load([("Ann", "x")], into: database)
    try database.execute(
      """
      CREATE TABLE child (k TEXT REFERENCES t (k) ON UPDATE CASCADE, l TEXT REFERENCES t (k));
      INSERT INTO child VALUES ('ann', 'aNN')
      """)
    let outcome = try load([("ANN", "x")], into: database)
    #expect(outcome.counts.updated == 1)
    #expect(try database.rows("SELECT t.k, c.k, l FROM t, child AS c") == [["ANN", "ann", "aNN"]])
    #expect(try database.rows("PRAGMA foreign_key_check").isEmpty)
  }
}
