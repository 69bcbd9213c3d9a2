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

  /// How often rows are looked for whose parents were found to be orphans themselves.
  private static let generations = 64

  /// The rows of a part of the batch that a foreign key of one of the tables refuses, with the reason;
  /// of those that the table shows.
  ///
  /// A record that another constraint refuses too is among them: one reason is enough. Where records
  /// may refer to one another, those are too whose parents are; nothing where that goes on and on.
  func orphans(in part: Range<Int>) throws(DatabaseError) -> [Int: String] {
    var orphans: [Int: String] = [:]
    batchTable.window = part
    defer { for row in orphans.keys { batchTable.show(row: row) } }
    for generation in 0...Self.generations {
      var found: [Int: String] = [:]
      for target in activeTargets {
        found.merge(try target.orphans(among: tables), uniquingKeysWith: { first, _ in first })
      }
      orphans.merge(found, uniquingKeysWith: { first, _ in first })
      guard awaitsParents, !found.isEmpty else { break }
      if generation == Self.generations { return [:] }
      // Without them, the rows that refer to them refer to nothing.
      for row in found.keys { batchTable.skip(row: row) }
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
