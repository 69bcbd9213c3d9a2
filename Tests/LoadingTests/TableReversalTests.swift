import SQLite
import Testing

@testable import Loading

/// Taking a file back of which records had waited for others: its rows were written in another order than
/// that of its lines.
@Suite struct TableReversalTests {
  /// A table whose `a` is unique and whose `b` refers to `k`, with rows of run 1.
  private func table(_ rows: [Line]) throws -> TestTable {
    let table = try TestTable()
    try table.database.execute(
      """
      DROP TABLE t;
      CREATE TABLE t (
        id INTEGER PRIMARY KEY AUTOINCREMENT, k INTEGER NOT NULL UNIQUE, a TEXT UNIQUE,
        b INTEGER REFERENCES t (k), run_id INTEGER, source_line INTEGER
      ) STRICT;
      """)
    try table.load(rows)
    return table
  }

  private func rows(_ table: TestTable) throws -> [[Value]] {
    try table.database.rows("SELECT * FROM t ORDER BY id")
  }

  /// The first line of each has a value that a later one gives up; it waits, or one that it waits behind.
  private static let files: [[Line]] = [
    [Line(k: 26, a: "U1", b: 99), Line(k: 2, a: "U1"), Line(k: 1, a: "U3")],
    [Line(k: 2, a: "U1", b: 14), Line(k: 1, a: "U3"), Line(k: 14, a: "U9")],
    [
      Line(k: 4, a: "U3", b: 14), Line(k: 3, a: "U2", b: 14), Line(k: 2, a: "U1", b: 14),
      Line(k: 1, a: "U5"), Line(k: 14),
    ],
    [
      Line(k: 2, a: "U1", b: 14), Line(k: 3, a: "U2", b: 14), Line(k: 4, a: "U3", b: 14),
      Line(k: 1, a: "U5"), Line(k: 14),
    ],
  ]

  @Test(arguments: files, [nil, 1])
  func `values that were passed on by records that waited find their way back`(
    file: [Line], commitEvery: Int64?
  ) throws {
    let table = try table((1...4).map { Line(k: $0, a: "U\($0)") })
    let before = try rows(table)
    var options = Loader.Options()
    options.commitEvery = commitEvery
    try table.load(file, batch: commitEvery == nil ? 100 : 1, options: options)
    let outcome = try Undo(table.database).takeBack(2, cascades: false)
    guard case .undone = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(try rows(table) == before)
    #expect(try table.database.value("SELECT count(*) FROM sqlite_temp_schema") == 0)
  }

  @Test func `what is really in the way is named, not what waits for it`() throws {
    let table = try table([Line(k: 1, a: "U1"), Line(k: 2, a: "U2")])
    try table.load(Self.files[0])
    try table.database.execute("INSERT INTO t (id, k, a) VALUES (50, 50, 'U2')")
    let before = try rows(table)
    guard case .refused(let conflicts) = try Undo(table.database).takeBack(2, cascades: false)
    else {
      Issue.record("taken back")
      return
    }
    #expect(conflicts.map(\.description) == ["t: row 50 of no run is in the way: same a"])
    #expect(try rows(table) == before)
  }
}
