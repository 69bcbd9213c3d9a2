import Records
import SQLite

@testable import Loading

/// Two tables that one record fills, in a database in memory: `p`, and `c`, whose rows belong to it.
struct TestFamily {
  let database: Database

  /// A record of a test: the parent's key and text, the child's number and value.
  struct Line: Hashable, Sendable {
    var k: Int64
    var a: String?
    var n: Int64
    var b: Int64?

    var record: TestRecord {
      TestRecord(
        values: [.integer(k), .integer(n), .optional(a), .optional(b)],
        raw: "\(k),\(n),\(a ?? ""),\(b ?? 0)")
    }
  }

  /// Makes the tables, with more constraints, and runs statements after it.
  ///
  /// `c.b` is no 13 and refers to `r`, which has 10, 11 and 12, and 13.
  init(_ constraints: String = "", then statements: String = "") throws {
    database = try Database(path: ":memory:", access: .create)
    try database.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE r (id INTEGER PRIMARY KEY);
      INSERT INTO r VALUES (10), (11), (12), (13);
      CREATE TABLE p (
        id INTEGER PRIMARY KEY AUTOINCREMENT, k INTEGER NOT NULL UNIQUE, a TEXT UNIQUE,
        run_id INTEGER, source_line INTEGER \(constraints)
      ) STRICT;
      CREATE TABLE c (
        id INTEGER PRIMARY KEY AUTOINCREMENT, p_id INTEGER NOT NULL REFERENCES p (id),
        n INTEGER NOT NULL, b INTEGER CONSTRAINT no_13 CHECK (b <> 13) REFERENCES r (id),
        run_id INTEGER, source_line INTEGER, UNIQUE (p_id, n)
      ) STRICT;
      \(statements)
      """)
    try LedgerSchema.prepare(database)
  }

  /// The tables as a load gets them; cell 1 and 2 in the other order than the columns.
  static func tables(replacing: Bool = false) -> [TargetTable] {
    let parent = TargetTable(
      name: "p", columns: ["k", "a"], cells: [0, 2], key: ["k"], isReplaced: replacing)
    let child = TargetTable(
      name: "c", columns: ["n", "b"], cells: [1, 3],
      parents: [TargetTable.Parent(column: "p_id", table: parent)], key: ["p_id", "n"],
      isReplaced: replacing)
    return [parent, child]
  }

  static let start = Ledger.Start(
    dataset: "family", source: "family.csv", declaration: "1", dialect: "{}", toolVersion: "0",
    tables: ["p", "c"], header: Array("k,n,a,b".utf8))

  /// Loads a file, in batches of a size, and ends the run.
  @discardableResult
  func load(
    _ lines: [Line], batch size: Int = 100, replacing: Bool = false,
    options: Loader.Options = .init()
  ) throws -> (counts: RunCounts, absent: Int64, rejects: [Reject]) {
    let outcome = try TestRecord.load(
      lines.map(\.record), into: Self.tables(replacing: replacing), of: database, Self.start,
      batch: size, options: options)
    return (outcome.counts, outcome.absent, outcome.rejects)
  }

  /// The rows of both tables, joined; a parent without children has number 0.
  func rows() throws -> [Line] {
    try database.rows(
      "SELECT k, a, coalesce(n, 0), b FROM p LEFT JOIN c ON p_id = p.id ORDER BY k, n"
    ).map {
      Line(k: $0[0].integer ?? -1, a: $0[1].text, n: $0[2].integer ?? -1, b: $0[3].integer)
    }
  }
}
