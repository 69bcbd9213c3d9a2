internal import Records
internal import SQLite

// MARK: Records that waited

extension RowLoader {
  /// Loads the records that waited, as far as what they refer to has come, each behind its parents; at the
  /// end of the file, the others become rejects.
  ///
  /// What can come in is found before it is tried, record by record from each to its parents
  /// (`ParentsFirst`). Only where that is not all that there is to know (a trigger that changes what it is
  /// given, an id that a row has just got, a ring of which one is refused) another round may find more. Of
  /// records that have something unique in common, the first one that comes in does so before the others, in
  /// whichever round.
  ///
  /// - Parameters:
  ///   - isEnd: whether no more records come.
  ///   - account: takes in what became of some of them.
  /// - Throws: `DatabaseError`, or what `account` throws.
  func loadWaiting(
    isEnd: Bool, _ account: (_ rows: borrowing RowBatch, RunCounts) throws -> Void
  ) throws {
    guard let waiting, waiting.count > 0 else { return }
    defer { stage = .reading }
    waiting.shrink()
    let parents = try WaitingParents(of: waiting, isEnd: isEnd)
    let count = Int(waiting.lastRecord) + 1
    var order = ParentsFirst(count: count, referenceCount: parents.referenceCount)
    var progress = WaitingProgress(count: count)
    stage = .waiting
    var isolatesRings = false
    while waiting.count > 0 {
      let before = waiting.count
      hasFailed = false
      try loadReady(waiting, parents, isolatesRings, &order, &progress, account)
      order.forgetAll()
      let isStuck = waiting.count == before && (isolatesRings || !hasFailed)
      // What has failed may come in later, but not at the end.
      guard !isStuck || isEnd && hasFailed else { break }
      progress.beginRound(givingUp: isStuck)
      isolatesRings = hasFailed && !isStuck
    }
    if isEnd {
      stage = .last
      try loadRest(waiting, &progress, account)
    }
    try waiting.remove { progress.gone.contains(Int($0)) }
  }

  /// Loads those that can come in; where `isolatesRings`, each ring by itself, because a record of one may be
  /// refused for another reason, and the whole ring with it.
  private func loadReady(
    _ waiting: WaitingRecords, _ parents: WaitingParents, _ isolatesRings: Bool,
    _ order: inout ParentsFirst, _ progress: inout WaitingProgress,
    _ account: (_ rows: borrowing RowBatch, RunCounts) throws -> Void
  ) throws {
    var due: [Int64] = []
    var isInRing = false
    var page = try waiting.numbers(after: 0)
    while let last = page.last {
      for number in page where !progress.isSettled(Int(number)) {
        try order.visit(Int(number)) { node, reference, after throws(any Error) in
          let step = try parents.step(node, reference, after, progress)
          guard step == .nowhere else { return step }
          if let parent = parents.reference(reference), parents.isEnd,
            try makesParent(ofWaiting: node, parent, waiting)
          {
            return .satisfied
          }
          if try parents.mayComeLater(node, reference, progress) { progress.hold(node) }
          return .nowhere
        } emit: { node, isWhole throws(any Error) in
          if isolatesRings, !isWhole, !isInRing { try load(&due, of: waiting, &progress, account) }
          due.append(Int64(node))
          let endsRing = isolatesRings && isInRing && isWhole
          isInRing = !isWhole
          guard isWhole, endsRing || due.count >= waiting.recordsAtOnce else { return }
          triesEach = endsRing
          defer { triesEach = false }
          try load(&due, of: waiting, &progress, account)
        }
      }
      page = try waiting.numbers(after: last)
    }
    try load(&due, of: waiting, &progress, account)
    try deferForeignKeys(false)
  }

  /// Loads or refuses what is left.
  private func loadRest(
    _ waiting: WaitingRecords, _ progress: inout WaitingProgress,
    _ account: (_ rows: borrowing RowBatch, RunCounts) throws -> Void
  ) throws {
    var due: [Int64] = []
    var page = waiting.count > 0 ? try waiting.numbers(after: 0) : []
    while let last = page.last {
      for number in page where !progress.gone.contains(Int(number)) {
        due.append(number)
        if due.count >= waiting.recordsAtOnce { try load(&due, of: waiting, &progress, account) }
      }
      page = try waiting.numbers(after: last)
    }
    try load(&due, of: waiting, &progress, account)
  }

  /// Loads some of them, as a batch.
  private func load(
    _ due: inout [Int64], of waiting: WaitingRecords, _ progress: inout WaitingProgress,
    _ account: (_ rows: borrowing RowBatch, RunCounts) throws -> Void
  ) throws {
    guard !due.isEmpty else { return }
    try deferForeignKeys(false)
    // In the order of the file, as the lines of a batch are; `loadFamily` finds theirs.
    due.sort()
    var batch = RecordBatch()
    var rows = RowBatch(columnCount: waiting.columnCount)
    try waiting.fetch(due, &batch, &rows)
    stillWaiting.removeAll()
    let counts = try load(batch, &rows, after: 0)
    for number in due {
      progress.note(Int(number), isGone: !stillWaiting.contains(number))
    }
    waiting.leave(due.count - stillWaiting.count)
    if !stillWaiting.isEmpty { hasFailed = true }
    try account(rows, counts)
    due.removeAll(keepingCapacity: true)
  }

  /// Takes note of a record that goes on waiting.
  func goOnWaiting(_ number: Int64, _ rows: inout RowBatch) {
    stillWaiting.insert(number)
    rows.repairs.removeAll { $0.record == number }
  }
}

extension [TargetTable] {
  /// Whether a record may refer to a row that a later record of the same file has: by a foreign key
  /// from one of the tables to one of them, which is not filled with the id of the record's own row.
  func mayHaveParentsBehind(in database: Database) throws(DatabaseError) -> Bool {
    for table in self {
      let filled = table.parents.map { $0.column.lowercased() }
      for key in try ForeignKey.all(of: table.name, in: database)
      where contains(where: { $0.name.lowercased() == key.parent.lowercased() })
        && !key.columns.contains(where: { filled.contains($0.lowercased()) })
      {
        return true
      }
    }
    return false
  }
}
