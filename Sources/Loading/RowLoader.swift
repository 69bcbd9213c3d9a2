internal import Records
internal import SQLite

/// Loads batches of rows into one table, within the caller's transaction.
final class RowLoader {
  let database: Database
  let table: TargetTable
  private let batchTable: BatchTable
  let judge: Judge
  private let insert: Statement
  private var sift: Sift?
  /// Gathers what updates replace; nil where a trigger does.
  private let images: RowImages?
  private let tableHasTriggers: Bool
  private var keyOrder: KeyOrder

  /// Prepares the statements of a run.
  ///
  /// - Throws: `DatabaseError` when the table does not fit them.
  init(
    _ database: Database, _ table: TargetTable, run: Int64, unsortedRows: Int
  ) throws(DatabaseError) {
    self.database = database
    self.table = table
    batchTable = try BatchTable(database, columnCount: table.columns.count)
    let isOrderFree = try table.takesRowsInAnyOrder(in: database)
    keyOrder = KeyOrder(
      keyPositions: isOrderFree ? table.keyPositions : [], unsortedRows: unsortedRows)
    let needsTrigger = try !table.storesWhatItIsGiven(in: database)
    images = try needsTrigger || table.key.isEmpty ? nil : RowImages(database, table, run: run)
    judge = try Judge(database, batchTable, run: run, images: images)
    if needsTrigger { try database.execute(table.imageTrigger) }
    tableHasTriggers = try table.hasTriggers(in: database)
    insert = try Statement(
      database, table.insertStatement(keepsRows: !tableHasTriggers), isReused: true)
    insert.bind(.integer(run), at: 1)
    // Into an empty table every record is new: looking each up first would double the cost.
    let isEmpty = try database.value("SELECT 1 FROM main.\(quoted(table.name)) LIMIT 1") == nil
    sift =
      table.key.isEmpty || isEmpty
      ? nil : try Sift(database, table)
  }

  deinit {
    // The connection may be needed for another file; a failure here can't matter to the run.
    try? database.execute("DROP TRIGGER IF EXISTS temp.etl_image")
  }

  /// Loads a batch.
  ///
  /// - Parameters:
  ///   - batch: the records.
  ///   - rows: their rows; what the table refuses is added to `rows.rejects`.
  ///   - done: how many records of the file were loaded by the same run before: their rows are
  ///     looked up, so that repetitions of them are known, and neither loaded nor counted.
  /// - Returns: what became of the rows and the rejects.
  /// - Throws: `DatabaseError` when the load can't go on; the caller's transaction is to be
  ///   rolled back.
  func load(
    _ batch: borrowing RecordBatch, _ rows: inout RowBatch, after done: Int64
  ) throws(DatabaseError) -> RunCounts {
    var outcome = Outcome()
    let firstRow = rows.numbers.prefix { $0 <= done }.count
    let order = firstRow == 0 ? keyOrder.order(of: rows, in: batch) : []
    try batchTable.withBatch(batch, rows, order: order) { () throws(DatabaseError) in
      judge.beginBatch()
      judge.beginStatement(isUpdating: false)
      try sift?.look(0..<firstRow, of: batchTable)
      judge.beginStatement(isUpdating: false)
      try sift?.run(firstRow..<rows.rowCount, of: batchTable, judge)
      outcome.add(judge.tally, sent: Int(judge.tally.count))
      try load(firstRow..<rows.rowCount, &outcome)
    }
    try images?.write()
    try addRejects(outcome, batch, &rows)
    outcome.counts.rejected = Int64(rows.rejects.count)
    let repeated = rows.repeatedHeaders.count { $0 > done }
    outcome.counts.skipped += Int64(repeated)
    outcome.counts.read = Int64(
      rows.rowCount - firstRow + rows.rejects.count - outcome.refused.count + repeated)
    return outcome.counts
  }

  /// What became of a batch's rows so far.
  struct Outcome {
    var counts = RunCounts()
    var refused: [Refusal] = []

    /// Adds a statement that read `sent` rows of the batch.
    mutating func add(_ tally: Judge.Tally, sent: Int) {
      counts.inserted += Int64(sent) - tally.count
      counts.updated += tally.updated
      counts.unchanged += tally.unchanged
      counts.skipped += tally.skipped
      for duplicate in tally.duplicates {
        refused.append(Refusal(row: duplicate.row, reason: .duplicate(duplicate.firstLine)))
      }
    }
  }

