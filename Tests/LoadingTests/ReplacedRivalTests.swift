import Records
import SQLite
import Testing

@testable import Loading

/// `replace` where a row that the file lacks has what is unique of one of its records.
@Suite struct ReplacedRivalTests {
  private func rows(_ table: TestTable) throws -> [[Value]] {
    try table.database.rows("SELECT * FROM t ORDER BY id")
  }

  /// Triggers make the load keep images in another way, and try rows one by one.
  private static let triggers = [
    "", "CREATE TRIGGER idle AFTER UPDATE ON t BEGIN SELECT 1; END;",
  ]

  @Test(arguments: triggers, [1, 2, 100])
  func `a record refused for a row that goes is loaded when it is gone`(
    trigger: String, batch: Int
  ) throws {
    let table = try TestTable(", UNIQUE (a)", then: trigger)
    try table.load([Line(k: 1, a: "x"), Line(k: 2, a: "y"), Line(k: 3, a: "z"), Line(k: 4)])
    let before = try rows(table)
    // The second is new, the third an update, the fourth repeats it; the fifth collides with one that stays.
    let outcome = try table.load(
      [
        Line(k: 2, a: "y"), Line(k: 11, a: "x"), Line(k: 4, a: "z"), Line(k: 4, a: "z"),
        Line(k: 12, a: "y"),
      ], batch: batch, replacing: true)
    #expect(
      try table.rows() == [Line(k: 2, a: "y"), Line(k: 4, a: "z"), Line(k: 11, a: "x")])
    let counts = outcome.counts
    #expect(counts.read == 5 && counts.deleted == 2 && counts.isBalanced && outcome.absent == 0)
    #expect(counts.inserted == 1 && counts.updated == 1 && counts.unchanged == 1)
    #expect(counts.skipped == 1 && counts.rejected == 1)
    #expect(outcome.rejects.map(\.line) == [6])
    #expect(try table.database.rows("SELECT line FROM etl_rejects") == [[6]])
    #expect(try table.database.value("SELECT max(id) > 4 FROM t WHERE k = 11") == 1)
    let undone = try Undo(table.database).takeBack(2, cascades: false)
    #expect(undone == .undone([Undo.UndoneRun(run: 2, removed: 1, reverted: 1, restored: 2)]))
    #expect(try rows(table) == before)
  }

  @Test func `where nothing is deleted, the record stays refused`() throws {
    let table = try TestTable(", UNIQUE (a)")
    try table.load([Line(k: 1, a: "x"), Line(k: 2, a: "y")])
    let target = TargetTable(name: "t", columns: ["k", "a", "b"], key: ["k"], isReplaced: true)
    let outcome = try TestRecord.load(
      [Line(k: 11, a: "x").record], into: [target], of: table.database, TestTable.start
    ) { try $0.protect(nil, in: .init()) }
    #expect(outcome.counts.rejected == 1 && outcome.counts.deleted == 0)
    #expect(try table.rows().map(\.k) == [1, 2])
  }

  /// What the record of a child relies on must not come last, and ids must not come again.
  @Test(arguments: [
    "id INTEGER PRIMARY KEY AUTOINCREMENT, b INTEGER REFERENCES t (k)",
    "id INTEGER PRIMARY KEY, b INTEGER",
  ])
  func `where it can't be loaded, the row that refused it stays`(columns: String) throws {
    let table = try TestTable()
    try table.database.execute(
      """
      DROP TABLE t;
      CREATE TABLE t (\(columns), k INTEGER NOT NULL UNIQUE, a TEXT UNIQUE COLLATE NOCASE,
        run_id INTEGER, source_line INTEGER);
      """)
    try table.load([Line(k: 1, a: "x"), Line(k: 2, a: "y"), Line(k: 3, a: "z")])
    let outcome = try table.load(
      [Line(k: 11, a: "X"), Line(k: 2, a: "y")], replacing: true)
    #expect(outcome.counts.rejected == 1 && outcome.counts.deleted == 1)
    #expect(try table.rows() == [Line(k: 1, a: "x"), Line(k: 2, a: "y")])
  }

  @Test func `a record of two tables comes in when the rows of both are gone`() throws {
    let family = try TestFamily()
    try family.load([.init(k: 1, a: "x", n: 1), .init(k: 2, a: "y", n: 1)])
    let before = try family.rows()
    let file: [TestFamily.Line] = [.init(k: 9, a: "x", n: 1), .init(k: 2, a: "y", n: 1, b: 11)]
    let counts = try family.load(file, replacing: true).counts
    #expect(counts.inserted == 1 && counts.rejected == 0 && counts.isBalanced)
    #expect(Set(try family.rows()) == Set(file))
    _ = try Undo(family.database).takeBack(2, cascades: false)
    #expect(try family.rows() == before)
  }
}
