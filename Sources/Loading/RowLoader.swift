internal import Records
internal import SQLite

/// Loads batches of rows into the tables of a dataset, within the caller's transaction.
///
/// Where there is one table, a statement that is refused in the middle keeps the rows before it (this
/// file). Where there are several, a record that any of them refuses must leave nothing in the others,
/// and what a deferred foreign key refuses shows only behind the statement (`loadTogether`).
final class RowLoader {
  let database: Database
  let targets: [TargetLoader]
  /// Those that the records which are loaded now have something for.
  private(set) var activeTargets: [TargetLoader] = []
  let batchTable: BatchTable
  let run: Int64
  private var keyOrder: KeyOrder
  private let loadsTogether: Bool
  /// Whether a parent may come in the same file behind the records that refer to it.
  let awaitsParents: Bool
  /// Whether it can be told which rows of a batch have no parent: no trigger can make one.
  let findsOrphans: Bool
  /// Whether the batch before had such rows: then they are looked for before a statement finds out.
  var expectsOrphans = false
  /// The records whose parent has not come yet.
  var waiting: WaitingRecords

  /// Prepares the statements of a run.
  ///
  /// - Parameters:
  ///   - database: the database.
  ///   - tables: the tables, each behind those that it refers to.
  ///   - run: the run.
  ///   - unsortedRows: how many rows go in in the order of the file, before those of a batch are
  ///     sorted by key.
  /// - Throws: `DatabaseError` when a table does not fit them.
  init(
    _ database: Database, _ tables: [TargetTable], run: Int64, unsortedRows: Int
  ) throws(DatabaseError) {
    self.database = database
    self.run = run
    let columnCount = (tables.flatMap(\.cells).max() ?? -1) + 1
    let batchTable = try BatchTable(database, columnCount: columnCount)
    self.batchTable = batchTable
    waiting = WaitingRecords(columnCount: columnCount)
    awaitsParents = try tables.mayHaveParentsBehind(in: database)
    var isAlone = tables.count == 1
    if isAlone { isAlone = try !ForeignKey.mayBeDeferred(of: tables[0].name, in: database) }
    loadsTogether = !isAlone
    let isOrderFree = isAlone ? try tables[0].takesRowsInAnyOrder(in: database) : false
    keyOrder = KeyOrder(
      keyPositions: isOrderFree ? tables[0].keyCells : [], unsortedRows: unsortedRows)
    var targets: [TargetLoader] = []
    for (index, table) in tables.enumerated() {
      targets.append(
        try TargetLoader(
          database, batchTable, table, run: run, end: index == 0 ? "" : "_\(index)",
          isAlone: isAlone))
    }
    self.targets = targets
    findsOrphans = !targets.contains(where: \.hasTriggers)
    activeTargets = targets
  }

  /// The tables.
  var tables: [TargetTable] { targets.map(\.table) }

  /// Loads a batch.
  ///
  /// - Parameters:
  ///   - batch: the records.
  ///   - rows: their rows; what a table refuses is added to `rows.rejects`.
  ///   - done: how many records of the file were loaded by the same run before: their rows are
  ///     looked up, so that repetitions of them are known, and neither loaded nor counted.
  /// - Returns: what became of the rows and the rejects; of records that wait, nothing yet.
  /// - Throws: `DatabaseError` when the load can't go on; the caller's transaction is to be
  ///   rolled back.
  func load(
    _ batch: borrowing RecordBatch, _ rows: inout RowBatch, after done: Int64
  ) throws(DatabaseError) -> RunCounts {
    var outcome = Outcome()
    let firstRow = rows.numbers.prefix { $0 <= done }.count
    let parts = rows.parts(in: 0..<rows.rowCount)
    // The rows of a part stay together.
    let isOrdered = firstRow == 0 && parts.count == 1
    let order = isOrdered ? keyOrder.order(of: rows, in: batch) : []
    if !isOrdered { keyOrder.pass(rows.rowCount) }
    let rejectedBefore = firstRow == 0 ? [] : try rejected(of: rows, upTo: done)
    for row in rejectedBefore { try protect(key(ofRow: row, rows), in: batch) }
    try batchTable.withBatch(batch, rows, order: order) { () throws(DatabaseError) in
      for target in targets { target.judge.beginBatch() }
      for part in rows.parts(in: 0..<firstRow) {
        try begin(lacking: part.absentColumns)
        try lookUp(part.rows, without: rejectedBefore)
      }
      for part in rows.parts(in: firstRow..<rows.rowCount) {
        try begin(lacking: part.absentColumns)
        if loadsTogether {
          try loadTogether(part.rows, &outcome)
        } else {
          try loadAlone(part.rows, &outcome)
        }
      }
    }
    if !loadsTogether { targets[0].rows.add(outcome.counts.rows) }
    for target in targets { try target.images?.write() }
    try addRejects(outcome, batch, &rows)
    outcome.counts.rejected = Int64(rows.rejects.count)
    let repeated = rows.repeatedHeaders.count { $0 > done }
    outcome.counts.skipped += Int64(repeated)
    outcome.counts.read = Int64(
      rows.rowCount - firstRow + rows.rejects.count - outcome.refused.count + repeated)
    return outcome.counts
  }

