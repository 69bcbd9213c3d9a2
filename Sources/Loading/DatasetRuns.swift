package import SQLite

/// How the imports of one dataset stand: the last good one, and the last that failed.
package struct DatasetRuns: Sendable, Equatable {
  /// An import that loaded its file, or found it loaded.
  package struct Success: Sendable, Equatable {
    /// The run's number: of the run that loaded the file, where it was only seen again since.
    package let run: Int64
    /// When the file was loaded or last found unchanged, as RFC 3339 in UTC.
    package let at: String
    /// How long ago that is, in seconds; negative for a time in the future, by a clock that was wrong.
    package let ageSeconds: Int64
    /// Whether it would have been later than now, by more than clocks differ: its age is not known.
    package var isInFuture: Bool { ageSeconds < -clockSlackSeconds }
    /// Whether the file's records were loaded but for some rejects.
    package let hasRejects: Bool
    /// What became of the records.
    package let counts: RunCounts
  }

  /// An import that failed after it had begun.
  package struct Failure: Sendable, Equatable {
    /// The run's number.
    package let run: Int64
    /// When it ended, as RFC 3339 in UTC.
    package let at: String
    /// Why; empty where the process ended before it could say so.
    package let message: String
  }

  /// The dataset's name.
  package let dataset: String
  /// The last good import; nil before the first.
  package let lastSuccess: Success?
  /// The last import that failed, however long ago; nil where none did.
  package let lastFailure: Failure?

  /// A dataset without imports.
  package init(dataset: String) {
    self.dataset = dataset
    lastSuccess = nil
    lastFailure = nil
  }

  /// Every dataset that had an import, by name.
  ///
  /// - Parameter database: a database with a ledger of this program's version.
  /// - Returns: nothing before the first import.
  /// - Throws: `DatabaseError`.
  /// - Complexity: the number of runs, for each dataset.
  package static func all(in database: Database) throws(DatabaseError) -> [DatasetRuns] {
    try database.rows(query).map(DatasetRuns.init)
  }

  /// By how much clocks may differ, in seconds.
  private static let clockSlackSeconds: Int64 = 300

  /// Rows that were changed by hand say nothing of how old the data is: such a run has no file.
  private static let query = """
    SELECT d.dataset, good.id, good.last_seen_at,
      unixepoch('now') - unixepoch(good.last_seen_at), good.status, good.read, good.inserted,
      good.updated, good.unchanged, good.rejected, good.skipped, good.deleted,
      bad.id, coalesce(bad.finished_at, bad.last_seen_at), bad.message
    FROM (SELECT DISTINCT dataset FROM main.etl_runs) AS d
    LEFT JOIN main.etl_runs AS good ON good.id = (
      SELECT id FROM main.etl_runs
      WHERE dataset = d.dataset AND status IN ('succeeded', 'succeeded_with_rejects')
        AND sha256 IS NOT NULL
      ORDER BY unixepoch(last_seen_at) > unixepoch('now') + \(clockSlackSeconds),
        last_seen_at DESC, id DESC LIMIT 1)
    LEFT JOIN main.etl_runs AS bad ON bad.id = (
      SELECT max(id) FROM main.etl_runs WHERE dataset = d.dataset AND status = 'failed')
    ORDER BY d.dataset
    """

  private init(_ row: [Value]) {
    dataset = row[0].text ?? ""
    lastSuccess = row[1].integer.map { run in
      var counts = RunCounts()
      counts.read = row[5].integer ?? 0
      counts.inserted = row[6].integer ?? 0
      counts.updated = row[7].integer ?? 0
      counts.unchanged = row[8].integer ?? 0
      counts.rejected = row[9].integer ?? 0
      counts.skipped = row[10].integer ?? 0
      counts.deleted = row[11].integer ?? 0
      return Success(
        run: run, at: row[2].text ?? "", ageSeconds: row[3].integer ?? 0,
        hasRejects: row[4] == "succeeded_with_rejects", counts: counts)
    }
    lastFailure = row[12].integer.map { run in
      Failure(run: run, at: row[13].text ?? "", message: row[14].text ?? "")
    }
  }
}
