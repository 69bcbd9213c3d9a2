import Records
import SQLite

@testable import Loading

/// A table with a key, two more columns and constraints, in a database in memory.
struct TestTable {
  let database: Database
  let target = TargetTable(name: "t", columns: ["k", "a", "b"], key: ["k"])

  /// Makes the table, with more constraints, and runs statements after it.
  init(
    _ constraints: String = "", then statements: String = "", path: String = ":memory:"
  ) throws {
    database = try Database(path: path, access: .create)
    try database.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE IF NOT EXISTS t (
        id INTEGER PRIMARY KEY AUTOINCREMENT, k INTEGER NOT NULL UNIQUE, a TEXT, b INTEGER,
        run_id INTEGER, source_line INTEGER \(constraints)
      ) STRICT;
      \(statements)
      """)
    try LedgerSchema.prepare(database)
  }

  /// A record of a test: key, text, number; its line is its place in the file, from 2.
  struct Line: Equatable, Sendable {
    var k: Int64
    var a: String?
    var b: Int64?

    var record: TestRecord {
      TestRecord(
        values: [.integer(k), .optional(a), .optional(b)], raw: "\(k),\(a ?? ""),\(b ?? 0)")
    }
  }

  static let start = Ledger.Start(
    dataset: "test", source: "test.csv", declaration: "1", dialect: "{}", toolVersion: "0",
    tables: ["t"], header: Array("k,a,b".utf8))

  /// Loads a file, in batches of a size, and ends the run.
  @discardableResult
  func load(
    _ lines: [Line], batch size: Int = 100, replacing: Bool = false,
    options: Loader.Options = .init()
  ) throws -> (counts: RunCounts, absent: Int64, rejects: [Reject]) {
    let target = TargetTable(
      name: target.name, columns: target.columns, key: target.key, isReplaced: replacing)
    let outcome = try TestRecord.load(
      lines.map(\.record), into: [target], of: database, Self.start, batch: size, options: options)
    return (outcome.counts, outcome.absent, outcome.rejects)
  }

  /// Records and rows as a reader and a converter make them.
  static func fill(
    _ batch: inout RecordBatch, _ rows: inout RowBatch, _ lines: ArraySlice<Line>, firstNumber: Int
  ) {
    TestRecord.fill(&batch, &rows, lines.map(\.record), firstNumber: firstNumber)
  }

  /// The rows of the table, by key.
  func rows() throws -> [Line] {
    try database.rows("SELECT k, a, b FROM t ORDER BY k").map {
      Line(k: $0[0].integer ?? -1, a: $0[1].text, b: $0[2].integer)
    }
  }
}
