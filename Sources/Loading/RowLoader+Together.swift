internal import SQLite

// MARK: Several tables

extension RowLoader {
  /// How many rows are tried at once where some of a larger number were refused.
  private static let pieceRows = 64

  /// Loads a part of the batch into all tables, one after the other.
  ///
  /// A statement a table does it while no record is refused. Where one is, what the part has written
  /// is taken back. It is tried once more without those that refer to nothing, where they can be
  /// told; where another one is refused, it is loaded in pieces, and a piece in which one is, record
  /// by record: so all that a refused record wrote is taken back with it, and nothing else. The rows
  /// are in the order of the file, but for those that refer to one another.
  func loadTogether(_ part: Range<Int>, _ outcome: inout Outcome) throws(DatabaseError) {
    guard part.contains(where: { !leftOut.contains(batchTable.row(at: $0)) }) else { return }
    var orphans = expectsOrphans && part.count > 1 ? try orphansTogether(part) : [:]
    var reason = try attempt(part, without: orphans, &outcome)
    if case .orphan = reason, part.count > 1, findsOrphans, waiting == nil, orphans.isEmpty {
      orphans = try orphansTogether(part)
      if !orphans.isEmpty { reason = try attempt(part, without: orphans, &outcome) }
    }
    guard let reason else {
      let repeated = try refuse(orphans, of: part, &outcome)
      for row in repeated { try loadTogether(row..<row + 1, &outcome) }
      return
    }
    guard part.count > 1 else {
      guard let reason = try attemptRespelled(part, reason, &outcome) else { return }
      let row = batchTable.row(at: part.lowerBound)
      outcome.refused.append(Refusal(row: row, reason: reason))
      leaveOutDependents(ofRow: row, reason)
      return
    }
    let size = part.count > Self.pieceRows ? Self.pieceRows : 1
    for start in stride(from: part.lowerBound, to: part.upperBound, by: size) {
      try loadTogether(start..<min(start + size, part.upperBound), &outcome)
    }
  }

  /// The rows of a part of the batch that a foreign key refuses, of all that it has.
  private func orphansTogether(_ part: Range<Int>) throws(DatabaseError) -> [Int: String] {
    batchTable.showAllRows()
    let orphans = try orphans(in: part)
    expectsOrphans = !orphans.isEmpty
    return orphans
  }

  /// Loads a part of the batch without the rows of orphans, or leaves everything as it was.
  ///
  /// - Returns: nil when all of it is loaded, else why a record was refused.
  private func attempt(
    _ part: Range<Int>, without orphans: [Int: String], respelled: Bool = false,
    _ outcome: inout Outcome
  ) throws(DatabaseError) -> Refusal.Reason? {
    for target in activeTargets {
      target.judge.beginStatement()
      target.judge.keepFates(at: part)
    }
    try database.execute("SAVEPOINT etl_part")
    var reason: Refusal.Reason?
    for target in activeTargets where reason == nil {
      reason = try write(part, without: orphans, respelled: respelled, to: target)
    }
    if reason == nil { reason = try openReference(part) }
    guard let reason else {
      try database.execute("RELEASE etl_part")
      count(part, without: orphans, &outcome)
      return nil
    }
    try database.execute("ROLLBACK TO etl_part; RELEASE etl_part")
    for target in activeTargets { target.judge.undoStatement() }
    guard case .orphan(ForeignKey.message) = reason, part.count == 1 else { return reason }
    return .orphan(
      try firstReason(part) { target throws(DatabaseError) in
        try target.abandonedReason(ForeignKey.message)
      })
  }

  /// Loads a single record that was refused, where it refers to itself in other letters.
  ///
  /// - Returns: why it is refused; nil where it is loaded.
  private func attemptRespelled(
    _ part: Range<Int>, _ reason: Refusal.Reason, _ outcome: inout Outcome
  ) throws(DatabaseError) -> Refusal.Reason? {
    guard case .orphan = reason else { return reason }
    batchTable.window = part
    batchTable.showAllRows()
    for target in activeTargets {
      guard let respelling = try target.respellingOfRow() else { continue }
      let other = try attempt(part, without: [:], respelled: true, &outcome)
      guard case .orphan = other else { return other }
      return .constraint(try respelling.reason(refusal: nil))
    }
    return reason
  }

  /// Writes the rows that a part of the batch has in one table.
  ///
  /// - Returns: why a record is refused, by the table or because the file has its key already.
  private func write(
    _ part: Range<Int>, without orphans: [Int: String], respelled: Bool, to target: TargetLoader
  ) throws(DatabaseError) -> Refusal.Reason? {
    batchTable.showAllRows()
    for place in part where isLeftOut(place, orphans) {
      batchTable.skip(row: batchTable.row(at: place))
    }
    do throws(DatabaseError) {
      try target.sift(part)
      try target.write(respelled: respelled)
    } catch {
      guard error.kind == .constraint, database.isInTransaction, !error.isMeddlingTrigger
      else { throw error }
      guard error.isForeignKeyViolation else {
        let respelling = respelled ? try target.respellingOfRow() : nil
        return .constraint(try respelling?.reason(refusal: error.message) ?? error.message)
      }
      guard part.count == 1 else { return .orphan(error.message) }
      batchTable.showAllRows()
      return .orphan(try target.orphanReason(error.message))
    }
    return target.judge.tally.duplicates.first.map { .duplicate($0.firstLine) }
  }

  /// Why a deferred foreign key would refuse the COMMIT after a part of the batch was written.
  private func openReference(_ part: Range<Int>) throws(DatabaseError) -> Refusal.Reason? {
    guard database.hasOpenReferences else { return nil }
    let message = ForeignKey.message
    guard part.count == 1 else { return .orphan(message) }
    return .orphan(
      try firstReason(part) { target throws(DatabaseError) in
        try target.orphanReason(message)
      })
  }

  /// What one of the tables finds that a foreign key has against the only row of a part of the batch.
  private func firstReason(
    _ part: Range<Int>, _ reason: (TargetLoader) throws(DatabaseError) -> String
  ) throws(DatabaseError) -> String {
    batchTable.window = part
    batchTable.showAllRows()
    for target in activeTargets {
      let found = try reason(target)
      if found != ForeignKey.message { return found }
    }
    return ForeignKey.message
  }

  private func isLeftOut(_ place: Int, _ orphans: [Int: String]) -> Bool {
    guard !orphans.isEmpty || !leftOut.isEmpty else { return false }
    let row = batchTable.row(at: place)
    return orphans[row] != nil || leftOut.contains(row)
  }

  /// Counts records that all tables took: each once, whatever it did to how many rows.
  private func count(
    _ part: Range<Int>, without orphans: [Int: String], _ outcome: inout Outcome
  ) {
    let loaded = part.filter { !isLeftOut($0, orphans) }
    for target in activeTargets {
      let tally = target.judge.tally
      target.rows.inserted += Int64(loaded.count) - tally.count
      target.rows.updated += tally.updated
      target.rows.unchanged += tally.unchanged
    }
    for place in loaded {
      let fates = activeTargets.map { $0.judge.fate(at: place) }
      if fates[0] == .inserted {
        outcome.counts.inserted += 1
      } else if fates.contains(where: { $0 == .inserted || $0 == .updated }) {
        outcome.counts.updated += 1
      } else if fates.contains(.unchanged) {
        outcome.counts.unchanged += 1
      } else {
        outcome.counts.skipped += 1
      }
    }
  }
}
