package import SQLite

/// A run that ended before its file did, with some of its records committed.
package struct UnfinishedRun: Sendable, Equatable {
  /// The run's number.
  package let id: Int64
  /// What became of the records that are committed.
  package let counts: RunCounts
  /// How many bytes of the file had been read by then.
  package let committedBytes: Int64
  /// The SHA-256 of those bytes, as `sha256sum` prints it.
  package let committedSHA256: String
  /// For each of its tables, the rows that it wrote.
  let rows: [RowCounts]
}

// MARK: What earlier runs left

extension Ledger {
  /// The run of a dataset that can be gone on with, if its file starts as it did then.
  ///
  /// - Parameters:
  ///   - start: the dataset and the declaration that the new run would have.
  ///   - tables: the tables that it fills.
  /// - Returns: the dataset's newest run, when it has committed records and did not finish, and the
  ///   rows that it wrote are all there.
  /// - Throws: `DatabaseError` when the ledger can't be read.
  package func unfinishedRun(
    _ start: Start, in tables: [TargetTable]
  ) throws(DatabaseError) -> UnfinishedRun? {
    let rows = try database.rows(
      """
      SELECT id, read, inserted, updated, unchanged, rejected, skipped, committed_bytes,
        committed_sha256, repaired
      FROM main.etl_runs AS r
      WHERE dataset = ? AND declaration = ? AND status IN ('running', 'failed')
        AND \(Ledger.isUnfinished)
      ORDER BY id DESC LIMIT 1
      """, [.text(start.dataset), .text(start.declaration)])
    guard let row = rows.first, let id = row[0].integer, let sha256 = row[8].text else {
      return nil
    }
    var counts = RunCounts()
    counts.read = row[1].integer ?? 0
    counts.inserted = row[2].integer ?? 0
    counts.updated = row[3].integer ?? 0
    counts.unchanged = row[4].integer ?? 0
    counts.rejected = row[5].integer ?? 0
    counts.skipped = row[6].integer ?? 0
    counts.repaired = row[9].integer ?? 0
    guard let written = try rowsWritten(by: id, to: tables) else { return nil }
    return UnfinishedRun(
      id: id, counts: counts, committedBytes: row[7].integer ?? 0, committedSHA256: sha256,
      rows: written)
  }

  /// Whether a run that has not succeeded can be gone on with, as far as the ledger knows, as SQL about a
  /// row `r` of `etl_runs`.
  private static let isUnfinished = """
    r.committed_records > 0 AND NOT EXISTS (SELECT 1 FROM main.etl_runs AS later
      WHERE later.dataset = r.dataset AND later.id > r.id AND later.read > 0)
    """

  /// What `closeAbandonedRuns` says of a run.
  private static let abandonedMessage = "the process ended before the run did"

  /// Whether the process of a run is gone and the next import of its dataset goes on with it, if the file
  /// starts as it did, as SQL about a row `r` of `etl_runs`.
  package static let isAbandoned = """
    (r.status = 'failed' AND r.message = '\(abandonedMessage)' AND \(isUnfinished))
    """

  /// For each table, the rows that a run wrote; nil where they are not all there as it left them.
  private func rowsWritten(
    by run: Int64, to tables: [TargetTable]
  ) throws(DatabaseError) -> [RowCounts]? {
    var written: [RowCounts] = []
    for table in tables {
      let known = try database.rows(
        "SELECT inserted, updated FROM main.etl_run_tables WHERE run_id = ? AND table_name = ?",
        [.integer(run), .text(table.name)])
      var rows = RowCounts()
      rows.inserted = known.first?[0].integer ?? 0
      rows.updated = known.first?[1].integer ?? 0
      let found = try database.value(
        "SELECT count(*) FROM \(table.sql) WHERE run_id = ?", [.integer(run)])
      guard found == .integer(rows.inserted + rows.updated) else { return nil }
      written.append(rows)
    }
    return written
  }

  /// Says what a run has written to a table so far, in the transaction that commits it.
  func update(
    _ run: Int64, _ table: TargetTable, _ rows: RowCounts, rowsAfter: Int64? = nil
  ) throws(DatabaseError) {
    try database.execute(
      """
      UPDATE main.etl_run_tables SET inserted = ?, updated = ?, rows_after = ?
      WHERE run_id = ? AND table_name = ?
      """,
      [
        .integer(rows.inserted), .integer(rows.updated), .optional(rowsAfter), .integer(run),
        .text(table.name),
      ])
  }

  /// Says how many rows each table of a run has, in the transaction that commits it.
  func noteRows(_ run: Int64) throws(DatabaseError) {
    let tables = try database.rows(
      "SELECT table_name FROM main.etl_run_tables WHERE run_id = ?", [.integer(run)])
    for table in tables.compactMap({ $0[0].text }) {
      try database.execute(
        """
        UPDATE main.etl_run_tables SET rows_after = (SELECT count(*) FROM main.\(quoted(table)))
        WHERE run_id = ? AND table_name = ?
        """, [.integer(run), .text(table)])
    }
  }

  /// Says what the schema is at the end of a run.
  func noteSchema(_ run: Int64) throws(DatabaseError) {
    try database.execute(
      """
      UPDATE main.etl_runs
      SET schema_after = (SELECT schema_version FROM pragma_schema_version) WHERE id = ?
      """, [.integer(run)])
  }

