import Records
import SQLite
import Testing

@testable import Loading

/// A table of one column besides its key, and a record among good ones that it refuses.
private struct Refusal: CustomTestStringConvertible, Sendable {
  var name: String
  /// The column's definition.
  var column: String
  /// What the record has there; the others have 10.
  var value: Int64?
  /// How the message of the reject ends.
  var message: String
  /// What is made behind the table.
  var then = ""

  var testDescription: String { name }
}

private let refusals = [
  Refusal(
    name: "CHECK with a name", column: "v ANY CONSTRAINT no_13 CHECK (v <> 13)", value: 13,
    message: "CHECK constraint failed: no_13"),
  Refusal(
    name: "CHECK without one", column: "v ANY CHECK (v <> 13)", value: 13,
    message: "CHECK constraint failed: v <> 13"),
  Refusal(
    name: "NOT NULL", column: "v ANY NOT NULL", value: nil,
    message: "NOT NULL constraint failed: t.v"),
  Refusal(
    name: "a strict type", column: "v BLOB", value: 13,
    message: "cannot store INT value in BLOB column t.v"),
  Refusal(
    name: "a foreign key", column: "v INTEGER REFERENCES r", value: 13,
    message: "FOREIGN KEY constraint failed: t.v refers to no row of r (id)"),
  Refusal(
    name: "a deferred foreign key",
    column: "v INTEGER REFERENCES r DEFERRABLE INITIALLY DEFERRED", value: 13,
    message: "FOREIGN KEY constraint failed: t.v refers to no row of r (id)"),
  Refusal(
    name: "a trigger", column: "v ANY", value: 13, message: "no 13, please",
    then: """
      CREATE TRIGGER i BEFORE INSERT ON t WHEN new.v = 13 BEGIN
        SELECT RAISE(ABORT, 'no 13, please');
      END;
      CREATE TRIGGER u AFTER UPDATE ON t WHEN new.v = 13 BEGIN
        SELECT RAISE(ABORT, 'no 13, please');
      END;
      """),
  Refusal(
    name: "UNIQUE on another column", column: "v INTEGER UNIQUE", value: 99,
    message: "UNIQUE constraint failed: t.v"),
]

@Suite struct ConstraintTests {
  /// Cells of integers, a record a line, in batches of a size.
  private func load(
    _ records: [[Int64?]], into tables: [TargetTable], _ database: Database, batch size: Int = 100
  ) throws -> (counts: RunCounts, rejects: [Reject]) {
    var start = TestTable.start
    start.tables = tables.map(\.name)
    let loader = try Loader(database, tables, start, .init())
    var rejects: [Reject] = []
    for first in stride(from: 0, to: records.count, by: size) {
      var batch = RecordBatch()
      var rows = RowBatch(columnCount: records[0].count)
      for index in first..<min(first + size, records.count) {
        rows.records.append(Int32(batch.records.count))
        batch.records.append(
          RecordBatch.Record(
            firstField: 0, fieldCount: 0, rawStart: 0, rawEnd: 0, line: Int64(index + 2),
            lineCount: 1))
        rows.cells += records[index].map { $0.map(Cell.integer) ?? .null }
        rows.numbers.append(Int64(index + 1))
      }
      try loader.load(batch, &rows)
      rejects += rows.rejects
    }
    _ = try loader.finish(sha256: "x", bytes: 1)
    return (loader.counts, rejects + loader.lateRejects)
  }

