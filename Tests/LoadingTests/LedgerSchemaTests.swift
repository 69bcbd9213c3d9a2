import SQLite
import Testing

@testable import Loading

@Suite struct LedgerSchemaTests {
  /// The ledger as version 1 made it, with an import and what it changed.
  private static let version1 = """
    CREATE TABLE etl_ledger (version INTEGER NOT NULL) STRICT;
    INSERT INTO etl_ledger VALUES (1);
    CREATE TABLE etl_runs (
      id INTEGER PRIMARY KEY AUTOINCREMENT, dataset TEXT NOT NULL, source TEXT NOT NULL,
      sha256 TEXT, bytes INTEGER, declaration TEXT NOT NULL, dialect TEXT, status TEXT NOT NULL,
      started_at TEXT NOT NULL, finished_at TEXT, last_seen_at TEXT NOT NULL,
      read INTEGER NOT NULL DEFAULT 0, inserted INTEGER NOT NULL DEFAULT 0,
      updated INTEGER NOT NULL DEFAULT 0, unchanged INTEGER NOT NULL DEFAULT 0,
      rejected INTEGER NOT NULL DEFAULT 0, skipped INTEGER NOT NULL DEFAULT 0, absent INTEGER,
      committed_records INTEGER NOT NULL DEFAULT 0, committed_bytes INTEGER NOT NULL DEFAULT 0,
      committed_sha256 TEXT, tool_version TEXT NOT NULL, message TEXT
    ) STRICT;
    CREATE TABLE etl_rejects (
      run_id INTEGER NOT NULL, record INTEGER NOT NULL, line INTEGER NOT NULL, column_name TEXT,
      code TEXT NOT NULL, message TEXT NOT NULL, raw ANY NOT NULL, PRIMARY KEY (run_id, record)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE etl_changes (
      table_name TEXT NOT NULL, row_id INTEGER NOT NULL, run_id INTEGER NOT NULL,
      column_name TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('update', 'delete')),
      old ANY, new ANY, PRIMARY KEY (table_name, row_id, run_id, column_name)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO etl_runs (dataset, source, declaration, status, started_at, last_seen_at,
      tool_version)
    VALUES ('test', 'a.csv', 'dataset "test" table "t" policy upsert' || char(10) || 'key "k"',
      'succeeded', '', '', '0');
    INSERT INTO etl_changes VALUES ('t', 1, 2, 'b', 'update', 1.0, '1.0');
    """

  @Test func `an older ledger is refused for reading, and brought up to date for writing`() throws {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(Self.version1)
    let older = #expect(throws: LoadError.self) { try LedgerSchema.requireCurrent(in: database) }
    #expect(older?.kind == .olderLedger)
    try LedgerSchema.prepare(database)
    try LedgerSchema.requireCurrent(in: database)
    #expect(try LedgerRun(1, in: database).tables == ["t"])
    #expect(
      try database.rows("SELECT * FROM etl_changes")
        == [["t", 1, 2, "b", "update", .real(1), "1.0"]])
    try LedgerSchema.prepare(database)
  }

  @Test func `a newer ledger is left alone`() throws {
    let database = try Database(path: ":memory:", access: .create)
    try LedgerSchema.prepare(database)
    try database.execute("UPDATE etl_ledger SET version = 99")
    for attempt in [LedgerSchema.prepare, LedgerSchema.requireCurrent] {
      let newer = #expect(throws: LoadError.self) { try attempt(database) }
      #expect(newer?.kind == .newerLedger)
    }
  }
}
