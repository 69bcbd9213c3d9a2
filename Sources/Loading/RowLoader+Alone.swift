internal import Records
internal import SQLite

// MARK: One table

extension RowLoader {
  /// Loads a part of the batch into the only table.
  func loadAlone(_ part: Range<Int>, _ outcome: inout Outcome) throws(DatabaseError) {
    let target = targets[0]
    let changed = try target.sift(part)
    outcome.add(target.judge.tally, sent: Int(target.judge.tally.count))
    var refused: [(row: Int, error: DatabaseError)] = []
    outcome.counts.updated += try target.update(changed) { refused.append(($0, $1)) }
    for (row, error) in refused {
      let message =
        error.isForeignKeyViolation
        ? try target.orphanReason(error.message, ofRow: row) : error.message
      outcome.refused.append(Refusal(row: row, reason: .constraint(message)))
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
            if error.isForeignKeyViolation, part.count > 1, findsOrphans, waiting == nil {
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
        leaveOutDependents(ofRow: batchTable.row(at: refused), .constraint(error.message))
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
      guard let reason = try reason(cause, against: target, &outcome) else { return }
      let row = batchTable.row(at: part.lowerBound)
      outcome.refused.append(Refusal(row: row, reason: reason))
      leaveOutDependents(ofRow: row, reason)
      return
    }
    for row in part { try load(row..<row + 1, into: target, &outcome) }
  }

  /// Why the only row of the batch's window is refused; nil where it is loaded after all.
  private func reason(
    _ cause: DatabaseError, against target: TargetLoader, _ outcome: inout Outcome
  ) throws(DatabaseError) -> Refusal.Reason? {
    guard cause.isForeignKeyViolation else { return .constraint(cause.message) }
    guard let respelling = try target.respellingOfRow() else {
      return .orphan(try target.orphanReason(cause.message))
    }
    try database.execute("SAVEPOINT etl_respelled")
    target.judge.beginStatement()
    do throws(DatabaseError) {
      try target.write(respelled: true)
    } catch {
      guard error.kind == .constraint, database.isInTransaction, !error.isMeddlingTrigger
      else { throw error }
      try database.execute("ROLLBACK TO etl_respelled; RELEASE etl_respelled")
      target.judge.undoStatement()
      return .constraint(
        try respelling.reason(refusal: error.isForeignKeyViolation ? nil : error.message))
    }
    try database.execute("RELEASE etl_respelled")
    outcome.add(target.judge.tally, sent: batchTable.shownRowCount)
    return nil
  }
}