  private func database(_ statements: String) throws -> Database {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE r (id INTEGER PRIMARY KEY); INSERT INTO r VALUES (10), (11), (12), (14), (99);
      CREATE TABLE p (id INTEGER PRIMARY KEY, k INTEGER UNIQUE, run_id, source_line);
      \(statements)
      """)
    try LedgerSchema.prepare(database)
    return database
  }

  /// How the table with the constraint is loaded.
  private enum Way: CaseIterable {
    case insert, update, child, updateOfChild
    var isUpdate: Bool { self == .update || self == .updateOfChild }
    var isChild: Bool { self == .child || self == .updateOfChild }
  }

  @Test(arguments: refusals, Way.allCases)
  private func `a refused record is a reject with the constraint's name`(
    _ refusal: Refusal, way: Way
  ) throws {
    let isBlob = refusal.column.hasSuffix("BLOB")
    for size in [1, 2, 3, 100] {
      let database = try database(
        """
        CREATE TABLE t (k INTEGER PRIMARY KEY, \(refusal.column), run_id INTEGER, source_line INTEGER)
          STRICT;
        INSERT INTO t (k, v) VALUES (9, \(isBlob ? "NULL" : "99"));
        """)
      if way.isUpdate {
        try database.execute("INSERT INTO t (k, v) VALUES (2, \(isBlob ? "NULL" : "14"))")
      }
      try database.execute(refusal.then)
      let first = TargetTable(name: "p", columns: ["k"], cells: [0], key: ["k"])
      let table = TargetTable(name: "t", columns: ["k", "v"], key: ["k"])
      let good: (Int64) -> Int64? = { isBlob ? nil : 10 + $0 }
      let records = [[0, good(0)], [1, good(1)], [2, refusal.value], [3, good(2)]]
      let (counts, rejects) = try load(
        records, into: way.isChild ? [first, table] : [table], database, batch: size)
      #expect(counts.inserted == 3 && counts.rejected == 1 && counts.isBalanced)
      #expect(rejects.map(\.line) == [4])
      #expect(rejects.first?.message.hasSuffix(refusal.message) == true, "\(rejects)")
      #expect(try database.value("SELECT count(*) FROM t WHERE k IN (0, 1, 3)") == 3)
      #expect(try database.value("SELECT count(*) FROM p") == (way.isChild ? 3 : 0))
    }
  }

  /// An update that rows of another table do not allow: found by its id, by the statement that inserts, alone
  /// and together with another table.
  @Test(
    arguments: ["", ", UNIQUE (k, v)", ", w INTEGER REFERENCES t (v)"],
    ["", "DEFERRABLE INITIALLY DEFERRED"])
  func `a foreign key to what an update changes is named`(more: String, timing: String) throws {
    let database = try database(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, k INTEGER UNIQUE, v INTEGER UNIQUE,
        run_id INTEGER, source_line INTEGER \(more)) STRICT;
      CREATE TABLE child (up INTEGER REFERENCES t (v) \(timing));
      INSERT INTO t (k, v) VALUES (1, 10), (2, 20), (3, 30);
      INSERT INTO child VALUES (20);
      """)
    let table = TargetTable(name: "t", columns: ["k", "v"], key: ["k"])
    let (counts, rejects) = try load([[1, 11], [2, 21], [3, 31]], into: [table], database)
    #expect(counts.updated == 2 && rejects.map(\.line) == [3])
    let message = "FOREIGN KEY constraint failed: child.up refers to t (v) as it is stored"
    #expect(rejects.first?.message.hasSuffix(message) == true, "\(rejects)")
    #expect(try database.rows("SELECT v FROM t ORDER BY k") == [[11], [20], [31]])
  }

  @Test func `a file that lacks a column which must be there updates rows, and adds none`() throws {
    let database = try database(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, k INTEGER UNIQUE, v INTEGER, must TEXT NOT NULL,
        may TEXT DEFAULT 'd', twice TEXT AS (must || must), run_id INTEGER, source_line INTEGER)
        STRICT;
      INSERT INTO t (k, v, must, may) VALUES (1, 1, 'a', 'x'), (2, 2, 'b', 'y'), (3, 3, 'c', NULL);
      """)
    let table = TargetTable(name: "t", columns: ["k", "v"], key: ["k"])
    let (counts, rejects) = try load(
      [[1, 5], [7, 7], [2, 2], [3, 6], [8, 8], [3, 6]], into: [table], database)
    #expect(counts.updated == 2 && counts.unchanged == 1 && counts.skipped == 1)
    #expect(rejects.map(\.line) == [3, 6])
    #expect(rejects.first?.message.hasSuffix("NOT NULL constraint failed: t.must") == true)
    #expect(
      try database.rows("SELECT k, v, must, may FROM t ORDER BY k")
        == [[1, 5, "a", "x"], [2, 2, "b", "y"], [3, 6, "c", .null]])
  }

  @Test func `so it is in the table of a parent`() throws {
    let database = try database(
      """
      CREATE TABLE q (id INTEGER PRIMARY KEY, k INTEGER UNIQUE, must TEXT NOT NULL, run_id INTEGER,
        source_line INTEGER) STRICT;
      CREATE TABLE t (q_id INTEGER PRIMARY KEY REFERENCES q, v INTEGER, run_id INTEGER,
        source_line INTEGER) STRICT;
      INSERT INTO q (k, must) VALUES (1, 'a');
      """)
    let parent = TargetTable(name: "q", columns: ["k"], cells: [0], key: ["k"])
    let child = TargetTable(
      name: "t", columns: ["v"], cells: [1],
      parents: [TargetTable.Parent(column: "q_id", table: parent)], key: ["q_id"])
    let (counts, rejects) = try load([[1, 5], [2, 5]], into: [parent, child], database)
    #expect(counts.updated == 1 && rejects.map(\.line) == [3])
    #expect(try database.rows("SELECT q_id, v FROM t") == [[1, 5]])
  }

  /// A trigger may say what becomes of a row of its own that is there already.
  @Test(arguments: ["IGNORE", "REPLACE"], [1, 2, 100])
  func `triggers resolve their conflicts as they say`(way: String, size: Int) throws {
    let database = try database(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, k INTEGER UNIQUE, v INTEGER, run_id INTEGER,
        source_line INTEGER) STRICT;
      CREATE TABLE seen (v INTEGER PRIMARY KEY, k INTEGER);
      CREATE TRIGGER i AFTER INSERT ON t BEGIN
        INSERT OR \(way) INTO seen VALUES (new.v, new.k);
      END;
      """)
    let table = TargetTable(name: "t", columns: ["k", "v"], key: ["k"])
    let (counts, rejects) = try load(
      [[1, 5], [2, 5], [3, 6]], into: [table], database, batch: size)
    #expect(counts.inserted == 3 && rejects.isEmpty, "\(rejects)")
    #expect(try database.value("SELECT k FROM seen WHERE v = 5") == (way == "IGNORE" ? 1 : 2))
  }

  /// What the table says of its constraints would leave records out without a word.
  @Test(arguments: ["IGNORE", "REPLACE", "FAIL", "ROLLBACK"], ["", "WHEN new.v > 0"])
  func `a table's own conflict clause makes no record vanish`(way: String, when: String) throws {
    let database = try database(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, k INTEGER UNIQUE,
        v INTEGER UNIQUE ON CONFLICT \(way), run_id INTEGER, source_line INTEGER) STRICT;
      CREATE TABLE seen (v INTEGER);
      CREATE TRIGGER i AFTER INSERT ON t \(when) BEGIN INSERT INTO seen VALUES (new.v); END;
      """)
    let table = TargetTable(name: "t", columns: ["k", "v"], key: ["k"])
    let (counts, rejects) = try load([[1, 5], [2, 5], [3, 6]], into: [table], database)
    #expect(counts.inserted == 2 && rejects.map(\.line) == [3], "\(rejects)")
    #expect(try database.rows("SELECT k, v FROM t ORDER BY k") == [[1, 5], [3, 6]])
  }
}
