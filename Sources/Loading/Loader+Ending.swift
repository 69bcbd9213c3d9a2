internal import Records
internal import SQLite

// MARK: The end of the run

extension Loader {
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
    try loadWaiting()
    if !keepsAbsentRows { counts.deleted = try deleteAbsentRows(rowLoader) }
    try rowLoader.loadHeld { rows, loaded in try accountLate(for: rows, loaded) }
    try checkBalance()
    let targets = rowLoader.targets
    try options.guards.check(
      GuardCheck.Outcome(
        counts: counts, rowsBefore: rowsBefore,
        rowsChanged: targets.reduce(0) { $0 + $1.rows.updated },
        lastRead: lastRead, isTruncated: isTruncated, contraryDates: contraryDates,
        committed: committed))
    try restoreIndexes()
    try ledger.update(run, counts, Ledger.Progress(records: counts.read, bytes: bytes))
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
    if let mended = options.mends {
      try ledger.resolveRejects(of: mended, by: run, read: counts.read)
    }
    try ledger.resolveRejects(
      run, of: start.dataset, in: tables, targets.map(\.judge.names))
    self.rowLoader = nil
    try commit()
    return absent[0]
  }

  /// Takes what became of records that had to wait into the counts and the ledger, and keeps their rejects.
  func accountLate(for rows: borrowing RowBatch, _ loaded: RunCounts) throws {
    guard !options.isInterrupted() else { throw LoadError(.interrupted, "stopped by a signal") }
    try account(for: rows, loaded, after: 0)
    lateRejects += rows.rejects.prefix(max(0, Self.keptLateRejects - lateRejects.count))
  }

  /// Deletes the rows that the file lacks; a signal ends it, because it may take long.
  private func deleteAbsentRows(_ rowLoader: RowLoader) throws -> Int64 {
    let watch = InterruptionWatch(database, isRequested: options.isInterrupted)
    return try withExtendedLifetime(watch) {
      do {
        return try rowLoader.deleteAbsentRows()
      } catch let error as DatabaseError where error.kind == .interrupted {
        throw LoadError(.interrupted, "stopped by a signal")
      }
    }
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

  func checkBalance() throws(LoadError) {
    guard counts.isBalanced else {
      throw LoadError(.unbalanced, "expected the counts to add up but found \(counts)")
    }
  }

  func commit() throws(DatabaseError) {
    try database.commit(unless: options.isInterrupted)
  }
}
