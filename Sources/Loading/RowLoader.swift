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
  private(set) var keyOrder: KeyOrder
  let loadsTogether: Bool
  /// The foreign keys of the tables, where the records tell what they refer to.
  let references: [Reference]
  /// The records whose parent has not come yet; nil where none of the file can be a parent.
  let waiting: WaitingRecords?
  /// The records that are tried once more when the rows are deleted that the file lacks, until then.
  let held: WaitingRecords?
  var isHolding = true
  /// Whether it can be told which rows of a batch have no parent: no trigger can make one.
  let findsOrphans: Bool
  /// Whether foreign keys wait for the end of the transaction, because rows are only tried.
  var defersForeignKeys = false
  /// Whether the batch before had such rows: then they are looked for before a statement finds out.
  var expectsOrphans = false
  /// When the records are loaded that are loaded now, and how the rows of the part refer to one another.
  var stage = Stage.reading
  var family: BatchFamily?
  /// The rows of the part that are not loaded though they are shown, those among them that wait for another
  /// parent, and, of records that have waited, those that go on waiting.
  var leftOut: Set<Int> = []
  var orphaned: [Int] = []
  var stillWaiting: Set<Int64> = []
  /// Whether there were some since this was last set to false.
  var hasFailed = false
  /// Whether all rows are tried that rely on one which was refused: of a ring, another one may be to blame.
  var triesEach = false

  /// Prepares the statements of a run.
  ///
  /// - Parameters:
  ///   - database: the database.
  ///   - tables: the tables, each behind those that it refers to.
  ///   - run: the run.
  ///   - unsortedRows: how many rows go in in the order of the file, before those of a batch are
  ///     sorted by key.
  ///   - waitingMemory: how many bytes of records that wait are kept in memory.
  /// - Throws: `DatabaseError` when a table does not fit them.
  init(
    _ database: Database, _ tables: [TargetTable], run: Int64, unsortedRows: Int, waitingMemory: Int
  ) throws(DatabaseError) {
    self.database = database
    self.run = run
    let columnCount = (tables.flatMap(\.cells).max() ?? -1) + 1
    let batchTable = try BatchTable(database, columnCount: columnCount)
    self.batchTable = batchTable
    var isAlone = tables.count == 1
    if isAlone { isAlone = try !ForeignKey.mayBeDeferred(of: tables[0].name, in: database) }
    loadsTogether = !isAlone
    let isOrderFree = isAlone ? try tables[0].takesRowsInAnyOrder(in: database) : false
    let keys = isOrderFree ? try RowKey.all(of: tables, in: database).flatMap(\.cells) : []
    keyOrder = KeyOrder(
      keyPositions: keys.map(\.cell), collation: keys.first?.collation ?? .binary,
      unsortedRows: unsortedRows)
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
    references = try Reference.all(of: targets, run: run, in: database)
    waiting =
      try tables.mayHaveParentsBehind(in: database)
      ? WaitingRecords(
        database, references, RowKey.all(of: tables, in: database), columnCount: columnCount,
        memory: waitingMemory) : nil
    held = try Self.heldRecords(
      of: tables, in: database, columnCount: columnCount, memory: waitingMemory)
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
    var order = parts.count == 1 ? keyOrder.order(of: rows, in: batch) : []
    if parts.count > 1 { keyOrder.pass(rows.rowCount) }
    if firstRow > 0 { order = [] }
    let rejectedBefore = firstRow == 0 ? [] : try rejected(of: rows, upTo: done)
    for row in rejectedBefore { try protect(key(ofRow: row, rows), in: batch) }
    try batchTable.withBatch(batch, rows, order: order) { () throws(DatabaseError) in
      for target in targets { target.judge.beginBatch() }
      waiting?.keys.beginBatch()
      for part in rows.parts(in: 0..<firstRow) {
        try begin(lacking: part.absentColumns)
        try lookUp(part.rows, without: rejectedBefore)
      }
      for part in rows.parts(in: firstRow..<rows.rowCount) {
        try begin(lacking: part.absentColumns)
        if let waiting {
          try loadFamily(part.rows, BatchValues(rows, in: batch), waiting, &outcome)
        } else {
          try loadPart(part.rows, &outcome)
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
  func begin(lacking cells: [Int]) throws(DatabaseError) {
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
