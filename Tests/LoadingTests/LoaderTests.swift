import SQLite
import Synchronization
import Testing

@testable import Loading

@Suite struct LoaderTests {
  private let lines = (1...2_000).map { Line(k: $0, a: "row \($0)", b: $0) }

  @Test func `a run that is finished is in the ledger, with its counts`() throws {
    let table = try TestTable(", CHECK (b <> 13)")
    try table.load(lines)
    let run = try table.database.rows(
      """
      SELECT id, dataset, status, read, inserted, rejected, absent, sha256, bytes, committed_records
      FROM etl_runs
      """)
    #expect(
      run == [[1, "test", "succeeded_with_rejects", 2_000, 1_999, 1, 0, "x", 1, 2_000]])
    let rejects = try table.database.rows(
      "SELECT run_id, record, line, code, raw FROM etl_rejects")
    #expect(rejects == [[1, 13, 14, "constraint", "13,row 13,13"]])
  }

  @Test(arguments: [nil, 500, 600, 2_000] as [Int64?])
  func `a load that is stopped leaves whole transactions`(commitEvery: Int64?) throws {
    let table = try TestTable()
    let batches = Atomic(0)
    var options = Loader.Options()
    options.commitEvery = commitEvery
    options.isInterrupted = { batches.add(1, ordering: .relaxed).newValue > 13 }
    #expect(throws: LoadError(.interrupted, "stopped by a signal")) {
      try table.load(lines, options: options)
    }
    let committed: Int64 =
      switch commitEvery {
      case 500: 1_000
      case 600: 1_200
      default: 0
      }
    #expect(try table.database.value("SELECT count(*) FROM t") == .integer(committed))
    #expect(
      try table.database.rows("SELECT status, read, committed_records, message FROM etl_runs")
        == [["failed", .integer(committed), .integer(committed), "stopped by a signal"]])
    #expect(try table.database.value("SELECT count(*) FROM sqlite_temp_schema") == 0)
  }

  @Test func `a second load of a stopped file completes it`() throws {
    let table = try TestTable()
    var options = Loader.Options()
    options.commitEvery = 500
    let batches = Atomic(0)
    options.isInterrupted = { batches.add(1, ordering: .relaxed).newValue > 13 }
    #expect(throws: LoadError.self) { try table.load(lines, options: options) }
    let (counts, absent, _) = try table.load(lines)
    #expect(counts.inserted == 1_000 && counts.unchanged == 1_000 && absent == 0)
    #expect(try table.rows() == lines)
  }

  /// Grows the limit until the load fits: whatever page SQLite could not get, nothing is half done.
  @Test(arguments: [nil, 250] as [Int64?])
  func `a full disk leaves whole transactions`(commitEvery: Int64?) throws {
    var failures = 0
    for pages in 14... {
      let table = try TestTable()
      try table.database.execute("PRAGMA max_page_count = \(pages)")
      var options = Loader.Options()
      options.commitEvery = commitEvery
      do {
        try table.load(lines, batch: 50, options: options)
        #expect(try table.rows() == lines)
        break
      } catch let error as DatabaseError {
        #expect(error.kind == .full)
        failures += 1
      }
      let count = try table.database.value("SELECT count(*) FROM t")?.integer ?? -1
      #expect(commitEvery.map { count % $0 == 0 } ?? (count == 0))
    }
    #expect(failures > 5)
  }

  @Test func `a table without the ledger's columns is refused before anything is written`() throws {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, k INTEGER UNIQUE, a, run_id)")
    try LedgerSchema.prepare(database)
    for (columns, missing) in [(["k", "b"], "\"b\""), (["k", "a"], "\"source_line\"")] {
      let target = TargetTable(name: "t", columns: columns, key: ["k"])
      let error = #expect(throws: LoadError.self) {
        _ = try Loader(database, [target], TestTable.start, .init())
      }
      #expect(error?.kind == .unsuitableTable)
      #expect(error?.description.contains("column \(missing)") == true)
    }
    #expect(try database.value("SELECT count(*) FROM etl_runs") == 0)
  }

  @Test func `a file is known until a later run writes rows`() throws {
    let table = try TestTable()
    let ledger = try Ledger(table.database)
    #expect(try ledger.runThatLoaded(sha256: "x", TestTable.start) == nil)
    try table.load([Line(k: 1)])
    #expect(try ledger.runThatLoaded(sha256: "x", TestTable.start) == 1)
    #expect(try ledger.runThatLoaded(sha256: "y", TestTable.start) == nil)
    var other = TestTable.start
    other.declaration = "2"
    #expect(try ledger.runThatLoaded(sha256: "x", other) == nil)
    try table.load([Line(k: 1)])
    #expect(try ledger.runThatLoaded(sha256: "x", TestTable.start) == 2)
    try table.load([Line(k: 1, a: "changed")])
    #expect(try ledger.runThatLoaded(sha256: "x", TestTable.start) == 3)
    try table.database.execute("UPDATE etl_runs SET sha256 = 'z' WHERE id = 3")
    #expect(try ledger.runThatLoaded(sha256: "x", TestTable.start) == nil)
  }
}
