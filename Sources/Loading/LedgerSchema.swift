package import SQLite

/// The program's own tables, in the database they account for.
package enum LedgerSchema {
  /// Makes the tables, or brings older ones up to date.
  ///
  /// - Parameter database: the database; not in a transaction.
  /// - Throws: `DatabaseError`; the database is then as before. `LoadError` of kind
  ///   `unsuitableTable` where a newer program made the tables.
  package static func prepare(_ database: Database) throws {
    guard try version(of: database) != steps.count else { return }
    try database.transaction {
      let present = try version(of: database)
      guard present <= steps.count else { throw newerLedger(present) }
      for step in steps[present...] { try database.execute(step) }
      try database.execute("DELETE FROM etl_ledger")
      try database.execute("INSERT INTO etl_ledger VALUES (?)", [.integer(Int64(steps.count))])
    }
  }

  /// Whether the database has a ledger.
  ///
  /// - Parameter database: the database.
  /// - Returns: false before the first import.
  /// - Throws: `DatabaseError` when it can't be read.
  package static func isPresent(in database: Database) throws(DatabaseError) -> Bool {
    try version(of: database) > 0
  }

  /// Checks that the ledger is one that this program can read without changing it.
  ///
  /// - Parameter database: a database with a ledger.
  /// - Throws: `LoadError` of kind `olderLedger` or `newerLedger`, or `DatabaseError`.
  package static func requireCurrent(in database: Database) throws {
    let present = try version(of: database)
    if present > steps.count { throw newerLedger(present) }
    guard present == steps.count else {
      throw LoadError(
        .olderLedger,
        "expected ledger version \(steps.count) but found \(present): the next import updates it")
    }
  }

  private static func newerLedger(_ present: Int) -> LoadError {
    LoadError(
      .newerLedger,
      "expected ledger version \(steps.count) or older but found \(present): "
        + "a newer bank-etl made it; install that one")
  }

  private static func version(of database: Database) throws(DatabaseError) -> Int {
    let exists = try database.value("SELECT 1 FROM main.sqlite_schema WHERE name = 'etl_ledger'")
    guard exists != nil else { return 0 }
    return Int(try database.value("SELECT version FROM etl_ledger")?.integer ?? 0)
  }

  /// What each version of the ledger added; the version is how many of them were applied.
  private static let steps = [
    """
    CREATE TABLE etl_ledger (version INTEGER NOT NULL) STRICT;

    -- One row an import. The ids are never used again: AUTOINCREMENT.
    CREATE TABLE etl_runs (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      dataset TEXT NOT NULL,
      source TEXT NOT NULL,
      sha256 TEXT,
      bytes INTEGER,
      declaration TEXT NOT NULL,
      dialect TEXT,
      status TEXT NOT NULL CHECK (
        status IN ('running', 'succeeded', 'succeeded_with_rejects', 'failed', 'undone')),
      started_at TEXT NOT NULL,
      finished_at TEXT,
      last_seen_at TEXT NOT NULL,
      read INTEGER NOT NULL DEFAULT 0,
      inserted INTEGER NOT NULL DEFAULT 0,
      updated INTEGER NOT NULL DEFAULT 0,
      unchanged INTEGER NOT NULL DEFAULT 0,
      rejected INTEGER NOT NULL DEFAULT 0,
      skipped INTEGER NOT NULL DEFAULT 0,
      deleted INTEGER NOT NULL DEFAULT 0,
      absent INTEGER,
      committed_records INTEGER NOT NULL DEFAULT 0,
      committed_bytes INTEGER NOT NULL DEFAULT 0,
      committed_sha256 TEXT,
      tool_version TEXT NOT NULL,
      message TEXT,
      CHECK (status IN ('running', 'failed')
        OR read = inserted + updated + unchanged + rejected + skipped)
    ) STRICT;

    -- One row a record that was not loaded. raw is TEXT, or BLOB where it is no UTF-8.
    CREATE TABLE etl_rejects (
      run_id INTEGER NOT NULL,
      record INTEGER NOT NULL,
      line INTEGER NOT NULL,
      column_name TEXT,
      code TEXT NOT NULL,
      message TEXT NOT NULL,
      raw ANY NOT NULL,
      PRIMARY KEY (run_id, record)
    ) STRICT, WITHOUT ROWID;

    -- One row a column that an import changed in a row that was there.
    CREATE TABLE etl_changes (
      table_name TEXT NOT NULL,
      row_id INTEGER NOT NULL,
      run_id INTEGER NOT NULL,
      column_name TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('update', 'delete')),
      old ANY,
      new ANY,
      PRIMARY KEY (table_name, row_id, run_id, column_name)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    -- header: the source text of the file's header, TEXT, or BLOB where it is no UTF-8.
    ALTER TABLE etl_runs ADD COLUMN header ANY;
    -- When it was taken back, and which run was the last one then.
    ALTER TABLE etl_runs ADD COLUMN undone_at TEXT;
    ALTER TABLE etl_runs ADD COLUMN undone_after INTEGER;
    ALTER TABLE etl_runs ADD COLUMN pruned_at TEXT;
    -- What the table and the schema were at the end: how many rows, and SQLite's schema_version.
    ALTER TABLE etl_runs ADD COLUMN rows_after INTEGER;
    ALTER TABLE etl_runs ADD COLUMN schema_after INTEGER;
    -- The record's key, where it could be read, and the later run that loaded a record with it.
    ALTER TABLE etl_rejects ADD COLUMN record_key TEXT;
    ALTER TABLE etl_rejects ADD COLUMN resolved_by INTEGER;

    -- The tables that an import may have written.
    CREATE TABLE etl_run_tables (
      run_id INTEGER NOT NULL,
      table_name TEXT NOT NULL,
      PRIMARY KEY (run_id, table_name)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO etl_run_tables
    SELECT id, substr(declaration, first, instr(declaration, '" policy ') - first)
    FROM (SELECT id, declaration, instr(declaration, '" table "') + 9 AS first FROM etl_runs)
    WHERE first > 9 AND instr(declaration, '" policy ') > first;

    -- A row that an import inserted needs no image until it is gone: the kind 'insert' keeps what
    -- undoing the import has removed. (The kinds are not in a list: SQLite would look each one up in
    -- a table of its own, which takes as long as all the rest of a row.)
    ALTER TABLE etl_changes RENAME TO etl_changes_1;
    CREATE TABLE etl_changes (
      table_name TEXT NOT NULL,
      row_id INTEGER NOT NULL,
      run_id INTEGER NOT NULL,
      column_name TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind = 'insert' OR kind = 'update' OR kind = 'delete'),
      old ANY,
      new ANY,
      PRIMARY KEY (table_name, row_id, run_id, column_name)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO etl_changes SELECT * FROM etl_changes_1;
    DROP TABLE etl_changes_1;
    """,
    """
    -- A table's place among those of the run, what the run wrote there, and how many rows it had in
    -- the end: etl_runs.rows_after is no longer used.
    ALTER TABLE etl_run_tables ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE etl_run_tables ADD COLUMN inserted INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE etl_run_tables ADD COLUMN updated INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE etl_run_tables ADD COLUMN rows_after INTEGER;
    UPDATE etl_run_tables AS t SET (inserted, updated, rows_after) =
      (SELECT inserted, updated, rows_after FROM etl_runs WHERE id = t.run_id);
    """,
    """
    -- One row a record that was loaded as one small change made it. raw as in etl_rejects.
    CREATE TABLE etl_repairs (
      run_id INTEGER NOT NULL,
      record INTEGER NOT NULL,
      line INTEGER NOT NULL,
      message TEXT NOT NULL,
      raw ANY NOT NULL,
      PRIMARY KEY (run_id, record)
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE etl_runs ADD COLUMN repaired INTEGER NOT NULL DEFAULT 0;
    """,
    """
    -- Where a run's file came from, when it was read by its URL: the addresses without names,
    -- passwords and keys, and what the server said to tell one version of the file from another.
    CREATE TABLE etl_downloads (
      run_id INTEGER PRIMARY KEY,
      url TEXT NOT NULL,
      final_url TEXT NOT NULL,
      etag TEXT,
      last_modified TEXT,
      fetched_at TEXT NOT NULL
    ) STRICT;
    """,
    """
    -- The bytes that changes have replaced in BLOB columns, once each: an image in etl_changes names
    -- them as 'sha256:' and the hash.
    CREATE TABLE etl_files (
      id INTEGER PRIMARY KEY,
      sha256 TEXT NOT NULL UNIQUE,
      bytes BLOB NOT NULL
    ) STRICT;
    """,
  ]
}
