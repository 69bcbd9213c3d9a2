internal import SQLite

// MARK: Rows that refer to nothing

extension RowLoader {
  /// Loads the rows of a part of the batch that a foreign key does not refuse, and refuses the others;
  /// whether it did: nothing is loaded where a statement was refused for some (`isKnown`) and they
  /// can't be told.
  @discardableResult
  func loadWithoutOrphans(
    _ part: Range<Int>, into target: TargetLoader, isKnown: Bool, _ outcome: inout Outcome
  ) throws(DatabaseError) -> Bool {
    let orphans = try orphans(in: part)
    expectsOrphans = !orphans.isEmpty
    if orphans.isEmpty, isKnown { return false }
    for row in orphans.keys { batchTable.skip(row: row) }
    try load(part, into: target, &outcome)
    let repeated = try refuse(orphans, of: part, &outcome)
    guard !repeated.isEmpty else { return true }
    for row in orphans.keys where !repeated.contains(row) { batchTable.skip(row: row) }
    try load(part, into: target, &outcome)
    return true
  }

  /// The rows of a part of the batch that a foreign key of one of the tables refuses, with the reason;
  /// of those that the table shows.
  ///
  /// A record that another constraint refuses too is among them: one reason is enough.
  func orphans(in part: Range<Int>) throws(DatabaseError) -> [Int: String] {
    var orphans: [Int: String] = [:]
    batchTable.window = part
    for reference in references {
      try reference.forEachOrphan { row in
        if orphans[row] == nil { orphans[row] = reference.reason }
      }
    }
    return orphans
  }

  /// Refuses rows that were left out, now that the others are loaded.
  ///
  /// - Returns: the rows among them, in the order of the batch, whose key an earlier record of the
  ///   part has: they are not refused, because what they are is for the judge to say. Of the part, the
  ///   batch shows those that were left out.
  func refuse(
    _ orphans: [Int: String], of part: Range<Int>, _ outcome: inout Outcome
  ) throws(DatabaseError) -> [Int] {
    guard !orphans.isEmpty else { return [] }
    for place in part { batchTable.skip(row: batchTable.row(at: place)) }
    for row in orphans.keys { batchTable.show(row: row) }
    let remaining = try self.orphans(in: part)
    for (row, reason) in remaining {
      outcome.refused.append(Refusal(row: row, reason: .orphan(reason)))
    }
    return orphans.keys.filter { remaining[$0] == nil }.sorted()
  }
}
