package import Records
package import SQLite

/// Loads the records of one file into one table: batch by batch, in transactions that also keep
/// the account of it.
///
/// A load that is not finished (an error, a signal) leaves what its committed transactions hold and
/// nothing more: by default a file is one transaction.
package final class Loader {
  /// How a load behaves.
  package struct Options: Sendable {
    /// After how many records a transaction is committed, nil for one transaction a file.
    ///
    /// Commits come at the end of a batch: the reader's batches are to be no larger than this.
    package var commitEvery: Int64?
    /// Whether the program was asked to stop; asked between batches.
    package var isInterrupted: @Sendable () -> Bool = { false }

    /// One transaction, never interrupted.
    package init() {}
  }

  private let database: Database
  private let table: TargetTable
  private let ledger: Ledger
  private let start: Ledger.Start
  private let options: Options
  private var rowLoader: RowLoader?
  private var progress = Ledger.Progress()
  private var uncommitted: Int64 = 0
  private var hasCommitted = false

  /// The run's number in the ledger.
  package private(set) var run: Int64 = 0
  /// What became of the records so far.
  package private(set) var counts = RunCounts()

  /// Opens the run and its first transaction.
  ///
  /// - Parameters:
  ///   - database: the database, with its ledger prepared, locked for this program.
  ///   - table: where the rows go.
  ///   - start: what the ledger is to say of the run.
  ///   - options: how to load.
  /// - Throws: `LoadError` when the table does not fit, or `DatabaseError`.
  package init(
    _ database: Database, _ table: TargetTable, _ start: Ledger.Start, _ options: Options
  ) throws {
    self.database = database
    self.table = table
    self.start = start
    self.options = options
    ledger = try Ledger(database)
    try table.check(in: database)
    try database.execute("BEGIN IMMEDIATE")
    do {
      run = try ledger.insert(start)
      rowLoader = try RowLoader(database, table, run: run)
    } catch {
      database.rollback()
      throw error
    }
  }

  /// Loads a batch; commits when it is time to.
  ///
  /// - Parameters:
  ///   - batch: the records.
  ///   - rows: their rows and rejects; the rows that the table refuses are added to the rejects.
  /// - Throws: `LoadError` of kind `interrupted`, or `DatabaseError`. `fail` is to be called then.
  package func load(_ batch: borrowing RecordBatch, _ rows: inout RowBatch) throws {
    guard !options.isInterrupted() else { throw LoadError(.interrupted, "stopped by a signal") }
    guard let rowLoader else { preconditionFailure("the run is over") }
    let loaded = try rowLoader.load(batch, &rows)
    for reject in rows.rejects { try ledger.insert(reject, run: run) }
    counts.add(loaded)
    uncommitted += loaded.read
    progress = Ledger.Progress(
      records: counts.read, bytes: batch.consumedBytes, sha256: batch.consumedSHA256)
    if let every = options.commitEvery, uncommitted >= every { try commitPiece() }
  }

  /// Commits what was loaded so far and goes on in a new transaction.
  private func commitPiece() throws {
    try checkBalance()
    try ledger.update(run, counts, progress)
    try commit()
    hasCommitted = true
    uncommitted = 0
    try database.execute("BEGIN IMMEDIATE")
  }

  /// Ends the run and commits it.
  ///
  /// - Parameters:
  ///   - sha256: the hash of the whole file, as `sha256sum` prints it.
  ///   - bytes: its size.
  /// - Returns: how many rows the table has that the file doesn't.
  /// - Throws: `LoadError` when the counts do not add up, or `DatabaseError`. `fail` is to be
  ///   called then.
  package func finish(sha256: String, bytes: Int64) throws -> Int64 {
    try checkBalance()
    let rows = try database.value("SELECT count(*) FROM main.\(quoted(table.name))")?.integer ?? 0
    let absent = rows - counts.inserted - counts.updated - counts.unchanged
    progress = Ledger.Progress(records: counts.read, bytes: bytes)
    try ledger.update(run, counts, progress)
    try ledger.finish(
      run, counts.rejected == 0 ? .succeeded : .succeededWithRejects, sha256: sha256, bytes: bytes,
      absent: absent, message: nil)
    rowLoader = nil
    try commit()
    return absent
  }

  /// Rolls the open transaction back and says in the ledger why the run failed.
  ///
  /// - Parameter message: the reason, as one line.
  package func fail(_ message: String) {
    rollback()
    // What made the load fail may make this fail too; the first error is the one to report.
    try? database.transaction {
      if !hasCommitted { run = try ledger.insert(start) }
      try ledger.finish(
        run, .failed, sha256: nil, bytes: nil, absent: nil, message: message)
    }
  }

  /// Rolls the open transaction back and leaves no trace, where no record changed anything.
  package func abandon() { rollback() }

  private func rollback() {
    // In this order: a rollback brings the load's temporary objects back if they were dropped in
    // the transaction.
    database.rollback()
    rowLoader = nil
  }

  private func checkBalance() throws(LoadError) {
    guard counts.isBalanced else {
      throw LoadError(.unbalanced, "expected the counts to add up but found \(counts)")
    }
  }

  /// Commits, waiting for readers that hold the database.
  private func commit() throws(DatabaseError) {
    // "An attempt to execute COMMIT might also result in an SQLITE_BUSY return code if there is an
    // another thread or process has an open read connection. When COMMIT fails in this way, the
    // transaction remains active and the COMMIT can be retried later after the reader has had a
    // chance to clear." (sqlite.org/lang_transaction.html)
    var attempts = Loader.commitAttempts
    while true {
      do throws(DatabaseError) {
        return try database.execute("COMMIT")
      } catch {
        attempts -= 1
        guard error.kind == .busy, attempts > 0, !options.isInterrupted() else { throw error }
      }
    }
  }

  /// How often a COMMIT is tried; each waits as long as the connection's busy time-out.
  private static let commitAttempts = 12
}

extension RunCounts {
  /// Adds the counts of a batch.
  mutating func add(_ other: RunCounts) {
    read += other.read
    inserted += other.inserted
    updated += other.updated
    unchanged += other.unchanged
    rejected += other.rejected
    skipped += other.skipped
  }
}
