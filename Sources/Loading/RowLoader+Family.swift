internal import Records
internal import SQLite

// MARK: Records that refer to one another

extension RowLoader {
  /// When records are loaded.
  enum Stage {
    /// As the file has them: one whose parent is not there waits.
    case reading
    /// After they have waited for others: one whose parent is still not there goes on waiting.
    case waiting
    /// At the end: what has no parent now is refused.
    case last
  }

  /// Loads a part of the batch in an order in which each row comes behind those that it refers to.
  ///
  /// SQLite looks for the children of each row that it inserts while any row of the statement refers to one
  /// that is still to come; without an index of the referring columns it reads the whole table for that. So
  /// rows without a parent are found beforehand, and not by trial.
  func loadFamily(
    _ part: Range<Int>, _ values: BatchValues, _ waiting: WaitingRecords,
    _ outcome: inout Outcome
  ) throws(DatabaseError) {
    defer { leftOut.removeAll() }
    guard stage != .last else { return try refuseOrphans(at: part, &outcome) }
    let family = BatchFamily(values, rows: part, references, waiting.uniqueKeys)
    self.family = family
    defer { self.family = nil }
    var waitingRows: [Int] = []
    let refused = outcome.refused.count
    if try isComplete(part, family, values) {
      family.readyPlaces = part
      try loadPart(part, &outcome)
    } else {
      waitingRows = try loadInOrder(part, family, values, &outcome)
    }
    for row in waitingRows + orphaned {
      outcome.refused.append(Refusal(row: row, reason: .orphan(ForeignKey.message)))
    }
    orphaned.removeAll()
    for refusal in outcome.refused[refused...] {
      guard case .orphan = refusal.reason else { continue }
      waiting.keys.insert(refusal.row, of: values, isNew: stage == .reading)
    }
  }

  /// Loads a part of the batch in another order than it has.
  ///
  /// - Returns: the rows that wait.
  private func loadInOrder(
    _ part: Range<Int>, _ family: BatchFamily, _ values: BatchValues, _ outcome: inout Outcome
  ) throws(DatabaseError) -> [Int] {
    let plan = try family.plan(waits: { isBehindWaiting($0, values) }) {
      (row, reference) throws(DatabaseError) in
      try makesParent(ofRow: row, references[reference])
    }
    try deferForeignKeys(false)
    let planned = plan.ready + plan.strangers + plan.waiting
    let order =
      Array(0..<Int32(part.lowerBound)) + planned
      + Array(Int32(part.upperBound)..<Int32(values.rowCount))
    let strangers = part.lowerBound + plan.ready.count
    family.readyPlaces = part.lowerBound..<strangers
    try batchTable.withOrder(order) { () throws(DatabaseError) in
      try loadPart(part.lowerBound..<strangers, &outcome)
      try refuseOrphans(at: strangers..<strangers + plan.strangers.count, &outcome)
    }
    return plan.waiting.map { Int($0) }
  }

  /// Whether a record that waits may have a unique value in common with a row, which has to come behind it
  /// then.
  private func isBehindWaiting(_ row: Int, _ values: BatchValues) -> Bool {
    waiting?.keys.mayContain(row, of: values, ofAll: stage == .reading) == true
  }

  /// Whether all that the rows of a part refer to is stored or comes before them in it, and no record waits
  /// that may have a unique value in common with one of them.
  ///
  /// The family gets to know which parents are not stored.
  private func isComplete(
    _ part: Range<Int>, _ family: BatchFamily, _ values: BatchValues
  ) throws(DatabaseError) -> Bool {
    var isComplete = true
    for (index, reference) in references.enumerated() {
      var left = part.count
      family.findEarlierParents(of: index) { row in
        batchTable.skip(row: row)
        left -= 1
      }
      defer { batchTable.showAllRows() }
      try look(for: reference, in: part, sorted: left * 8 > part.count, values) { row in
        family.note(row: row, misses: index)
        isComplete = false
      }
    }
    if isComplete { isComplete = !part.contains { isBehindWaiting($0, values) } }
    if !isComplete { try lookBehindEarlierParents(in: part, family, values) }
    return isComplete
  }