  /// Puts a run back under way, in the caller's transaction.
  func resume(_ run: Int64) throws(DatabaseError) {
    try database.execute(
      """
      UPDATE main.etl_runs SET status = 'running', finished_at = NULL, message = NULL,
        last_seen_at = \(Ledger.now)
      WHERE id = ?
      """, [.integer(run)])
  }

  /// Marks the runs whose process ended before they did; to be called with the database locked.
  ///
  /// - Throws: `DatabaseError` when the ledger can't be written.
  package func closeAbandonedRuns() throws(DatabaseError) {
    try database.execute(
      """
      UPDATE main.etl_runs SET status = 'failed', finished_at = last_seen_at,
        message = '\(Ledger.abandonedMessage)'
      WHERE status = 'running'
      """)
  }

  /// Whether a file of this size was loaded as this one is to be: otherwise there is no use in hashing
  /// it first.
  ///
  /// - Parameters:
  ///   - start: the dataset and the declaration it would be loaded with.
  ///   - bytes: its size; nil where any file counts.
  /// - Returns: false before the first such run that succeeded.
  /// - Throws: `DatabaseError` when the ledger can't be read.
  package func hasLoaded(_ start: Start, bytes: Int64?) throws(DatabaseError) -> Bool {
    try database.value(
      """
      SELECT 1 FROM main.etl_runs WHERE dataset = ?1 AND declaration = ?2
        AND status IN ('succeeded', 'succeeded_with_rejects') AND (?3 IS NULL OR bytes = ?3) LIMIT 1
      """, [.text(start.dataset), .text(start.declaration), .optional(bytes)]) != nil
  }

  /// The run that loaded a file, if its tables are still as that run left them.
  ///
  /// - Parameters:
  ///   - sha256: the hash of the file.
  ///   - start: the dataset and the declaration it would be loaded with, and the tables that it fills.
  ///   - appends: whether records only append: then what later runs wrote does not matter.
  /// - Returns: the run, or nil when the file is new, was loaded otherwise, a later run wrote rows of
  ///   one of the tables, or an earlier one was undone meanwhile: rows that the file has too may have
  ///   gone with it.
  /// - Throws: `DatabaseError` when the ledger can't be read.
  package func runThatLoaded(
    sha256: String, _ start: Start, appends: Bool = false
  ) throws(DatabaseError) -> Int64? {
    // Rows that went, or a table that was made anew, leave no run behind: the number of rows and
    // the schema's version tell. (An edit of a row by another program can't be seen.)
    var isAsLeft: [String] = []
    var values: [Value] = [
      .text(start.dataset), .text(sha256), .text(start.declaration), .integer(appends ? 1 : 0),
    ]
    // The lists that follow it in the same file left the tables as they are to be.
    let following = start.followingDeclarations.map { declaration in
      values.append(.text(declaration))
      return "?\(values.count)"
    }.joined(separator: ", ")
    let follows =
      """
      other.id > r.id AND other.sha256 = r.sha256 AND other.declaration IN (\(following))
        AND other.status IN ('succeeded', 'succeeded_with_rejects')
      """
    for table in start.tables {
      let exists = try database.value(
        "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE",
        [.text(table)])
      guard exists != nil else { return nil }
      let count = try database.value("SELECT count(*) FROM main.\(quoted(table))")
      values += [.text(table), count ?? .null]
      let (name, rows) = ("?\(values.count - 1)", "?\(values.count)")
      isAsLeft.append(
        """
        EXISTS (SELECT 1 FROM main.etl_run_tables
          WHERE run_id = (SELECT max(other.id) FROM main.etl_runs AS other
              WHERE other.id = r.id OR \(follows))
            AND table_name = \(name) COLLATE NOCASE
            AND iif(?4, rows_after <= \(rows), rows_after = \(rows)))
        AND (?4 OR NOT EXISTS (SELECT 1 FROM main.etl_runs AS other
          WHERE EXISTS (SELECT 1 FROM main.etl_run_tables
            WHERE run_id = other.id AND table_name = \(name) COLLATE NOCASE) AND CASE
            WHEN other.id < r.id THEN other.undone_after >= r.id
            ELSE other.id > r.id AND other.status <> 'undone' AND NOT (\(follows))
              AND other.inserted + other.updated + other.deleted > 0 END))
        """)
    }
    return try database.value(
      """
      SELECT id FROM main.etl_runs AS r
      WHERE dataset = ?1 AND sha256 = ?2 AND declaration = ?3
        AND status IN ('succeeded', 'succeeded_with_rejects')
        AND schema_after = (SELECT schema_version FROM pragma_schema_version)
        AND \(isAsLeft.joined(separator: "\nAND "))
      ORDER BY id DESC LIMIT 1
      """, values)?.integer
  }

  /// How many records the last file of a dataset that was loaded had, nil before the first.
  ///
  /// A run without a file is an edit by hand, with which no file is to be compared; and one of several
  /// lists of a file is only compared with the same one.
  ///
  /// - Parameters:
  ///   - dataset: the dataset's name.
  ///   - source: the source that it must have been; nil for any.
  /// - Returns: the number of records.
  /// - Throws: `DatabaseError` when the ledger can't be read.
  func lastRead(of dataset: String, source: String? = nil) throws(DatabaseError) -> Int64? {
    try database.value(
      """
      SELECT read FROM main.etl_runs
      WHERE dataset = ? AND status IN ('succeeded', 'succeeded_with_rejects')
        AND sha256 IS NOT NULL AND source = coalesce(?, source)
      ORDER BY id DESC LIMIT 1
      """, [.text(dataset), .optional(source)])?.integer
  }
}
