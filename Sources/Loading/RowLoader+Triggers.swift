internal import Records
internal import SQLite

// MARK: Rows that a trigger makes

extension RowLoader {
  /// Whether a trigger makes what a row of the batch refers to, as the row comes in.
  ///
  /// It is tried, and taken back: then a record comes in when its parent is there, whether the table has a
  /// trigger or not. Foreign keys wait meanwhile, because the row may also refer to what is still to come.
  ///
  /// - Parameters:
  ///   - row: the row's index in the batch, which is in the order of the file.
  ///   - reference: the foreign key.
  /// - Returns: false without a trial where no table has a trigger.
  /// - Throws: `DatabaseError`, but not where a table refuses the row.
  func makesParent(ofRow row: Int, _ reference: Reference) throws(DatabaseError) -> Bool {
    guard !findsOrphans else { return false }
    try deferForeignKeys(true)
    batchTable.window = row..<row + 1
    batchTable.showAllRows()
    try database.execute("SAVEPOINT etl_trial")
    var isMade = false
    do throws(DatabaseError) {
      for target in activeTargets {
        target.judge.beginStatement()
        try target.write()
      }
      isMade = true
      try reference.forEachMissing { _ in isMade = false }
    } catch {
      guard error.kind == .constraint, database.isInTransaction, !error.isMeddlingTrigger
      else { throw error }
    }
    try database.execute("ROLLBACK TO etl_trial; RELEASE etl_trial")
    for target in activeTargets { target.judge.undoStatement() }
    return isMade
  }

  /// The same for a record that waits.
  func makesParent(
    ofWaiting record: Int, _ reference: Reference, _ waiting: WaitingRecords
  ) throws(DatabaseError) -> Bool {
    guard !findsOrphans else { return false }
    var batch = RecordBatch()
    var rows = RowBatch(columnCount: waiting.columnCount)
    try waiting.fetch([Int64(record)], &batch, &rows)
    var isMade = false
    try batchTable.withBatch(batch, rows) { () throws(DatabaseError) in
      for part in rows.parts(in: 0..<rows.rowCount) {
        try begin(lacking: part.absentColumns)
        isMade = try makesParent(ofRow: part.rows.lowerBound, reference)
      }
    }
    return isMade
  }

  /// Has foreign keys wait for the end of the transaction, or no longer.
  ///
  /// SQLite compiles all statements anew when this changes: so it changes once for many rows.
  func deferForeignKeys(_ defers: Bool) throws(DatabaseError) {
    guard defers != defersForeignKeys else { return }
    try database.execute("PRAGMA defer_foreign_keys = \(defers ? "ON" : "OFF")")
    defersForeignKeys = defers
  }
}
