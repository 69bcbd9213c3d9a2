import Records
import SQLite
import Testing

@testable import Loading

typealias Line = TestTable.Line

/// A file loaded over another, and what is to become of its records.
struct LoadCase: CustomTestStringConvertible, Sendable {
  var name: String
  var constraints = ""
  var statements = ""
  var before: [Line] = []
  var file: [Line]
  var expected: (inserted: Int64, updated: Int64, unchanged: Int64, skipped: Int64)
  var rejected: [Int64: RejectCode] = [:]
  var rows: [Line]

  var testDescription: String { name }
}

private let cases = [
  LoadCase(
    name: "new rows", file: [Line(k: 1, a: "x", b: 1), Line(k: 2)], expected: (2, 0, 0, 0),
    rows: [Line(k: 1, a: "x", b: 1), Line(k: 2)]),
  LoadCase(
    name: "one of each", before: [Line(k: 1, a: "x", b: 1), Line(k: 2, a: "y"), Line(k: 9)],
    file: [Line(k: 1, a: "x", b: 1), Line(k: 2, a: "z"), Line(k: 3)], expected: (1, 1, 1, 0),
    rows: [Line(k: 1, a: "x", b: 1), Line(k: 2, a: "z"), Line(k: 3), Line(k: 9)]),
  LoadCase(
    name: "NULL to a value and back", before: [Line(k: 1), Line(k: 2, a: "", b: 0)],
    file: [Line(k: 1, a: "", b: 0), Line(k: 2)], expected: (0, 2, 0, 0),
    rows: [Line(k: 1, a: "", b: 0), Line(k: 2)]),
  LoadCase(
    name: "the same new key twice",
    file: [Line(k: 1, a: "x"), Line(k: 1, a: "x"), Line(k: 1, a: "y")],
    expected: (1, 0, 0, 1), rejected: [4: .duplicateKey], rows: [Line(k: 1, a: "x")]),
  LoadCase(
    name: "the same stored key twice, first unchanged", before: [Line(k: 1, a: "x")],
    file: [Line(k: 1, a: "x"), Line(k: 1, a: "x"), Line(k: 1, a: "y")],
    expected: (0, 0, 1, 1), rejected: [4: .duplicateKey], rows: [Line(k: 1, a: "x")]),
  LoadCase(
    name: "the same stored key twice, first changed", before: [Line(k: 1, a: "x")],
    file: [Line(k: 1, a: "y"), Line(k: 1, a: "x"), Line(k: 1, a: "y")],
    expected: (0, 1, 0, 1), rejected: [3: .duplicateKey], rows: [Line(k: 1, a: "y")]),
  LoadCase(
    name: "a CHECK in the middle of inserts", constraints: ", CHECK (b <> 13)",
    file: [Line(k: 1), Line(k: 2, b: 13), Line(k: 3), Line(k: 4, b: 13)], expected: (2, 0, 0, 0),
    rejected: [3: .constraint, 5: .constraint], rows: [Line(k: 1), Line(k: 3)]),
  LoadCase(
    name: "a CHECK in an update undoes the statement", constraints: ", CHECK (b <> 13)",
    before: [Line(k: 1, b: 1), Line(k: 2, b: 2), Line(k: 3, b: 3), Line(k: 4, b: 4)],
    file: [
      Line(k: 0), Line(k: 1, b: 1), Line(k: 2, b: 5), Line(k: 3, b: 13), Line(k: 4, b: 6),
      Line(k: 2, b: 5), Line(k: 9),
    ], expected: (2, 2, 1, 1), rejected: [5: .constraint],
    rows: [
      Line(k: 0), Line(k: 1, b: 1), Line(k: 2, b: 5), Line(k: 3, b: 3), Line(k: 4, b: 6),
      Line(k: 9),
    ]),
  LoadCase(
    name: "a CHECK in the first update", constraints: ", CHECK (b <> 13)",
    before: [Line(k: 1, b: 1)], file: [Line(k: 1, b: 13), Line(k: 1, b: 1), Line(k: 2)],
    expected: (1, 0, 1, 0), rejected: [2: .constraint], rows: [Line(k: 1, b: 1), Line(k: 2)]),
  LoadCase(
    name: "UNIQUE on another column", constraints: ", UNIQUE (a)",
    before: [Line(k: 1, a: "x"), Line(k: 2, a: "y")],
    file: [Line(k: 3, a: "x"), Line(k: 4, a: "z"), Line(k: 2, a: "x"), Line(k: 5, a: "w")],
    expected: (2, 0, 0, 0), rejected: [2: .constraint, 4: .constraint],
    rows: [Line(k: 1, a: "x"), Line(k: 2, a: "y"), Line(k: 4, a: "z"), Line(k: 5, a: "w")]),
  LoadCase(
    name: "a foreign key", constraints: ", FOREIGN KEY (b) REFERENCES parent (id)",
    statements:
      "CREATE TABLE IF NOT EXISTS parent (id INTEGER PRIMARY KEY); INSERT INTO parent VALUES (1), (2);",
    before: [Line(k: 1, b: 1)],
    file: [
      Line(k: 1, b: 2), Line(k: 2, b: 7), Line(k: 3, b: 1), Line(k: 4, b: 8), Line(k: 3, b: 1),
    ],
    expected: (1, 1, 0, 1), rejected: [3: .constraint, 5: .constraint],
    rows: [Line(k: 1, b: 2), Line(k: 3, b: 1)]),
  LoadCase(
    name: "a table with triggers", constraints: ", CHECK (b <> 13)",
    statements: """
      CREATE TABLE log (k); CREATE TRIGGER t_log AFTER INSERT ON t BEGIN
      INSERT INTO log VALUES (new.k); END;
      """,
    file: [Line(k: 1), Line(k: 2, b: 13), Line(k: 3), Line(k: 3), Line(k: 1, b: 4)],
    expected: (2, 0, 0, 1), rejected: [3: .constraint, 6: .duplicateKey],
    rows: [Line(k: 1), Line(k: 3)]),
]

