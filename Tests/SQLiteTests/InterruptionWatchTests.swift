import SQLite
import Synchronization
import Testing

struct InterruptionWatchTests {
  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"

  @Test func `a statement without end is stopped, and the connection can go on`() throws {
    let database = try Database(path: ":memory:", access: .create)
    let questions = Mutex(0)
    try database.execute("CREATE TABLE t(x); BEGIN; INSERT INTO t VALUES (1)")
    do {
      let watch = InterruptionWatch(database) {
        questions.withLock { count in
          count += 1
          return count == 5
        }
      }
      #expect { try database.value(Self.endless) } throws: {
        ($0 as? DatabaseError)?.kind == .interrupted
      }
      _ = watch
    }
    #expect(questions.withLock { $0 } == 5)
    #expect(try database.value("SELECT x FROM t") == 1)
  }

  @Test func `nothing is asked when the watch is over`() throws {
    let database = try Database(path: ":memory:", access: .create)
    do { _ = InterruptionWatch(database) { true } }
    let sql = Self.endless.replacing("FROM n)", with: "FROM n WHERE i < 100000)")
    #expect(try database.value(sql) == 100_000)
  }
}
