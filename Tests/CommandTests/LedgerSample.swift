import Loading
import SQLite

/// A database with a ledger of three runs, as imports would have left it.
enum LedgerSample {
  static func make(in workspace: Workspace, named name: String = "bank.db") throws {
    let database = try Database(path: workspace.path(name), access: .create)
    try LedgerSchema.prepare(database)
    try database.execute(
      """
      INSERT INTO etl_runs (id, dataset, source, sha256, bytes, declaration, dialect, status,
        started_at, finished_at, last_seen_at, read, inserted, updated, unchanged, rejected,
        skipped, absent, tool_version, message)
      VALUES
        (1, 'failed-banks', 'a.csv', 'aa', 100, 'd',
          '{"encoding":"utf-8","delimiter":"comma","header_line":1}', 'succeeded',
          '2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05.250Z', '2026-01-02T03:04:05.250Z',
          7, 7, 0, 0, 0, 0, 0, '0.1.0', NULL),
        (2, 'failed-banks', 'b.csv', 'bb', 200, 'd', '', 'succeeded_with_rejects',
          '2026-01-03T03:04:05.000Z', '2026-01-03T03:04:06.000Z', '2026-01-03T03:04:06.000Z',
          9, 1, 2, 3, 2, 1, 0, '0.1.0', NULL),
        (3, 'failed-banks', 'b' || char(27) || '[31m.csv', NULL, NULL, 'd', NULL, 'failed',
          '2026-01-04T03:04:05.000Z', NULL, '2026-01-04T03:04:05.000Z',
          0, 0, 0, 0, 0, 0, NULL, '0.1.0', 'the disk is full');
      INSERT INTO etl_rejects (run_id, record, line, column_name, code, message, raw)
      VALUES
        (2, 4, 5, 'Cert', 'invalid_integer', 'expected a whole number but found "x"', 'A,x'),
        (2, 8, 10, NULL, 'invalid_encoding', 'byte 2 is no utf-8', x'42ff2c37');
      """)
  }
}
