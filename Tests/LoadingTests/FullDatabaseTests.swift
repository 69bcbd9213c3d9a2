import Records
import SQLite
import Testing

@testable import Loading

/// A database that is full at every size it could have: only whole transactions are in it.
@Suite struct FullDatabaseTests {
  private static let file = (1...300).map { number in
    Line(k: Int64(number), a: "a text of some length, number \(number)", b: Int64(number))
  }

  /// The rows and the account of them, as far as they are to be the same.
  private struct State: Equatable {
    var rows: [Line]
    var counts: [[Value]]
    var changes: Value?

    init(_ table: TestTable) throws {
      rows = try table.rows()
      counts = try table.database.rows(
        "SELECT read, inserted, updated FROM etl_runs WHERE status = 'succeeded' ORDER BY id")
      changes = try table.database.value("SELECT count(*) FROM etl_changes")
    }
  }

  @Test(arguments: [nil, 100] as [Int64?], [false, true])
  func `what is in it are whole transactions, and the next load completes the job`(
    commitEvery: Int64?, updates: Bool
  ) throws {
    func table() throws -> TestTable {
      let table = try TestTable()
      if updates { try table.load(Self.file.map { Line(k: $0.k, a: "old", b: nil) }) }
      return table
    }
    var options = Loader.Options()
    options.commitEvery = commitEvery
    let clean = try table()
    try clean.load(Self.file, batch: 50, options: options)
    let expected = try State(clean)
    var failures = 0
    for pages in 1...400 as ClosedRange<Int64> {
      let full = try table()
      let used = try full.database.value("PRAGMA page_count")?.integer ?? 0
      _ = try full.database.value("PRAGMA max_page_count = \(used + pages - 1)")
      do {
        try full.load(Self.file, batch: 50, options: options)
        break
      } catch let error as DatabaseError {
        #expect(error.kind == .full, "\(error)")
      }
      failures += 1
      let written = try full.rows().count { $0.a != "old" }
      #expect(written % Int(commitEvery ?? 300) == 0 && written < 300, "\(pages) pages")
      #expect(try full.database.value("PRAGMA integrity_check") == "ok")
      _ = try full.database.value("PRAGMA max_page_count = 100000")
      var again = options
      again.resuming = try Ledger(full.database).unfinishedRun(TestTable.start, in: [full.target])
      try full.load(Self.file, batch: 50, options: again)
      #expect(try State(full) == expected, "\(pages) pages")
    }
    #expect(failures > 3)
  }
}
