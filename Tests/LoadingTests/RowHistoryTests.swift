import SQLite
import Testing

@testable import Loading

@Suite struct RowHistoryTests {
  @Test func `a row that no import wrote has no event but its making`() throws {
    let table = try TestTable()
    try table.database.execute("INSERT INTO t (k, a) VALUES (7, 'by hand')")
    let history = try RowHistory(table.database, table: "t", key: [("k", "7")])
    #expect(history.events.map(\.run) == [nil] && history.events[0].kind == .inserted)
    #expect(history.values.map(\.column) == ["id", "k", "a", "b", "run_id", "source_line"])
    try table.load([Line(k: 7, a: "loaded")])
    let later = try RowHistory(table.database, table: "t", key: [("k", "7")])
    #expect(later.events.map(\.run) == [1, nil])
    #expect(
      later.events[0].columns == [RowHistory.Column(name: "a", old: "by hand", new: "loaded")])
  }

  /// A table that is not AUTOINCREMENT gives the largest id again once its row is gone.
  @Test func `an id that was given twice is two rows, each with its own history`() throws {
    let table = try TestTable()
    try table.database.execute(
      """
      DROP TABLE t;
      CREATE TABLE t (id INTEGER PRIMARY KEY, k INTEGER NOT NULL UNIQUE, a TEXT, b INTEGER,
        run_id INTEGER, source_line INTEGER) STRICT
      """)
    try table.load([Line(k: 1), Line(k: 2, a: "x")])
    try table.load([Line(k: 2, a: "y")])
    try table.load([Line(k: 1)], replacing: true)
    try table.load([Line(k: 3, a: "z")])
    try table.load([Line(k: 3, a: "new")])
    let there = try RowHistory(table.database, table: "t", key: [("k", "3")])
    #expect(there.row == 2 && there.events.map(\.run) == [5, 4])
    #expect(there.events.map(\.kind) == [.updated, .inserted])
    let gone = try RowHistory(table.database, table: "t", key: [("k", "2")])
    #expect(gone.row == nil && gone.events.map(\.run) == [3, 2, 1])
    #expect(gone.events.map(\.kind) == [.deleted, .updated, .inserted])
    let check = try LedgerCheck(table.database)
    #expect(check.notes.map { $0.hasPrefix("\"t\": not AUTOINCREMENT") } == [true], "\(check)")
  }

  @Test func `a key that is not known`() throws {
    let table = try TestTable()
    #expect(try RowHistory(table.database, table: "t", key: [("k", "7")]).isEmpty)
    let missing = #expect(throws: LoadError.self) {
      _ = try RowHistory(table.database, table: "u", key: [("k", "7")])
    }
    #expect(missing?.kind == .unsuitableTable)
  }

  @Test func `a key of several columns finds its row, there or gone`() throws {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY AUTOINCREMENT, x TEXT, y INTEGER, run_id INTEGER,
        source_line INTEGER, UNIQUE (x, y)) STRICT;
      INSERT INTO p (x, y) VALUES ('a', 1), ('a', 2), ('b', 1);
      """)
    try LedgerSchema.prepare(database)
    for (key, row) in [(["a", "2"], 2), (["b", "1"], 3), (["b", "2"], nil)] as [([String], Int64?)]
    {
      let history = try RowHistory(
        database, table: "p", key: [(column: "x", text: key[0]), (column: "y", text: key[1])])
      #expect(history.row == row)
    }
    let near = try RowHistory.nearestKeys(
      database, table: "p", key: [(column: "x", text: "a"), (column: "y", text: "9")])
    #expect(near == [["a", 2], ["a", 1], ["b", 1]])
  }

  @Test(
    arguments: [
      ("INTEGER", ["10", "20", "30", "40"], "25", ["20", "10", "30", "40"]),
      ("INTEGER", ["10", "9"], "8", ["9", "10"]),
      ("INTEGER", [], "8", []),
      ("TEXT", ["Ames", "Boise", "Chicago"], "Boies", ["Boise", "Ames", "Chicago"]),
      ("TEXT", ["9", "10"], "91", ["9", "10"]),
    ])
  func `the keys next to one that is not there`(
    type: String, keys: [String], key: String, expected: [String]
  ) throws {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute("CREATE TABLE t (k \(type) UNIQUE)")
    for key in keys { try database.execute("INSERT INTO t VALUES (?)", [.text(key)]) }
    let near = try RowHistory.nearestKeys(database, table: "t", key: [(column: "k", text: key)])
    #expect(
      near.map { $0[0].integer.map { String($0) } ?? $0[0].text ?? "" } == expected)
  }
}
