import Datasets
import Records
import SQLite
import Testing

@testable import Loading

@Suite struct PolicyTests {
  /// Loads with rows that the file lacks deleted.
  private func replace(
    _ table: TestTable, _ lines: [Line], batch: Int = 100, protecting keys: [Int64?] = [],
    guards: Guards = Guards()
  ) throws -> (counts: RunCounts, absent: Int64) {
    var options = Loader.Options()
    options.guards = GuardCheck(guards)
    options.commitEvery = 1
    let target = TargetTable(name: "t", columns: ["k", "a", "b"], key: ["k"], isReplaced: true)
    let outcome = try TestRecord.load(
      lines.map(\.record), into: [target], of: table.database, TestTable.start, batch: batch,
      options: options
    ) { loader in
      for key in keys {
        try loader.protect(key.map { [.integer($0)] }, in: RecordBatch())
      }
    }
    return (outcome.counts, outcome.absent)
  }

  @Test(arguments: [1, 2, 100])
  func `the table becomes the file, and what went is kept in the ledger`(batch: Int) throws {
    let table = try TestTable()
    try table.load([Line(k: 1, a: "x"), Line(k: 2, a: "y", b: 5), Line(k: 3), Line(k: 4)])
    let (_, absent) = try replace(
      table, [Line(k: 1, a: "x"), Line(k: 3, b: 1), Line(k: 5)], batch: batch)
    #expect(absent == 0)
    #expect(try table.rows() == [Line(k: 1, a: "x"), Line(k: 3, b: 1), Line(k: 5)])
    #expect(
      try table.database.rows(
        """
        SELECT row_id, run_id, column_name, old, new FROM etl_changes WHERE kind = 'delete'
          AND row_id = 2 ORDER BY column_name
        """) == [
          [2, 2, "a", "y", .null], [2, 2, "b", 5, .null], [2, 2, "id", 2, .null],
          [2, 2, "k", 2, .null], [2, 2, "run_id", 1, .null], [2, 2, "source_line", 3, .null],
        ])
    #expect(try table.database.value("SELECT deleted FROM etl_runs WHERE id = 2") == 2)
  }

  @Test(
    arguments: [
      "", "ON DELETE RESTRICT", "ON DELETE CASCADE", "ON DELETE SET NULL",
      "DEFERRABLE INITIALLY DEFERRED",
    ], [1, 100])
  func `a row that others refer to is not deleted, and nothing is loaded`(
    action: String, batch: Int
  ) throws {
    let table = try TestTable(
      then: "CREATE TABLE child (k INTEGER REFERENCES t (k) \(action)); ")
    try table.load([Line(k: 1), Line(k: 2), Line(k: 3)])
    try table.database.execute("INSERT INTO child VALUES (2)")
    let refused = #expect(throws: LoadError.self) {
      _ = try replace(table, [Line(k: 1, a: "x"), Line(k: 3)], batch: batch)
    }
    #expect(refused?.kind == .referredTo, "\(String(describing: refused))")
    #expect(try table.rows() == [Line(k: 1), Line(k: 2), Line(k: 3)])
    #expect(try table.database.value("SELECT k FROM child") == 2)
    // What nobody refers to goes.
    #expect(try replace(table, [Line(k: 2)]).counts.deleted == 2)
  }

  @Test func `a reject protects its row, and one without a key every row`() throws {
    let table = try TestTable()
    try table.load([Line(k: 1), Line(k: 2), Line(k: 3)])
    var outcome = try replace(table, [Line(k: 1)], protecting: [2, 99])
    #expect(outcome.counts.deleted == 1 && outcome.absent == 1)
    #expect(try table.rows() == [Line(k: 1), Line(k: 2)])
    outcome = try replace(table, [Line(k: 1)], protecting: [nil])
    #expect(outcome.counts.deleted == 0 && outcome.absent == 1)
  }

  @Test func `a row that a constraint refused protects the stored one`() throws {
    let table = try TestTable(", CHECK (b <> 13)")
    try table.load([Line(k: 1), Line(k: 2)])
    let outcome = try replace(table, [Line(k: 1), Line(k: 2, b: 13)])
    #expect(outcome.counts.deleted == 0 && outcome.counts.rejected == 1)
    #expect(try table.rows() == [Line(k: 1), Line(k: 2)])
  }

  /// A guard, and a file that is just within it and one that breaks it.
  @Test(
    arguments: [
      ("minRecords", 3, 2), ("maxShrink", 3, 2), ("maxDeletes", 3, 2), ("maxChanges", 13, 14),
      ("maxRejects", 21, 22),
    ] as [(String, Int64, Int64)])
  func `a guard stops the file that breaks it, and says how to go on`(
    name: String, within: Int64, beyond: Int64
  ) throws {
    var guards = Guards()
    switch name {
    case "minRecords": guards.minRecords = 3
    case "maxShrink": guards.maxShrink = .percent(25)
    case "maxDeletes": guards.maxDeletes = .count(1)
    case "maxChanges": guards.maxChanges = .percent(75)
    default: guards.maxRejects = .count(1)
    }
    // 1 to 4: that many of four rows unchanged; 11 to 14: changed; 21 and 22: that many rejects.
    func file(_ number: Int64) -> [Line] {
      (1...4).filter { number > 10 || $0 <= number }.map { key in
        let isChanged = (11...14).contains(number) && key <= number - 10
        let isBad = number > 20 && key <= number - 20
        return Line(k: key, a: isChanged ? "changed" : nil, b: isBad ? 13 : nil)
      }
    }
    let table = try TestTable(", CHECK (b <> 13)")
    try table.load((1...4).map { Line(k: $0) })
    _ = try replace(table, file(within), guards: guards)
    let other = try TestTable(", CHECK (b <> 13)")
    try other.load((1...4).map { Line(k: $0) })
    let error = #expect(throws: LoadError.self) {
      _ = try replace(other, file(beyond), guards: guards)
    }
    #expect(error?.kind == .guarded)
    #expect(error?.description.hasPrefix("guard \(name): expected") == true)
    #expect(error?.description.hasSuffix("--allow \(name)") == true)
    #expect(try other.rows() == (1...4).map { Line(k: $0) })
    #expect(try other.database.value("SELECT status FROM etl_runs WHERE id = 2") == "failed")
  }

  @Test func `without a key every record is a new row`() throws {
    let table = try TestTable()
    let target = TargetTable(name: "log", columns: ["k", "a", "b"], key: [])
    try table.database.execute(
      "CREATE TABLE log (id INTEGER PRIMARY KEY, k, a, b, run_id, source_line)")
    var start = TestTable.start
    start.tables = ["log"]
    for _ in 1...2 {
      let loader = try Loader(table.database, [target], start, .init())
      var batch = RecordBatch()
      var rows = RowBatch(columnCount: 3)
      TestTable.fill(&batch, &rows, [Line(k: 1), Line(k: 1)], firstNumber: 1)
      try loader.load(batch, &rows)
      #expect(try loader.finish(sha256: "x", bytes: 1) == (loader.run == 1 ? 0 : 2))
      #expect(loader.counts.inserted == 2)
    }
    #expect(try table.database.value("SELECT count(*) FROM log") == 4)
    let ledger = try Ledger(table.database)
    #expect(try ledger.runThatLoaded(sha256: "x", start, appends: true) == 2)
  }

  @Test(arguments: [nil, 500] as [Int64?])
  func `a first load leaves the indexes as they were`(commitEvery: Int64?) throws {
    let indexes = "CREATE INDEX t_a ON t (a); CREATE UNIQUE INDEX t_b ON t (b) WHERE b > 0;"
    let table = try TestTable(then: indexes)
    let query = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name"
    let before = try table.database.rows(query)
    var options = Loader.Options()
    options.commitEvery = commitEvery
    try table.load((1...2_000).map { Line(k: $0, a: "\($0)", b: $0) }, options: options)
    #expect(try table.database.rows(query) == before)
    #expect(try table.database.value("PRAGMA integrity_check") == "ok")
  }
}
