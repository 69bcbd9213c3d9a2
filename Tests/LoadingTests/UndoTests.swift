import SQLite
import Testing

@testable import Loading

@Suite struct UndoTests {
  /// What happens between the import and its undo, and what is then in the way.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let statements: String
    let expected: [String]

    init(_ name: String, _ statements: String, _ expected: String...) {
      testDescription = name
      self.statements = statements
      self.expected = expected
    }
  }

  private static let refusals = [
    Case(
      "an edited value", "UPDATE t SET b = 99 WHERE k = 2",
      "t: row 2 has another b than the run wrote"),
    Case(
      "a row that is gone", "DELETE FROM t WHERE k IN (2, 3)", "t: rows 2, 3 are no longer there"),
    Case(
      "a row that is there again", "INSERT INTO t (id, k) VALUES (4, 40)", "t: row 4 is there again"
    ),
    Case(
      "a key that another row has", "INSERT INTO t (id, k) VALUES (50, 4)",
      "t: row 50 of no run is in the way: same k"),
    Case(
      "a column that is gone", "ALTER TABLE t RENAME COLUMN b TO c",
      "t: a row would need the column b, which is gone"),
    Case(
      "rows that refer to a row that would go",
      "INSERT INTO child SELECT 6 + value, t.id, NULL FROM t, json_each('[1,2]') WHERE k = 5",
      "child: rows 7, 8 of no run would refer to no row of t"),
    Case(
      "a value that is not allowed any more",
      "CREATE TRIGGER no BEFORE UPDATE OF b ON t WHEN new.b = 20 BEGIN SELECT RAISE(ABORT, 'no'); END",
      "t: row 2 can't be as before: no"),
  ]

  /// Run 1 makes four rows; run 2 changes 2 and 3, makes 5, and deletes 4.
  private func tableWithTwoRuns() throws -> TestTable {
    let table = try TestTable(
      then: """
        CREATE TABLE IF NOT EXISTS child (
          id INTEGER PRIMARY KEY, parent INTEGER REFERENCES t (id) ON DELETE CASCADE, run_id INTEGER);
        """)
    try table.load((1...4).map { Line(k: $0, a: "x", b: $0 * 10) })
    try table.load(
      [Line(k: 1, a: "x", b: 10), Line(k: 2, a: "x", b: 21), Line(k: 3, b: 31), Line(k: 5)],
      replacing: true)
    return table
  }

  private func dump(_ table: TestTable) throws -> [[Value]] {
    try table.database.rows("SELECT * FROM t ORDER BY id")
  }

  @Test func `rows, ids and who wrote them are as before`() throws {
    let table = try tableWithTwoRuns()
    let outcome = try Undo(table.database).takeBack(2, cascades: false)
    #expect(outcome == .undone([Undo.UndoneRun(run: 2, removed: 1, reverted: 2, restored: 1)]))
    let expected = (1...4).map { id -> [Value] in
      [.integer(id), .integer(id), "x", .integer(id * 10), 1, .integer(id + 1)]
    }
    #expect(try dump(table) == expected)
    #expect(try table.database.value("SELECT status FROM etl_runs WHERE id = 2") == "undone")
    #expect(try table.database.value("PRAGMA foreign_keys") == 1)
    #expect(try table.database.value("SELECT count(*) FROM sqlite_temp_schema") == 0)
    #expect(try Undo(table.database).takeBack(2, cascades: true) == .wasUndone)
  }

  @Test func `a change of case is one, whatever the column's collation`() throws {
    let table = try TestTable()
    try table.database.execute(
      """
      DROP TABLE t; CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, k INTEGER UNIQUE,
        a TEXT COLLATE NOCASE, b INTEGER, run_id INTEGER, source_line INTEGER) STRICT
      """)
    try table.load([Line(k: 1, a: "kansas")])
    try table.load([Line(k: 1, a: "Kansas")])
    _ = try Undo(table.database).takeBack(2, cascades: false)
    #expect(try table.rows() == [Line(k: 1, a: "kansas")])
  }

  @Test func `a rehearsal changes nothing and says what would be`() throws {
    let table = try tableWithTwoRuns()
    let before = try dump(table)
    let rehearsal = try Undo(table.database).takeBack(2, cascades: false, isRehearsal: true)
    #expect(try dump(table) == before)
    #expect(try Undo(table.database).takeBack(2, cascades: false) == rehearsal)
  }

  @Test(arguments: refusals)
  func `an undo that can't be whole is refused`(refusal: Case) throws {
    let table = try tableWithTwoRuns()
    try table.database.execute(refusal.statements)
    let before = try dump(table)
    for cascades in [false, true] {
      guard case .refused(let conflicts) = try Undo(table.database).takeBack(2, cascades: cascades)
      else {
        Issue.record("taken back")
        continue
      }
      #expect(conflicts.map(\.description) == refusal.expected)
    }
    #expect(try dump(table) == before && !table.database.isInTransaction)
  }

  @Test func `rows that were there without a parent before do not matter`() throws {
    let table = try tableWithTwoRuns()
    try table.database.execute(
      "PRAGMA foreign_keys = OFF; INSERT INTO child VALUES (1, 77, 1); PRAGMA foreign_keys = ON")
    guard case .undone = try Undo(table.database).takeBack(2, cascades: false) else {
      Issue.record("refused")
      return
    }
  }

  @Test func `later runs whose rows refer to the run's go with it, or are named`() throws {
    let table = try tableWithTwoRuns()
    // Run 3 is one of another dataset, which fills the table of children.
    try table.database.execute(
      """
      INSERT INTO etl_runs (dataset, source, declaration, status, started_at, last_seen_at,
        tool_version) VALUES ('children', 'c.csv', '', 'succeeded', '', '', '0');
      INSERT INTO etl_run_tables (run_id, table_name, position) VALUES (3, 'child', 1);
      ALTER TABLE child ADD COLUMN source_line INTEGER;
      INSERT INTO child SELECT 7, id, 3, 2 FROM t WHERE k = 5;
      INSERT INTO child VALUES (8, 1, 3, 3);
      """)
    let undo = Undo(table.database)
    guard case .refused(let conflicts) = try undo.takeBack(2, cascades: false) else {
      Issue.record("taken back")
      return
    }
    #expect(
      conflicts.map(\.description) == ["child: row 7 of run 3 would refer to no row of t"])
    #expect(conflicts.map(\.run) == [3])
    guard case .undone(let runs) = try undo.takeBack(2, cascades: true) else {
      Issue.record("refused")
      return
    }
    #expect(runs.map(\.run) == [3, 2] && runs.map(\.removed) == [2, 1])
    #expect(try table.database.value("SELECT count(*) FROM child") == 0)
  }

  @Test func `values that were passed on within one file find their way back`() throws {
    let table = try TestTable(", UNIQUE (a)")
    try table.load([Line(k: 1, a: "x"), Line(k: 2, a: "y"), Line(k: 3, a: "z")])
    let before = try dump(table)
    try table.load([
      Line(k: 1, a: "free"), Line(k: 2, a: "x"), Line(k: 3, a: "y"), Line(k: 4, a: "z"),
    ])
    guard case .undone = try Undo(table.database).takeBack(2, cascades: false) else {
      Issue.record("refused")
      return
    }
    #expect(try dump(table) == before)
  }

  @Test func `no id is given again, even where a refused record hid the last ones from SQLite`()
    throws
  {
    let table = try TestTable(", CHECK (b <> 13)")
    try table.load([Line(k: 1), Line(k: 2), Line(k: 3, b: 13)])
    _ = try Undo(table.database).takeBack(1, cascades: false)
    try table.load([Line(k: 1)])
    #expect(try table.database.value("SELECT id FROM t")?.integer ?? 0 > 2)
  }

  @Test func `a run that is not known, or was pruned, or of a table that is gone`() throws {
    let table = try tableWithTwoRuns()
    let undo = Undo(table.database)
    #expect(throws: LoadError(.noSuchRun, "no such run: 9")) {
      try undo.takeBack(9, cascades: false)
    }
    try table.database.execute("UPDATE etl_runs SET pruned_at = 'x' WHERE id = 1")
    let pruned = #expect(throws: LoadError.self) { try undo.takeBack(1, cascades: true) }
    #expect(pruned?.kind == .pruned)
    try table.database.execute("DROP TABLE child; DROP TABLE t")
    let gone = #expect(throws: LoadError.self) { try undo.takeBack(2, cascades: false) }
    #expect(gone?.kind == .unsuitableTable)
    #expect(!table.database.isInTransaction)
  }

  /// Makes the file no larger than it is, page by page more: whatever SQLite can't write, nothing
  /// is half undone.
  @Test func `a full disk leaves the run as it was`() throws {
    var failures = 0
    for pages in 1... {
      let table = try TestTable()
      try table.load((1...300).map { Line(k: $0, a: "row \($0)") })
      let size = try table.database.value("PRAGMA page_count")?.integer ?? 0
      try table.database.execute("PRAGMA max_page_count = \(size + Int64(pages))")
      do {
        _ = try Undo(table.database).takeBack(1, cascades: false)
        #expect(try table.rows().isEmpty)
        break
      } catch let error as DatabaseError {
        #expect(error.kind == .full)
        failures += 1
      }
      #expect(try table.rows().count == 300 && !table.database.isInTransaction)
      #expect(try table.database.value("SELECT status FROM etl_runs") == "succeeded")
    }
    #expect(failures > 2)
  }

  @Test func `a file can be loaded again after its undo, and after one that it built upon`() throws
  {
    let table = try TestTable()
    let ledger = try Ledger(table.database)
    try table.load([Line(k: 1)])
    try table.load([Line(k: 1), Line(k: 2)])
    #expect(try ledger.runThatLoaded(sha256: "x", TestTable.start) == 2)
    _ = try Undo(table.database).takeBack(2, cascades: false)
    // Nothing is left of run 2: the table is as run 1 left it.
    #expect(try ledger.runThatLoaded(sha256: "x", TestTable.start) == 1)
    try table.load([Line(k: 1), Line(k: 2)])
    #expect(try ledger.runThatLoaded(sha256: "x", TestTable.start) == 3)
    // Run 3 found the row of run 1 unchanged: it is gone now, and the file of run 3 has it.
    _ = try Undo(table.database).takeBack(1, cascades: false)
    #expect(try ledger.runThatLoaded(sha256: "x", TestTable.start) == nil)
  }
}
