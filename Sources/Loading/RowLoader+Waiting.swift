internal import Records
internal import SQLite

// MARK: Records that waited

extension RowLoader {
  /// Loads the records that waited, as far as what they refer to has come, each behind its parents; at the
  /// end of the file, the others become rejects.
  ///
  /// What can come in is found before it is tried, record by record from each to its parents
  /// (`ParentsFirst`). Only where that is not all that there is to know (a trigger, an id that a row has just
  /// got, a ring of which one is refused) another round may find more.
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
    let parents = try WaitingParents(of: waiting, keepsOrder: !isEnd)
    var order = ParentsFirst(
      count: Int(waiting.lastRecord) + 1, referenceCount: parents.referenceCount)
    var gone = RecordSet(count: Int(waiting.lastRecord) + 1)
    stage = .waiting
    var (before, isolatesRings) = (Int.max, false)
    while waiting.count > 0, waiting.count < before || hasFailed && !isolatesRings {
      (before, isolatesRings, hasFailed) = (waiting.count, hasFailed, false)
      try loadReady(waiting, parents, isolatesRings, &order, &gone, account)
      order.forgetAll()
    }
    if isEnd {
      stage = .last
      try loadRest(waiting, &gone, account)
    }
    try waiting.remove { gone.contains(Int($0)) }
  }

  /// Loads those that can come in; where `isolatesRings`, each ring by itself, because a record of one may be
  /// refused for another reason, and the whole ring with it.
  private func loadReady(
    _ waiting: WaitingRecords, _ parents: WaitingParents, _ isolatesRings: Bool,
    _ order: inout ParentsFirst, _ gone: inout RecordSet,
    _ account: (_ rows: borrowing RowBatch, RunCounts) throws -> Void
  ) throws {
    var due: [Int64] = []
    var isInRing = false
    var page = try waiting.numbers(after: 0)
    while let last = page.last {
      for number in page where !gone.contains(Int(number)) {
        try order.visit(Int(number)) { node, reference, after throws(any Error) in
          let step = try parents.step(node, reference, after, without: gone)
          return step == .nowhere && !findsOrphans ? .satisfied : step
        } emit: { node, isWhole throws(any Error) in
          if isolatesRings, !isWhole, !isInRing { try load(&due, of: waiting, &gone, account) }
          due.append(Int64(node))
          let isFull = due.count >= waiting.recordsAtOnce || isolatesRings && isInRing
          isInRing = !isWhole
          if isWhole, isFull { try load(&due, of: waiting, &gone, account) }
        }
      }
      page = try waiting.numbers(after: last)
    }
    try load(&due, of: waiting, &gone, account)
  }

  /// Loads or refuses what is left.
  private func loadRest(
    _ waiting: WaitingRecords, _ gone: inout RecordSet,
    _ account: (_ rows: borrowing RowBatch, RunCounts) throws -> Void
  ) throws {
    var due: [Int64] = []
    var page = waiting.count > 0 ? try waiting.numbers(after: 0) : []
    while let last = page.last {
      for number in page where !gone.contains(Int(number)) {
        due.append(number)
        if due.count >= waiting.recordsAtOnce { try load(&due, of: waiting, &gone, account) }
      }
      page = try waiting.numbers(after: last)
    }
    try load(&due, of: waiting, &gone, account)
  }

  /// Loads some of them, as a batch.
  private func load(
    _ due: inout [Int64], of waiting: WaitingRecords, _ gone: inout RecordSet,
    _ account: (_ rows: borrowing RowBatch, RunCounts) throws -> Void
  ) throws {
    guard !due.isEmpty else { return }
    // In the order of the file, as the lines of a batch are; `loadFamily` finds theirs.
    due.sort()
    var batch = RecordBatch()
    var rows = RowBatch(columnCount: waiting.columnCount)
    try waiting.fetch(due, &batch, &rows)
    stillWaiting.removeAll()
    let counts = try load(batch, &rows, after: 0)
    for number in due where !stillWaiting.contains(number) { gone.insert(Int(number)) }
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

/// Records by their numbers, a bit each.
struct RecordSet {
  private var words: [UInt64]

  /// No records of those below a number.
  init(count: Int) { words = Array(repeating: 0, count: count / 64 + 1) }

  /// Whether a record is among them.
  func contains(_ number: Int) -> Bool { words[number / 64] & 1 << UInt64(number % 64) != 0 }

  /// Adds a record.
  mutating func insert(_ number: Int) { words[number / 64] |= 1 << UInt64(number % 64) }
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
