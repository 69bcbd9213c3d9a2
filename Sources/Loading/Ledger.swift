internal import Records
package import SQLite

/// The account of imports that the database keeps: `etl_runs` and `etl_rejects`.
package final class Ledger {
  let database: Database
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
  static let now = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"

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
        skipped = ?, deleted = ?, committed_records = ?, committed_bytes = ?,
        committed_sha256 = lower(hex(?)),
        last_seen_at = \(Ledger.now)
      WHERE id = ?
      """,
      [
        .integer(counts.read), .integer(counts.inserted), .integer(counts.updated),
        .integer(counts.unchanged), .integer(counts.rejected), .integer(counts.skipped),
        .integer(counts.deleted),
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

  /// Notes that the file of a run was met again and changed nothing.
  ///
  /// - Parameter run: the run that loaded it.
  /// - Throws: `DatabaseError` when the ledger can't be written.
  package func noteSeen(_ run: Int64) throws(DatabaseError) {
    try database.execute(
      "UPDATE main.etl_runs SET last_seen_at = \(Ledger.now) WHERE id = ?", [.integer(run)])
  }
}
