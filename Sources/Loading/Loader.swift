package import Datasets
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
    /// Commits come at the end of a batch: the reader's batches are to be no larger than this. A table
    /// that is replaced, and guards that need the whole file, rule them out.
    package var commitEvery: Int64?
    /// What the file is held against.
    package var guards = GuardCheck(lifting: Set(GuardCheck.Name.allCases))
    /// The run to go on with: its records are read again, but not loaded again.
    package var resuming: UnfinishedRun?
    /// The run whose rejects the file has, mended and in their order; nil where it is said of none.
    package var mends: Int64?
    /// How many rows are put in in the order of the file, before those of a batch are sorted by key.
    var unsortedRows = KeyOrder.unsortedRows
    /// How many bytes of records that wait for others are kept in memory; the rest is in a file.
    var waitingMemory = WaitingRecords.memory
    /// Whether the program was asked to stop; asked between batches.
    package var isInterrupted: @Sendable () -> Bool = { false }

    /// One transaction, without guards, never interrupted.
    package init() {}
  }

  let database: Database
  let tables: [TargetTable]
  let ledger: Ledger
  let start: Ledger.Start
  let options: Options
  /// After how many records a transaction is committed, nil where the file is one.
  private let commitEvery: Int64?
  var rowLoader: RowLoader?
  private var indexes: [SecondaryIndexes] = []
  /// How many rows the tables had before, where a guard asks.
  private(set) var rowsBefore: Int64 = 0
  private(set) var lastRead: Int64?
  private(set) var isTruncated = false
  /// Dates that can only be read in another order than that of their column, where others may be wrong.
  package var contraryDates: ContraryDates?
  private var progress = Ledger.Progress()
  private var uncommitted: Int64 = 0
  /// How many records are to have come, since the last commit, before one is tried again.
  private var nextAttempt: Int64 = 0

  /// The run's number in the ledger.
  package internal(set) var run: Int64 = 0
  /// Whether some of the file's records are committed.
  package private(set) var hasCommitted = false
  /// What became of the records so far.
  package internal(set) var counts = RunCounts()
  /// How many records of the file are committed.
  private(set) var committed: Int64 = 0
  /// The rejects that no batch had when it was loaded: those of records that waited for other
  /// rows to come or to go; the first of them, as many as a report shows.
  package internal(set) var lateRejects: [Reject] = []
  /// How many of these are kept.
  static let keptLateRejects = 1_000
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
    self.tables = try tables.map { table throws(DatabaseError) in
      try table.comparingKeys(in: database)
    }
    self.start = start
    self.options = options
    // What the whole file decides, whether a guard holds or rows that it lacks can go, may refuse it.
    let needsWholeFile = options.guards.needsWholeFile || tables.contains(where: \.isReplaced)
    commitEvery = needsWholeFile ? nil : options.commitEvery
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
      committed = counts.read
      try ledger.resume(run)
    } else {
      run = try ledger.insert(start)
    }
    for table in tables {
      if try table.isEmpty(in: database) {
        indexes.append(try SecondaryIndexes(of: table, in: database))
      }
      // Counting reads a whole index.
      if options.guards.needsRowCount { rowsBefore += try rowCount(table) }
    }
    let rowLoader = try RowLoader(
      database, tables, run: run, unsortedRows: options.unsortedRows,
      waitingMemory: options.waitingMemory)
    for (target, rows) in zip(rowLoader.targets, options.resuming?.rows ?? []) {
      target.rows = rows
      rowsBefore -= rows.inserted
    }
    self.rowLoader = rowLoader
  }

  func rowCount(_ table: TargetTable) throws(DatabaseError) -> Int64 {
    try database.value("SELECT count(*) FROM \(table.sql)")?.integer ?? 0
  }

  /// Loads a batch; commits when it is time to.
  ///
  /// A record that refers to a row which may come behind it waits, and is not counted yet: see
  /// `loadWaiting` and `lateRejects`.
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
    try account(for: rows, loaded, after: done)
    progress = Ledger.Progress(
      records: counts.read, bytes: batch.consumedBytes, sha256: batch.consumedSHA256)
    guard let commitEvery, uncommitted + waitingCount >= max(commitEvery, nextAttempt)
    else { return }
    try commitPiece()
  }

  /// Takes what became of records into the counts and the ledger.
  func account(
    for rows: borrowing RowBatch, _ loaded: RunCounts, after done: Int64
  ) throws(DatabaseError) {
    for reject in rows.rejects {
      if reject.code == .truncated { isTruncated = true }
      try ledger.insert(reject, run: run)
    }
    counts.add(loaded)
    counts.repaired += try ledger.insertRepairs(of: rows, after: done, run: run)
    uncommitted += loaded.read
  }

  /// Loads the records that waited for the rows they refer to: the file has no more of them.
  ///
  /// Those that find nothing become rejects.
  ///
  /// - Throws: `DatabaseError`. `fail` is to be called then.
  package func loadWaiting() throws { try loadWaiting(isEnd: true) }

  private func loadWaiting(isEnd: Bool) throws {
    try rowLoader?.loadWaiting(isEnd: isEnd) { rows, loaded in
      try accountLate(for: rows, loaded)
    }
  }

  /// Whether the load takes the less time the more rows a batch has, because they are put in the order of
  /// their keys.
  ///
  /// It depends on nothing but the batches so far, so that a run that goes on meets the same ones. Where
  /// commits, which come at the end of batches, are to be frequent, these stay as they are.
  package var gainsFromLargeBatches: Bool {
    commitEvery ?? .max >= Self.seldom && rowLoader?.keyOrder.isSorting == true
  }

  /// Between so many records there is room for many batches.
  private static let seldom: Int64 = 1_000_000

  private var waitingCount: Int64 { Int64(rowLoader?.waiting?.count ?? 0) }

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
  ///
  /// Nothing is committed while records wait: what is committed is all that came before some place of the
  /// file, and a run that goes on from there knows no others. It is tried again after as many records as
  /// came until now, so that all attempts take no longer than twice the last.
  private func commitPiece() throws {
    try loadWaiting(isEnd: false)
    guard waitingCount == 0 else {
      nextAttempt = 2 * (uncommitted + waitingCount)
      return
    }
    nextAttempt = 0
    progress.records = counts.read
    try checkBalance()
    try restoreIndexes()
    try ledger.update(run, counts, progress)
    for target in rowLoader?.targets ?? [] {
      try ledger.update(run, target.table, target.rows)
      try Ledger.keepIDs(of: target.table.name, in: database)
    }
    try commit()
    hasCommitted = true
    committed = counts.read
    uncommitted = 0
    try database.execute("BEGIN IMMEDIATE")
  }

  func restoreIndexes() throws(DatabaseError) {
    for index in indexes { try index.restore(in: database) }
    indexes = []
  }
}