  /// Says which cells of the rows that come next mean nothing.
  private func begin(lacking cells: [Int]) throws(DatabaseError) {
    activeTargets.removeAll()
    for target in targets where try target.begin(lacking: cells) { activeTargets.append(target) }
  }

  /// Marks the rows as seen that the run had found in the tables before it was stopped.
  private func lookUp(_ part: Range<Int>, without rejected: [Int]) throws(DatabaseError) {
    for target in activeTargets {
      batchTable.showAllRows()
      for row in rejected { batchTable.skip(row: row) }
      try target.sift(part, isNeeded: true)
      target.rows.unchanged += target.judge.tally.unchanged
    }
  }

  /// The rows among the first `done` records that the run had rejected: one table may have the row
  /// as it is, though another refused it.
  private func rejected(
    of rows: borrowing RowBatch, upTo done: Int64
  ) throws(DatabaseError) -> [Int] {
    let numbers = try database.rows(
      "SELECT record FROM main.etl_rejects WHERE run_id = ? AND record BETWEEN ? AND ?",
      [.integer(run), .integer(rows.numbers.first ?? 0), .integer(done)]
    ).compactMap { $0[0].integer }
    return numbers.compactMap { rows.numbers.firstIndex(of: $0) }
  }
}

// MARK: One table

extension RowLoader {
  /// Loads a part of the batch into the only table.
  private func loadAlone(_ part: Range<Int>, _ outcome: inout Outcome) throws(DatabaseError) {
    let target = targets[0]
    let changed = try target.sift(part)
    outcome.add(target.judge.tally, sent: Int(target.judge.tally.count))
    outcome.counts.updated += try target.update(changed) { row, error in
      outcome.refused.append(Refusal(row: row, reason: .constraint(error.message)))
    }
    if expectsOrphans {
      try loadWithoutOrphans(part, into: target, isKnown: false, &outcome)
    } else {
      try load(part, into: target, &outcome)
    }
  }

  /// Loads a part of the batch, going on after each row that the table refuses.
  func load(
    _ part: Range<Int>, into target: TargetLoader, _ outcome: inout Outcome
  ) throws(DatabaseError) {
    var start = part.lowerBound
    while start < part.upperBound {
      batchTable.window = start..<part.upperBound
      target.judge.beginStatement()
      do throws(DatabaseError) {
        try target.write()
        outcome.add(target.judge.tally, sent: batchTable.shownRowCount)
        // It may have ended early, for the images that it has gathered.
        start = batchTable.window.upperBound
        if start < part.upperBound { try target.images?.write() }
      } catch {
        guard error.kind == .constraint, database.isInTransaction, !error.isMeddlingTrigger
        else { throw error }
        guard !error.isForeignKeyViolation, !target.readsAllRowsFirst || part.count == 1 else {
          target.judge.undoStatement()
          let rest = start..<part.upperBound
          let isDone =
            if error.isForeignKeyViolation, part.count > 1, findsOrphans {
              try loadWithoutOrphans(rest, into: target, isKnown: true, &outcome)
            } else { false }
          if !isDone { try loadSingly(rest, into: target, error, &outcome) }
          return
        }
        let refused = batchTable.currentPlace
        guard try settle(start..<refused, of: target, &outcome) else {
          // What was in its way may be gone.
          start = refused
          continue
        }
        outcome.refused.append(
          Refusal(row: batchTable.row(at: refused), reason: .constraint(error.message)))
        start = refused + 1
      }
    }
  }

  /// Counts the rows that a failed statement had loaded before the one that was refused; whether they
  /// are all there, as that one found them.
  ///
  /// OR FAIL keeps them where the constraint is one of the insert. "The UPSERT … does not apply to
  /// failed NOT NULL, CHECK, or foreign key constraints", and an update's constraints and those of
  /// STRICT tables abort: SQLite has then undone the whole statement, which a count of 0 changes
  /// shows, and the rows are loaded again.
  private func settle(
    _ loaded: Range<Int>, of target: TargetLoader, _ outcome: inout Outcome
  ) throws(DatabaseError) -> Bool {
    batchTable.window = loaded
    target.judge.withdrawUpdate(ofRow: batchTable.row(at: loaded.upperBound))
    let sent = batchTable.shownRowCount
    let tally = target.judge.tally
    let written = Int64(sent) - tally.count + tally.updated
    guard written > 0, database.changes == 0 else {
      outcome.add(tally, sent: sent)
      return true
    }
    target.judge.undoStatement()
    let refused = outcome.refused.count
    try load(loaded, into: target, &outcome)
    return outcome.refused.count == refused
  }

  /// Loads rows one by one, where SQLite does not say which of them it refused.
  ///
  /// A foreign key is checked at the statement's end; where the table has triggers, SQLite reads
  /// all rows before it inserts the first. In both cases the failed statement was undone.
  private func loadSingly(
    _ part: Range<Int>, into target: TargetLoader, _ cause: DatabaseError,
    _ outcome: inout Outcome
  ) throws(DatabaseError) {
    guard part.count > 1 else {
      let reason: Refusal.Reason =
        cause.isForeignKeyViolation
        ? .orphan(try target.orphanReason(cause.message)) : .constraint(cause.message)
      outcome.refused.append(
        Refusal(row: batchTable.row(at: part.lowerBound), reason: reason))
      return
    }
    for row in part { try load(row..<row + 1, into: target, &outcome) }
  }
}
