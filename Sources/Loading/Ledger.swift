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
    /// The tables that the run may write, each behind those that its rows refer to.
    package var tables: [String]
    /// The source text of the file's header, as UTF-8; nil where it has none.
    package var header: [UInt8]?
    /// Whether the source is one of several lists of a file, of which each has its run.
    package var isPart = false
    /// The declarations of the lists of the file that are loaded after this one.
    package var followingDeclarations: [String] = []
    /// The source that a load before is to have been to be compared with; nil for any.
    var comparedSource: String? { isPart ? source : nil }

    /// Where the file comes from, when it is read by its URL.
    package var download: DownloadRecord?

    /// A start with all its parts.
    package init(
      dataset: String, source: String, declaration: String, dialect: String, toolVersion: String,
      tables: [String], header: [UInt8]? = nil
    ) {
      self.dataset = dataset
      self.source = source
      self.declaration = declaration
      self.dialect = dialect
      self.toolVersion = toolVersion
      self.tables = tables
      self.header = header
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
      INSERT INTO main.etl_rejects (run_id, record, line, column_name, code, message, raw,
        record_key)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, isReused: true)
  }

  /// The time now, as RFC 3339 in UTC.
  static let now = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"

  /// Starts a run, in the caller's transaction.
  func insert(_ start: Start) throws(DatabaseError) -> Int64 {
    try database.execute(
      """
      INSERT INTO main.etl_runs (dataset, source, declaration, dialect, tool_version,
        header, status, started_at, last_seen_at)
      VALUES (?, ?, ?, ?, ?, ?, 'running', \(Ledger.now), \(Ledger.now))
      """,
      [
        .text(start.dataset), .text(start.source), .text(start.declaration), .text(start.dialect),
        .text(start.toolVersion), start.header.map(Ledger.textOrBytes) ?? .null,
      ])
    let run = database.lastInsertRowID
    if let download = start.download { try note(download, of: run) }
    for (position, table) in start.tables.enumerated() {
      try database.execute(
        "INSERT INTO main.etl_run_tables (run_id, table_name, position) VALUES (?, ?, ?)",
        [.integer(run), .text(table), .integer(Int64(position))])
    }
    return run
  }

  /// Source text as the ledger keeps it: bytes that are no UTF-8 stay bytes.
  static func textOrBytes(_ bytes: [UInt8]) -> Value {
    String(validating: bytes, as: UTF8.self).map(Value.text) ?? .blob(bytes)
  }

  /// Adds a record that is not loaded.
  func insert(_ reject: Reject, run: Int64) throws(DatabaseError) {
    try insertReject.run([
      .integer(run), .integer(reject.record), .integer(reject.line), .optional(reject.column),
      .text(reject.code.rawValue), .text(reject.message),
      Ledger.textOrBytes(reject.raw), .optional(reject.key),
    ])
  }

  /// Says how far the run is, in the transaction that commits it.
  func update(_ run: Int64, _ counts: RunCounts, _ progress: Progress) throws(DatabaseError) {
    try database.execute(
      """
      UPDATE main.etl_runs SET read = ?, inserted = ?, updated = ?, unchanged = ?, rejected = ?,
        skipped = ?, deleted = ?, repaired = ?, committed_records = ?, committed_bytes = ?,
        committed_sha256 = lower(hex(?)),
        last_seen_at = \(Ledger.now)
      WHERE id = ?
      """,
      [
        .integer(counts.read), .integer(counts.inserted), .integer(counts.updated),
        .integer(counts.unchanged), .integer(counts.rejected), .integer(counts.skipped),
        .integer(counts.deleted), .integer(counts.repaired),
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
    for row in try database.rows(
      "SELECT table_name FROM main.etl_run_tables WHERE run_id = ?", [.integer(run)])
    {
      if let table = row[0].text { try Ledger.keepIDs(of: table, in: database) }
    }
  }

  /// Sees to it that no id that a table has now is given to another row, when its row is gone.
  ///
  /// SQLite notes the largest id of an AUTOINCREMENT table in `sqlite_sequence` when a statement
  /// ends: one that fails, and keeps its rows (OR FAIL), ends before that.
  static func keepIDs(of table: String, in database: Database) throws(DatabaseError) {
    let isConcerned = try database.value(
      "SELECT sql LIKE '%AUTOINCREMENT%' FROM main.sqlite_schema WHERE type = 'table' AND name = ?",
      [.text(table)])
    guard isConcerned == 1 else { return }
    // `max(_rowid_)` within another statement reads the whole of an index.
    let largest = try database.value(
      "SELECT _rowid_ FROM main.\(quoted(table)) ORDER BY _rowid_ DESC LIMIT 1")?.integer
    guard let largest, largest > 0 else { return }
    // "Applications can modify the SQLITE_SEQUENCE table using ordinary UPDATE, INSERT, and DELETE
    // statements." (sqlite.org/autoinc.html)
    try database.execute(
      "UPDATE main.sqlite_sequence SET seq = ?2 WHERE name = ?1 AND seq < ?2",
      [.text(table), .integer(largest)])
    try database.execute(
      """
      INSERT INTO main.sqlite_sequence SELECT ?1, ?2
      WHERE NOT EXISTS (SELECT 1 FROM main.sqlite_sequence WHERE name = ?1)
      """, [.text(table), .integer(largest)])
  }

  /// Notes that the file of a run was met again and changed nothing.
  ///
  /// - Parameters:
  ///   - run: the run that loaded it.
  ///   - download: where it came from this time, when it was read by its URL.
  /// - Throws: `DatabaseError` when the ledger can't be written.
  package func noteSeen(_ run: Int64, _ download: DownloadRecord? = nil) throws(DatabaseError) {
    try database.execute(
      "UPDATE main.etl_runs SET last_seen_at = \(Ledger.now) WHERE id = ?", [.integer(run)])
    if let download { try note(download, of: run) }
  }
}
