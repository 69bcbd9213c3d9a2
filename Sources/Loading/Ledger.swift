internal import Records
package import SQLite

/// The account of imports that the database keeps: `etl_runs` and `etl_rejects`.
package final class Ledger {
  private let database: Database
  private let insertReject: Statement

  /// What is known of a run when it starts.
  package struct Start: Sendable {
    /// The dataset's name.
    package var dataset: String
    /// The source's path as given.
    package var source: String
    /// What identifies the dataset's declaration: another one may load the same file otherwise.
    package var declaration: String
    /// Encoding, delimiter, header line and so on, as a JSON object.
    package var dialect: String
    /// This program's version.
    package var toolVersion: String

    /// A start with all its parts.
    package init(
      dataset: String, source: String, declaration: String, dialect: String, toolVersion: String
    ) {
      self.dataset = dataset
      self.source = source
      self.declaration = declaration
      self.dialect = dialect
      self.toolVersion = toolVersion
    }
  }

  /// How far a run's records are committed, so that a later one can go on from there.
  struct Progress: Sendable, Equatable {
    var records: Int64 = 0
    var bytes: Int64 = 0
    var sha256: [UInt8] = []
  }

  /// The ledger of a database, whose tables `LedgerSchema` has made.
  ///
  /// - Parameter database: the database.
  /// - Throws: `DatabaseError` when its tables can't be used.
  package init(_ database: Database) throws(DatabaseError) {
    self.database = database
    insertReject = try Statement(
      database,
      """
      INSERT INTO main.etl_rejects (run_id, record, line, column_name, code, message, raw)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, isReused: true)
  }

  /// The time now, as RFC 3339 in UTC.
  private static let now = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"

  /// Starts a run, in the caller's transaction.
  func insert(_ start: Start) throws(DatabaseError) -> Int64 {
    try database.execute(
      """
      INSERT INTO main.etl_runs (dataset, source, declaration, dialect, tool_version,
        status, started_at, last_seen_at)
      VALUES (?, ?, ?, ?, ?, 'running', \(Ledger.now), \(Ledger.now))
      """,
      [
        .text(start.dataset), .text(start.source), .text(start.declaration), .text(start.dialect),
        .text(start.toolVersion),
      ])
    return database.lastInsertRowID
  }

  /// Adds a record that is not loaded.
  func insert(_ reject: Reject, run: Int64) throws(DatabaseError) {
    let isText = String(validating: reject.raw, as: UTF8.self)
    try insertReject.run([
      .integer(run), .integer(reject.record), .integer(reject.line), .optional(reject.column),
      .text(reject.code.rawValue), .text(reject.message),
      isText.map(Value.text) ?? .blob(reject.raw),
    ])
  }

  /// Says how far the run is, in the transaction that commits it.
  func update(_ run: Int64, _ counts: RunCounts, _ progress: Progress) throws(DatabaseError) {
    try database.execute(
      """
      UPDATE main.etl_runs SET read = ?, inserted = ?, updated = ?, unchanged = ?, rejected = ?,
        skipped = ?, committed_records = ?, committed_bytes = ?,
        committed_sha256 = lower(hex(?)),
        last_seen_at = \(Ledger.now)
      WHERE id = ?
      """,
      [
        .integer(counts.read), .integer(counts.inserted), .integer(counts.updated),
        .integer(counts.unchanged), .integer(counts.rejected), .integer(counts.skipped),
        .integer(progress.records), .integer(progress.bytes), .blob(progress.sha256),
        .integer(run),
      ])
  }

  /// Ends a run.
  func finish(
    _ run: Int64, _ status: RunStatus, sha256: String?, bytes: Int64?, absent: Int64?,
    message: String?
  ) throws(DatabaseError) {
    try database.execute(
      """
      UPDATE main.etl_runs SET status = ?, sha256 = ?, bytes = ?, absent = ?, message = ?,
        finished_at = \(Ledger.now), last_seen_at = \(Ledger.now)
      WHERE id = ?
      """,
      [
        .text(status.rawValue), .optional(sha256), .optional(bytes), .optional(absent),
        .optional(message), .integer(run),
      ])
  }

  /// Marks the runs whose process ended before they did; to be called with the database locked.
  ///
  /// - Throws: `DatabaseError` when the ledger can't be written.
  package func closeAbandonedRuns() throws(DatabaseError) {
    try database.execute(
      """
      UPDATE main.etl_runs SET status = 'failed', finished_at = last_seen_at,
        message = 'the process ended before the run did'
      WHERE status = 'running'
      """)
  }

  /// The run that loaded a file, if the table is still as that run left it.
  ///
  /// - Parameters:
  ///   - sha256: the hash of the file.
  ///   - start: the dataset and the declaration it would be loaded with.
  /// - Returns: the run, or nil when the file is new, was loaded otherwise, or a later run of the
  ///   dataset wrote rows.
  /// - Throws: `DatabaseError` when the ledger can't be read.
  package func runThatLoaded(sha256: String, _ start: Start) throws(DatabaseError) -> Int64? {
    try database.value(
      """
      SELECT id FROM main.etl_runs AS r
      WHERE dataset = ? AND sha256 = ? AND declaration = ?
        AND status IN ('succeeded', 'succeeded_with_rejects')
        AND NOT EXISTS (SELECT 1 FROM main.etl_runs AS later
          WHERE later.dataset = r.dataset AND later.id > r.id
            AND later.inserted + later.updated > 0)
      ORDER BY id DESC LIMIT 1
      """, [.text(start.dataset), .text(sha256), .text(start.declaration)])?.integer
  }

  /// Notes that the file of a run was met again and changed nothing.
  ///
  /// - Parameter run: the run that loaded it.
  /// - Throws: `DatabaseError` when the ledger can't be written.
  package func noteSeen(_ run: Int64) throws(DatabaseError) {
    try database.execute(
      "UPDATE main.etl_runs SET last_seen_at = \(Ledger.now) WHERE id = ?", [.integer(run)])
  }
}
