import Foundation
import SQLite
import Testing

/// Two processes that import into one database, over and over.
@Suite struct SoakTests {
  /// How often each imports: `make soak` asks for more.
  static let rounds = ProcessInfo.processInfo.environment["BANK_ETL_ROUNDS"].flatMap(Int.init) ?? 10

  @Test func `two processes take turns, and nothing is lost`() async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...500, acquirer: "A"))
    try workspace.write("b.csv", BankList.text(250...750, acquirer: "B"))
    let outcome = try await workspace.shell(
      """
      loop() {
        for round in $(seq \(Self.rounds)); do
          $BANK_ETL import --wait 300 --force -q $1 || exit
          $BANK_ETL list failed-banks --limit 1 >/dev/null || exit
        done
      }
      (loop a.csv) & first=$!
      (loop b.csv) & second=$!
      wait $first && wait $second
      """)
    #expect(outcome.status == 0 && outcome.stderr.isEmpty, "\(outcome)")
    let database = try workspace.database()
    #expect(try database.value("PRAGMA integrity_check") == "ok")
    #expect(try database.rows("PRAGMA foreign_key_check").isEmpty)
    #expect(try database.value("SELECT count(*) FROM failed_banks") == 750)
    #expect(
      try database.rows(
        """
        SELECT count(*), count(DISTINCT id), sum(status = 'succeeded'),
          sum(read = inserted + updated + unchanged) FROM etl_runs
        """) == [Array(repeating: .integer(Int64(Self.rounds * 2)), count: 4)])
    // Whoever came last, the rows are those of its file, and the others as they were before.
    #expect(
      try database.value(
        """
        SELECT count(*) FROM failed_banks AS b JOIN etl_runs AS r ON r.id = b.run_id
        WHERE acquirer <> iif(r.source = 'a.csv', 'A', 'B')
        """) == 0)
  }
}