  /// A row that is not loaded, with the reason.
  struct Refusal {
    enum Reason {
      case duplicate(Int64?)
      case constraint(String)
    }
    var row: Int
    var reason: Reason

    var code: RejectCode {
      switch reason {
      case .duplicate: .duplicateKey
      case .constraint: .constraint
      }
    }
  }

  /// Loads a part of the batch, going on after each row that the table refuses.
  private func load(_ part: Range<Int>, _ outcome: inout Outcome) throws(DatabaseError) {
    var start = part.lowerBound
    while start < part.upperBound {
      batchTable.window = start..<part.upperBound
      judge.beginStatement(isUpdating: true)
      do throws(DatabaseError) {
        try insert.run()
        try checkWritten(sent: batchTable.shownRowCount)
        outcome.add(judge.tally, sent: batchTable.shownRowCount)
        start = batchTable.window.upperBound
        if start < part.upperBound { try images?.write() }
      } catch {
        guard error.kind == .constraint, database.isInTransaction, !isMeddled(error) else {
          throw error
        }
        guard !error.isForeignKeyViolation, !tableHasTriggers || part.count == 1 else {
          judge.undoStatement()
          try loadSingly(start..<part.upperBound, error, &outcome)
          return
        }
        let refused = batchTable.currentPlace
        try settle(start..<refused, &outcome)
        outcome.refused.append(
          Refusal(row: batchTable.row(at: refused), reason: .constraint(error.message)))
        start = refused + 1
      }
    }
  }

  /// Checks that the statement wrote as many rows as it was given reason to.
  ///
  /// RAISE(IGNORE) in a trigger of the table leaves rows out, and SQLite calls it success.
  private func checkWritten(sent: Int) throws(DatabaseError) {
    let expected = Int64(sent) - judge.tally.count + judge.tally.updated
    guard tableHasTriggers, expected > 0, database.changes != expected else { return }
    throw DatabaseError(
      code: RowLoader.meddledCode,
      message: "expected \(expected) rows to be written but a trigger of \(quoted(table.name)) "
        + "let \(database.changes) pass: have it RAISE(ABORT) in place of IGNORE")
  }

  /// The code of an error that is not SQLite's: SQLITE_CONSTRAINT_TRIGGER.
  private static let meddledCode: Int32 = 1_811

  /// Whether a trigger has left rows out, which no load of single rows would cure.
  private func isMeddled(_ error: DatabaseError) -> Bool {
    error.code == RowLoader.meddledCode && error.sql == nil
  }

  /// Counts the rows that a failed statement had loaded before the one that was refused.
  ///
  /// OR FAIL keeps them where the constraint is one of the insert. "The UPSERT … does not apply to
  /// failed NOT NULL, CHECK, or foreign key constraints", and an update's constraints and those of
  /// STRICT tables abort: SQLite has then undone the whole statement, which a count of 0 changes
  /// shows, and the rows are loaded again.
  private func settle(_ loaded: Range<Int>, _ outcome: inout Outcome) throws(DatabaseError) {
    batchTable.window = loaded
    judge.withdrawUpdate(ofRow: batchTable.row(at: loaded.upperBound))
    let sent = batchTable.shownRowCount
    let written = Int64(sent) - judge.tally.count + judge.tally.updated
    guard written > 0, database.changes == 0 else {
      outcome.add(judge.tally, sent: sent)
      return
    }
    judge.undoStatement()
    try load(loaded, &outcome)
  }

  /// Loads rows one by one, where SQLite does not say which of them it refused.
  ///
  /// A foreign key is checked at the statement's end; where the table has triggers, SQLite reads
  /// all rows before it inserts the first. In both cases the failed statement was undone.
  private func loadSingly(
    _ part: Range<Int>, _ cause: DatabaseError, _ outcome: inout Outcome
  ) throws(DatabaseError) {
    guard part.count > 1 else {
      outcome.refused.append(
        Refusal(row: batchTable.row(at: part.lowerBound), reason: .constraint(cause.message)))
      return
    }
    for row in part { try load(row..<row + 1, &outcome) }
  }
}
