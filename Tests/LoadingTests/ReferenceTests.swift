import Records
import SQLite
import Testing

@testable import Loading

@Suite struct ReferenceTests {
  private static let schema = """
    PRAGMA foreign_keys = ON;
    CREATE TABLE other (code TEXT PRIMARY KEY COLLATE NOCASE);
    INSERT INTO other VALUES ('x');
    CREATE TABLE t (
      id INTEGER PRIMARY KEY, k INTEGER NOT NULL UNIQUE, up INTEGER REFERENCES t (k),
      code TEXT REFERENCES other, typed TEXT REFERENCES t (k), hidden INTEGER REFERENCES t (k),
      a INTEGER, b INTEGER, run_id INTEGER, source_line INTEGER,
      UNIQUE (a, b), FOREIGN KEY (k, up) REFERENCES t (a, b));
    INSERT INTO t (k, up, code, run_id) VALUES (1, NULL, 'x', 1);
    """

  /// The references of `t`, whose column `hidden` the file lacks, in a batch.
  private func with(
    _ records: [TestRecord], _ body: ([Reference], BatchTable) throws -> Void
  ) throws {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(Self.schema)
    try LedgerSchema.prepare(database)
    let table = TargetTable(
      name: "t", columns: ["k", "up", "code", "typed", "a", "b"], key: ["k"])
    let batchTable = try BatchTable(database, columnCount: 6)
    let target = try TargetLoader(
      database, batchTable, table, run: 2, end: "", isAlone: true)
    var batch = RecordBatch()
    var rows = RowBatch(columnCount: 6)
    TestRecord.fill(&batch, &rows, records, firstNumber: 1)
    let references = try Reference.all(of: [target], run: 2, in: database)
    try batchTable.withBatch(batch, rows) { () throws(any Error) in
      batchTable.window = 0..<records.count
      try body(references, batchTable)
    }
  }

  private func record(_ k: Int64, up: Int64?, code: String?) -> TestRecord {
    TestRecord(values: [.integer(k), .optional(up), .optional(code), .null, .null, .null], raw: "")
  }

  @Test func `only what the records tell is a reference`() throws {
    try with([]) { references, _ in
      #expect(Set(references.map(\.key.columns)) == [["up"], ["code"], ["k", "up"]])
      for reference in references {
        #expect(reference.isAmongRecords == (reference.key.parent == "t"))
        #expect(
          reference.comparisons.map(\.sql)
            == (reference.isAmongRecords
              ? reference.cells.map { _ in "INTEGER COLLATE BINARY" } : ["TEXT COLLATE NOCASE"]))
      }
      let pair = references.first { $0.cells.count == 2 }
      #expect(pair?.cells.map(\.cell) == [0, 1] && pair?.parentCells.map(\.cell) == [4, 5])
      #expect(pair?.reason.hasSuffix(": t.k, t.up refers to no row of t (a, b)") == true)
    }
  }

  @Test func `rows without a parent are found, and among them those that the key refuses`() throws {
    let records = [
      record(1, up: nil, code: "X"), record(2, up: 1, code: "y"), record(3, up: 2, code: nil),
      record(1, up: 7, code: "z"),
    ]
    try with(records) { references, batch in
      func found(_ column: String) throws -> [[Int]] {
        var (missing, refused): ([Int], [Int]) = ([], [])
        let reference = references.first { $0.key.columns == [column] }
        try reference?.forEachMissing { missing.append($0) }
        try reference?.forEachOrphan { refused.append($0) }
        return [missing, refused]
      }
      let (up, code) = (try found("up"), try found("code"))
      #expect(up == [[2, 3], [2, 3]] && code == [[1, 3], [1, 3]])
      batch.skip(row: 3)
      let shown = try found("up")
      #expect(shown == [[2], [2]])
    }
  }
}