@Suite struct RowLoaderTests {
  @Test(arguments: cases, [1, 2, 3, 100])
  func `each record has one outcome`(_ load: LoadCase, batch: Int) throws {
    let table = try TestTable(load.constraints, then: load.statements)
    if !load.before.isEmpty { try table.load(load.before) }
    let (counts, absent, rejects) = try table.load(load.file, batch: batch)
    let found = (counts.inserted, counts.updated, counts.unchanged, counts.skipped)
    #expect(found == load.expected)
    #expect(Dictionary(rejects.map { ($0.line, $0.code) }) { first, _ in first } == load.rejected)
    #expect(counts.rejected == Int64(load.rejected.count))
    #expect(counts.read == Int64(load.file.count))
    #expect(try table.rows() == load.rows)
    let stored = Int64(load.rows.count)
    #expect(absent == stored - counts.inserted - counts.updated - counts.unchanged)
  }

  @Test func `an update keeps what it replaced, and who wrote it`() throws {
    let table = try TestTable()
    try table.load([Line(k: 1, a: "x", b: 1), Line(k: 2, a: "y")])
    try table.load([Line(k: 1, a: "z", b: 1), Line(k: 2, a: "y")])
    let changes = try table.database.rows(
      "SELECT row_id, run_id, column_name, kind, old, new FROM etl_changes ORDER BY column_name")
    #expect(
      changes == [
        [1, 2, "a", "update", "x", "z"], [1, 2, "run_id", "update", 1, 2],
      ])
    #expect(
      try table.database.rows("SELECT k, run_id, source_line FROM t ORDER BY k")
        == [[1, 2, 2], [2, 1, 3]])
  }

  @Test func `a duplicate names the line of the first`() throws {
    let table = try TestTable()
    try table.load([Line(k: 1, a: "x")])
    let file = [Line(k: 1, a: "x"), Line(k: 2), Line(k: 1, a: "y"), Line(k: 2, a: "z")]
    let rejects = try table.load(file).rejects
    #expect(rejects.map(\.line) == [4, 5])
    #expect(rejects[0].message.contains("k 1") && rejects[0].message.hasSuffix("line 2"))
    #expect(rejects[1].message.contains("k 2") && rejects[1].message.hasSuffix("line 3"))
    #expect(String(decoding: rejects[0].raw, as: UTF8.self) == "1,y,0")
  }

  @Test(arguments: [2, 99, 100, 101, 220])
  func `a table of any width is compared whole`(_ width: Int) throws {
    let columns = (0..<width).map { "c \($0)" }
    let database = try Database(path: ":memory:", access: .create)
    let definitions = columns.map { "\(quoted($0)) INTEGER" }.joined(separator: ", ")
    try database.execute(
      """
      CREATE TABLE "a ""b" (id INTEGER PRIMARY KEY, \(definitions), run_id INTEGER,
        source_line INTEGER, UNIQUE ("c 0")) STRICT
      """)
    try LedgerSchema.prepare(database)
    let target = TargetTable(name: "a \"b", columns: columns, key: ["c 0"])
    for (last, updated) in [(1, 0), (1, 0), (2, 1)] as [(Int64, Int64)] {
      var batch = RecordBatch()
      batch.records = [
        .init(firstField: 0, fieldCount: 0, rawStart: 0, rawEnd: 0, line: 2, lineCount: 1)
      ]
      var rows = RowBatch(columnCount: width)
      rows.cells = (0..<width).map { .integer($0 == width - 1 ? last : 0) }
      rows.records = [0]
      rows.numbers = [1]
      let loader = try Loader(database, [target], TestTable.start, .init())
      try loader.load(batch, &rows)
      _ = try loader.finish(sha256: "", bytes: 0)
      #expect(loader.counts.updated == updated)
    }
  }
}