  /// Finds out whether parents that come before their children in a part are stored too.
  ///
  /// Where the order is to be another one, these children need not come behind them: a ring may be none.
  private func lookBehindEarlierParents(
    in part: Range<Int>, _ family: BatchFamily, _ values: BatchValues
  ) throws(DatabaseError) {
    for (index, reference) in references.enumerated() where reference.isAmongRecords {
      for row in part { batchTable.skip(row: row) }
      defer { batchTable.showAllRows() }
      family.findEarlierParents(of: index) { row in
        batchTable.show(row: row)
        family.note(row: row, finds: index)
      }
      try look(for: reference, in: part, sorted: true, values) { row in
        family.note(row: row, misses: index)
      }
    }
  }

  /// Finds the rows of a part that have no parent as things are stored; `sorted`, in the order in which an
  /// index has what they refer to.
  private func look(
    for reference: Reference, in part: Range<Int>, sorted: Bool, _ values: BatchValues,
    _ body: (Int) -> Void
  ) throws(DatabaseError) {
    let isSorted = sorted && reference.cells.count == 1
    let order = isSorted ? values.order(of: part, by: reference.cells[0]) : []
    guard !order.isEmpty else {
      batchTable.window = part
      return try reference.forEachMissing(body)
    }
    try batchTable.withOrder(order) { () throws(DatabaseError) in
      batchTable.window = part
      try reference.forEachMissing(body)
    }
  }

  /// Refuses the rows that a foreign key refuses as things are stored, and loads the others: those whose key
  /// an earlier record has, so that they write nothing.
  private func refuseOrphans(
    at places: Range<Int>, _ outcome: inout Outcome
  ) throws(DatabaseError) {
    guard !places.isEmpty else { return }
    batchTable.window = places
    var reasons: [Int: String] = [:]
    for reference in references {
      try reference.forEachOrphan { row in
        if reasons[row] == nil { reasons[row] = reference.reason }
      }
    }
    for (row, reason) in reasons {
      outcome.refused.append(Refusal(row: row, reason: .constraint(reason)))
      leftOut.insert(row)
      batchTable.skip(row: row)
    }
    if reasons.count < places.count { try loadPart(places, &outcome) }
  }

  /// Loads a part of the batch, in the order in which it is.
  func loadPart(_ places: Range<Int>, _ outcome: inout Outcome) throws(DatabaseError) {
    if loadsTogether {
      try loadTogether(places, &outcome)
    } else {
      try loadAlone(places, &outcome)
    }
  }

  /// Leaves the rows out that rely on a row which was refused: they wait for another one.
  ///
  /// Where it waits itself, so do later ones with its key.
  func leaveOutDependents(ofRow row: Int, _ reason: Refusal.Reason) {
    guard let family else { return }
    var due = [row]
    var waits = if case .orphan = reason { true } else { false }
    if case .duplicate = reason { return }
    leftOut.insert(row)
    while let row = due.popLast() {
      // Of a ring, some may come before it: those are refused for themselves.
      let places = max(batchTable.place(ofRow: row) + 1, family.readyPlaces.lowerBound)
      let dependents =
        (triesEach ? [] : family.children(of: row)) + (waits ? family.repetitions(of: row) : [])
      for dependent in dependents {
        let place = batchTable.place(ofRow: dependent)
        // One that is left out already is there, the same: what it refers to is stored.
        guard place >= places, place < family.readyPlaces.upperBound,
          !batchTable.isSkipped(row: dependent), leftOut.insert(dependent).inserted
        else { continue }
        orphaned.append(dependent)
        batchTable.skip(row: dependent)
        due.append(dependent)
      }
      waits = true
    }
  }
}
