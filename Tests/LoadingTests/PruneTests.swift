import SQLite
import Testing

@testable import Loading

@Suite struct PruneTests {
  /// Three runs that change row 1, with a reject each, that started these days ago.
  private func table(daysAgo days: [Int]) throws -> TestTable {
    let table = try TestTable(", CHECK (b <> 13)")
    for (index, days) in days.enumerated() {
      try table.load([Line(k: 1, b: Int64(index)), Line(k: 2, b: 13)])
      try table.database.execute(
        """
        UPDATE etl_runs SET started_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-\(days) days')
        WHERE id = \(index + 1)
        """)
    }
    return table
  }

  /// The days since each run, how many are kept, and which runs are pruned then.
  @Test(
    arguments: [
      ([100, 95, 1], 90, [1, 2]), ([100, 95, 1], 98, [1]), ([100, 95, 1], 101, []),
      ([100, 95, 1], 0, [1, 2, 3]),
      // The clock was wrong when run 2 started: what came after a young run is kept.
      ([100, 1, 95], 90, [1]), ([1, 100, 95], 90, []),
    ] as [([Int], Int64, [Int64])])
  func `the oldest runs lose images and rejects, and no row`(
    days: [Int], kept: Int64, pruned: [Int64]
  ) throws {
    let table = try table(daysAgo: days)
    let rows = try table.database.rows("SELECT * FROM t")
    let rehearsal = try Prune.run(table.database, keepingDays: kept, isRehearsal: true)
    let counts = try Prune.run(table.database, keepingDays: kept)
    #expect(rehearsal == counts && counts.runs == Int64(pruned.count))
    #expect(counts.rejects == Int64(pruned.count))
    #expect(try table.database.rows("SELECT * FROM t") == rows)
    for run in 1...3 as ClosedRange<Int64> {
      #expect(try LedgerRun(run, in: table.database).isPruned == pruned.contains(run))
      for kept in ["etl_changes", "etl_rejects"] where run > 1 {
        let count = try table.database.value(
          "SELECT count(*) FROM \(kept) WHERE run_id = ?", [.integer(run)])
        #expect((count == 0) == pruned.contains(run))
      }
    }
    #expect(try Prune.run(table.database, keepingDays: kept).runs == 0)
  }

  @Test func `a run that is kept can be undone, and a pruned one can't`() throws {
    let table = try table(daysAgo: [100, 95, 1])
    _ = try Prune.run(table.database, keepingDays: 90)
    guard case .undone = try Undo(table.database).takeBack(3, cascades: false) else {
      Issue.record("refused")
      return
    }
    #expect(try table.rows() == [Line(k: 1, b: 1)])
    let history = try RowHistory(table.database, table: "t", key: [("k", "1")])
    #expect(history.events.map(\.run) == [3, 2])
    let refused = #expect(throws: LoadError.self) {
      _ = try Undo(table.database).takeBack(2, cascades: false)
    }
    #expect(refused?.kind == .pruned)
    #expect(throws: LoadError.self) {
      _ = try RunChanges(table.database, LedgerRun(2, in: table.database), keys: [:])
    }
  }

  @Test func `the changes of a run that is kept name their rows, whatever was pruned`() throws {
    let table = try table(daysAgo: [100, 1])
    _ = try Undo(table.database).takeBack(1, cascades: true)
    _ = try Prune.run(table.database, keepingDays: 90)
    var changes: [RowChange] = []
    try RunChanges(
      table.database, LedgerRun(2, in: table.database), keys: ["t": [.init("k")]]
    ).forEach {
      changes.append($0)
      return true
    }
    #expect(changes.map(\.column) == ["b"] && changes.map(\.key) == [[1]])
    _ = try Prune.run(table.database, keepingDays: 0)
    #expect(try table.database.value("SELECT count(*) FROM etl_changes") == 0)
  }
}
