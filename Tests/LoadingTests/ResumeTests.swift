import Records
import SQLite
import Synchronization
import Testing

@testable import Loading

/// A file that is committed in pieces, stopped between two of them, and loaded again.
@Suite struct ResumeTests {
  /// New rows, changed and unchanged ones, repetitions and rejects, all over the file.
  private static let before = (1...300).map { Line(k: $0 * 2, a: "old \($0)", b: $0) }
  private static let file = (1...1_000).map { number -> Line in
    let key = Int64(number * 7 % 700)
    let isOld = key % 2 == 0 && key > 0 && key <= 600
    if number % 50 == 0 { return Line(k: key, b: 13) }
    return isOld && number % 3 != 0
      ? Line(k: key, a: "old \(key / 2)", b: key / 2)
      : Line(k: key, a: "new \(key)", b: key)
  }

  private struct State: Equatable {
    var rows: [[Value]]
    var runs: [[Value]]
    var rejects: [[Value]]
    var changes: [[Value]]

    init(_ database: Database) throws {
      rows = try database.rows("SELECT k, a, b, run_id, source_line FROM t ORDER BY k")
      runs = try database.rows(
        """
        SELECT id, status, read, inserted, updated, unchanged, rejected, skipped, absent, message
        FROM etl_runs ORDER BY id
        """)
      rejects = try database.rows("SELECT * FROM etl_rejects ORDER BY run_id, record")
      changes = try database.rows(
        "SELECT * FROM etl_changes ORDER BY table_name, row_id, run_id, column_name")
    }
  }

  private func table() throws -> TestTable {
    let table = try TestTable(", CHECK (b <> 13)")
    try table.load(Self.before)
    return table
  }

  @Test(arguments: [1, 2, 5, 9, 10, 19], [20, 50, 64])
  func `the database ends as one uninterrupted run would leave it`(
    batches: Int, size: Int
  ) throws {
    let clean = try table()
    try clean.load(Self.file)
    let expected = try State(clean.database)
    let broken = try table()
    var options = Loader.Options()
    options.commitEvery = 100
    let count = Atomic(0)
    options.isInterrupted = { count.add(1, ordering: .relaxed).newValue > batches }
    #expect(throws: LoadError.self) {
      try broken.load(Self.file, batch: 50, options: options)
    }
    var again = Loader.Options()
    again.commitEvery = 100
    again.resuming = try Ledger(broken.database).unfinishedRun(TestTable.start, in: [broken.target])
    #expect((again.resuming == nil) == (batches < 2))
    if again.resuming != nil {
      #expect(again.resuming?.id == 2)
      try broken.load(Self.file, batch: size, options: again)
      #expect(try State(broken.database) == expected)
    }
  }

  /// Rows beyond the first ones go in by key: the first ones are counted over both processes.
  @Test(arguments: [2, 5, 9])
  func `new rows have ids in the same order`(batches: Int) throws {
    let file = (1...1_000).map { Line(k: Int64($0 * 7 % 1_009), a: "\($0)") }
    var options = Loader.Options()
    options.commitEvery = 100
    options.unsortedRows = 300
    let (clean, broken) = (try TestTable(), try TestTable())
    try clean.load(file, batch: 50, options: options)
    var stopped = options
    let count = Atomic(0)
    stopped.isInterrupted = { count.add(1, ordering: .relaxed).newValue > batches }
    #expect(throws: LoadError.self) { try broken.load(file, batch: 50, options: stopped) }
    options.resuming = try Ledger(broken.database).unfinishedRun(
      TestTable.start, in: [broken.target])
    try #require(options.resuming != nil)
    try broken.load(file, batch: 50, options: options)
    let query = "SELECT k FROM t ORDER BY id"
    #expect(try broken.database.rows(query) == clean.database.rows(query))
  }

  @Test func `a run is not gone on with after a later one`() throws {
    let table = try table()
    var options = Loader.Options()
    options.commitEvery = 100
    let count = Atomic(0)
    options.isInterrupted = { count.add(1, ordering: .relaxed).newValue > 5 }
    #expect(throws: LoadError.self) {
      try table.load(Self.file, batch: 50, options: options)
    }
    let ledger = try Ledger(table.database)
    var other = TestTable.start
    other.declaration = "2"
    #expect(try ledger.unfinishedRun(other, in: [table.target]) == nil)
    #expect(try ledger.unfinishedRun(TestTable.start, in: [table.target])?.counts.read == 200)
    try table.load([Line(k: 1)])
    #expect(try ledger.unfinishedRun(TestTable.start, in: [table.target]) == nil)
  }
}
