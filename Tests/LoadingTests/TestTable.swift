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
    let loader = try Loader(database, [target], TestTable.start, options)
    var rejects: [Reject] = []
    var first = 0
    while first < lines.count {
      let part = lines[first..<min(first + size, lines.count)]
      var batch = RecordBatch()
      var converted = RowBatch(columnCount: 3)
      TestTable.fill(&batch, &converted, part, firstNumber: first + 1)
      do {
        try loader.load(batch, &converted)
      } catch {
        loader.fail("\(error)")
        throw error
      }
      rejects += converted.rejects
      first += size
    }
    let absent = try loader.finish(sha256: "x", bytes: 1)
    return (loader.counts, absent, rejects + loader.lateRejects)
  }

  /// Records and rows as a reader and a converter make them.
  static func fill(
    _ batch: inout RecordBatch, _ rows: inout RowBatch, _ lines: ArraySlice<Line>, firstNumber: Int
  ) {
    for (offset, line) in lines.enumerated() {
      let start = batch.bytes.count
      batch.bytes.append(contentsOf: (line.a ?? "").utf8)
      let raw = batch.raw.count
      batch.raw.append(contentsOf: "\(line.k),\(line.a ?? ""),\(line.b ?? 0)".utf8)
      batch.fieldEnds.append(Int32(batch.bytes.count))
      batch.records.append(
        RecordBatch.Record(
          firstField: Int32(offset), fieldCount: 1, rawStart: Int32(raw),
          rawEnd: Int32(batch.raw.count), line: Int64(firstNumber + offset + 1), lineCount: 1))
      rows.cells.append(.integer(line.k))
      rows.cells.append(line.a == nil ? .null : .text(start..<batch.bytes.count))
      rows.cells.append(line.b.map(Cell.integer) ?? .null)
      rows.records.append(Int32(offset))
      rows.numbers.append(Int64(firstNumber + offset))
    }
  }

  /// The rows of the table, by key.
  func rows() throws -> [Line] {
    try database.rows("SELECT k, a, b FROM t ORDER BY k").map {
      Line(k: $0[0].integer ?? -1, a: $0[1].text, b: $0[2].integer)
    }
  }
}
