import SQLite
import Testing

@testable import Loading

struct LedgerCheckTests {
  /// Three rows of run 1 and one of run 2, and a ledger that says so.
  private static func database(_ change: String) throws -> Database {
    let database = try Database(path: ":memory:", access: .create)
    try LedgerSchema.prepare(database)
    try database.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, run_id INTEGER);
      INSERT INTO t (run_id) VALUES (1), (1), (1), (2);
      INSERT INTO etl_runs (id, dataset, source, declaration, status, started_at, last_seen_at,
        read, inserted, rejected, tool_version)
      VALUES (1, 'd', '', '', 'succeeded', '', '', 3, 3, 0, ''),
        (2, 'd', '', '', 'succeeded_with_rejects', '', '', 2, 1, 1, '');
      INSERT INTO etl_run_tables (run_id, table_name, rows_after) VALUES (1, 't', 3), (2, 'T', 4);
      INSERT INTO etl_rejects (run_id, record, line, code, message, raw) VALUES (2, 1, 2, '', '', '');
      \(change)
      """)
    return database
  }

  @Test(arguments: [
    ("", []),
    ("DELETE FROM t WHERE id = 1", ["\"T\": expected 4 rows"]),
    ("INSERT INTO t (run_id) VALUES (NULL)", ["\"T\": expected 4 rows"]),
    ("UPDATE t SET run_id = 7 WHERE id = 1", ["\"T\": 1 rows are of runs"]),
    ("DELETE FROM etl_rejects", ["run 2: expected 1 rejects but found 0"]),
    ("UPDATE etl_runs SET pruned_at = ''; DELETE FROM etl_rejects", []),
    ("DROP TABLE t", ["expected a table \"T\""]),
    (
      "PRAGMA ignore_check_constraints = 1; UPDATE etl_runs SET read = 9 WHERE id = 1",
      ["run 1: expected 9 records accounted for but found 3"]
    ),
    (
      """
      INSERT INTO etl_run_tables (run_id, table_name, rows_after) VALUES (2, 'u', 1);
      CREATE TABLE u (a)
      """, ["\"u\": expected 1 rows"]
    ),
  ])
  func `what does not agree is found once`(change: String, starts: [String]) throws {
    let findings = try LedgerCheck(Self.database(change)).findings
    #expect(findings.count == starts.count, "\(findings)")
    for (finding, start) in zip(findings, starts) { #expect(finding.hasPrefix(start)) }
  }

  @Test(arguments: [
    "UPDATE etl_runs SET undone_after = 2, status = 'undone' WHERE id = 2",
    """
    INSERT INTO etl_runs (id, dataset, source, declaration, status, started_at, last_seen_at,
      committed_records, tool_version) VALUES (3, 'd', '', '', 'failed', '', '', 1, '');
    INSERT INTO etl_run_tables (run_id, table_name) VALUES (3, 't')
    """,
  ])
  func `after what the ledger can't count there is a note`(change: String) throws {
    let check = try LedgerCheck(Self.database(change + "; DELETE FROM t WHERE id = 1"))
    #expect(check.findings == [] && check.notes.count >= 1, "\(check)")
  }
}
