package import Records
package import SQLite

/// Loads the records of one file into the tables of its dataset: batch by batch, in transactions that
/// also keep the account of it.
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
    /// What the file is held against; guards that need the whole of it rule `commitEvery` out.
    package var guards = GuardCheck()
    /// The run to go on with: its records are read again, but not loaded again.
    package var resuming: UnfinishedRun?
    /// How many rows are put in in the order of the file, before those of a batch are sorted by key.
    var unsortedRows = KeyOrder.unsortedRows
    /// Whether the program was asked to stop; asked between batches.
    package var isInterrupted: @Sendable () -> Bool = { false }

    /// One transaction, without guards, never interrupted.
    package init() {}
  }

  private let database: Database
  private let tables: [TargetTable]
  private let ledger: Ledger
  private let start: Ledger.Start
  private let options: Options
  private var rowLoader: RowLoader?
  private var indexes: [SecondaryIndexes] = []
  private var rowsBefore: Int64 = 0
  private var lastRead: Int64?
  private var isTruncated = false
  private var progress = Ledger.Progress()
  private var uncommitted: Int64 = 0

  /// The run's number in the ledger.
  package private(set) var run: Int64 = 0
  /// Whether some of the file's records are committed.
  package private(set) var hasCommitted = false
  /// What became of the records so far.
  package private(set) var counts = RunCounts()
  /// Whether rows that the file lacks are kept, because a reject may be about any of them.
  package private(set) var keepsAbsentRows = false

  /// Opens the run and its first transaction.
  ///
  /// - Parameters:
  ///   - database: the database, with its ledger prepared, locked for this program.
  ///   - tables: where the rows go, each behind those that it refers to; at least one.
  ///   - start: what the ledger is to say of the run.
  ///   - options: how to load.
  /// - Throws: `LoadError` when a table does not fit, or `DatabaseError`.
  package init(
    _ database: Database, _ tables: [TargetTable], _ start: Ledger.Start, _ options: Options
  ) throws {
    self.database = database
    self.tables = tables
    self.start = start
    self.options = options
    ledger = try Ledger(database)
    for table in tables { try table.check(in: database) }
    try database.execute("BEGIN IMMEDIATE")
    do {
      try begin()
    } catch {
      database.rollback()
      throw error
    }
  }

  private func begin() throws {
    lastRead = try ledger.lastRead(of: start.dataset, source: start.comparedSource)
    if let unfinished = options.resuming {
      run = unfinished.id
      counts = unfinished.counts
      hasCommitted = true
      try ledger.resume(run)
    } else {
      run = try ledger.insert(start)
    }
    for table in tables {
      let rows = try rowCount(table)
      rowsBefore += rows
      if rows == 0 { indexes.append(try SecondaryIndexes(of: table, in: database)) }
    }
    let rowLoader = try RowLoader(database, tables, run: run, unsortedRows: options.unsortedRows)
    for (target, rows) in zip(rowLoader.targets, options.resuming?.rows ?? []) {
      target.rows = rows
      rowsBefore -= rows.inserted
    }
    self.rowLoader = rowLoader
  }

  private func rowCount(_ table: TargetTable) throws(DatabaseError) -> Int64 {
    try database.value("SELECT count(*) FROM \(table.sql)")?.integer ?? 0
  }

  /// Loads a batch; commits when it is time to.
  ///
  /// - Parameters:
  ///   - batch: the records.
  ///   - rows: their rows and rejects; the rows that a table refuses are added to the rejects.
  /// - Throws: `LoadError` of kind `interrupted`, or `DatabaseError`. `fail` is to be called then.
  package func load(_ batch: borrowing RecordBatch, _ rows: inout RowBatch) throws {
    guard !options.isInterrupted() else { throw LoadError(.interrupted, "stopped by a signal") }
    guard let rowLoader else { preconditionFailure("the run is over") }
    let done = options.resuming?.counts.read ?? 0
    rows.rejects.removeAll { $0.record <= done }
    let loaded = try rowLoader.load(batch, &rows, after: done)
    for reject in rows.rejects {
      if reject.code == .truncated { isTruncated = true }
      try ledger.insert(reject, run: run)
    }
    counts.add(loaded)
    counts.repaired += try ledger.insertRepairs(of: rows, after: done, run: run)
    uncommitted += loaded.read
    progress = Ledger.Progress(
      records: counts.read, bytes: batch.consumedBytes, sha256: batch.consumedSHA256)
    guard let every = options.commitEvery, uncommitted >= every,
      !options.guards.needsWholeFile
    else { return }
    try commitPiece()
  }

  /// Keeps the rows of a record that became a reject from being deleted as absent from the file.
  ///
  /// - Parameters:
  ///   - key: the record's key, in the order of the table's columns; nil when it can't be read, and
  ///     then nothing is deleted, because the record may be about any row.
  ///   - batch: the batch with the bytes of the key's text.
  /// - Throws: `DatabaseError` when the row can't be looked up.
  package func protect(_ key: [Cell]?, in batch: borrowing RecordBatch) throws {
    guard let key else {
      keepsAbsentRows = true
      return
    }
    try rowLoader?.protect(key, in: batch)
  }

  /// Commits what was loaded so far and goes on in a new transaction.
  private func commitPiece() throws {
    try checkBalance()
    try restoreIndexes()
    try ledger.update(run, counts, progress)
    for target in rowLoader?.targets ?? [] {
      try ledger.update(run, target.table, target.rows)
      try Ledger.keepIDs(of: target.table.name, in: database)
    }
    try commit()
    hasCommitted = true
    uncommitted = 0
    try database.execute("BEGIN IMMEDIATE")
  }

  private func restoreIndexes() throws(DatabaseError) {
    for index in indexes { try index.restore(in: database) }
    indexes = []
  }

  /// Ends the run and commits it.
  ///
  /// - Parameters:
  ///   - sha256: the hash of the whole file, as `sha256sum` prints it.
  ///   - bytes: its size.
  /// - Returns: how many rows the first table has that the file doesn't.
  /// - Throws: `LoadError` when a guard refuses the file or the counts do not add up, or
  ///   `DatabaseError`. `fail` is to be called then.
  package func finish(sha256: String, bytes: Int64) throws -> Int64 {
    guard let rowLoader else { preconditionFailure("the run is over") }
    try checkBalance()
    if !keepsAbsentRows { counts.deleted = try rowLoader.deleteAbsentRows() }
    let targets = rowLoader.targets
    try options.guards.check(
      GuardCheck.Outcome(
        counts: counts, rowsBefore: rowsBefore,
        rowsChanged: targets.reduce(0) { $0 + $1.rows.updated },
        lastRead: lastRead, isTruncated: isTruncated,
        committed: options.resuming?.counts.read ?? 0))
    try restoreIndexes()
    progress = Ledger.Progress(records: counts.read, bytes: bytes)
    try ledger.update(run, counts, progress)
    var absent: [Int64] = []
    for target in targets {
      let rowsAfter = try rowCount(target.table)
      absent.append(try rowsAbsent(rowsAfter, target.rows))
      try ledger.update(run, target.table, target.rows, rowsAfter: rowsAfter)
    }
    try ledger.finish(
      run, counts.rejected == 0 ? .succeeded : .succeededWithRejects, sha256: sha256, bytes: bytes,
      absent: absent[0], message: nil)
    try ledger.noteSchema(run)
    try ledger.resolveRejects(
      run, of: start.dataset, in: tables, targets.map(\.judge.names))
    self.rowLoader = nil
    try commit()
    return absent[0]
  }

  /// How many rows a table has beyond those that the file is about.
  private func rowsAbsent(_ rowsAfter: Int64, _ rows: RowCounts) throws(LoadError) -> Int64 {
    guard rowsAfter >= rows.met else {
      throw LoadError(.unbalanced, "expected \(rows.met) rows or more but found \(rowsAfter)")
    }
    return rowsAfter - rows.met
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

  private func commit() throws(DatabaseError) {
    try database.commit(unless: options.isInterrupted)
  }
}
