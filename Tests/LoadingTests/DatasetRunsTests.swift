import SQLite
import Testing

@testable import Loading

struct DatasetRunsTests {
  private static func database(_ runs: String) throws -> Database {
    let database = try Database(path: ":memory:", access: .create)
    try LedgerSchema.prepare(database)
    guard !runs.isEmpty else { return database }
    try database.execute(
      """
      INSERT INTO etl_runs (id, dataset, source, declaration, status, started_at, finished_at,
        last_seen_at, sha256, read, inserted, tool_version, message)
      SELECT column1, column2, '', '', column3, '', NULL,
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now', column4), 'x', 5, 5, '', column5 FROM (VALUES \(runs))
      """)
    return database
  }

  @Test func `before the first import there is nothing`() throws {
    #expect(try DatasetRuns.all(in: Self.database("")) == [])
  }

  @Test func `the one that was seen last is the good one, whatever its number`() throws {
    let runs = try DatasetRuns.all(
      in: Self.database(
        """
        (1, 'b', 'succeeded', '-1 hours', NULL), (2, 'b', 'succeeded_with_rejects', '-9 hours', NULL),
        (3, 'b', 'undone', '-1 minutes', NULL), (4, 'b', 'running', '-0 minutes', NULL),
        (5, 'a', 'failed', '-3 days', 'first'), (6, 'a', 'failed', '-2 days', NULL)
        """))
    #expect(runs.map(\.dataset) == ["a", "b"])
    #expect(runs[0].lastSuccess == nil)
    #expect(runs[0].lastFailure?.run == 6 && runs[0].lastFailure?.message == "")
    let good = try #require(runs[1].lastSuccess)
    #expect(good.run == 1 && !good.hasRejects && good.counts.inserted == 5)
    #expect((3_600...3_660).contains(good.ageSeconds))
    #expect(runs[1].lastFailure == nil)
  }

  @Test func `a time in the future, by a clock that was set back, is known as such`() throws {
    let runs = try DatasetRuns.all(in: Self.database("(1, 'a', 'succeeded', '+5 hours', NULL)"))
    #expect(runs.first?.lastSuccess?.isInFuture == true)
  }
}
