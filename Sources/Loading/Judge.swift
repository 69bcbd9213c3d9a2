internal import Records
internal import SQLite

/// Decides what becomes of a record whose key is in the table already.
///
/// SQL asks it through a function: `etl_judge`, once for each record that conflicts with a stored row.
/// Before that it is told of the rows that were found, so as to leave out the records that change
/// nothing. Each table that records are loaded into has a judge of its own, with functions of its own.
final class Judge {
  private let database: Database
  private let batchTable: BatchTable
  private let run: Int64
  /// Gathers what updates replace; nil where a trigger does.
  private let images: RowImages?
  /// Whether the statement being run updates the rows that it is told to.
  var isUpdating = false
  /// The stored rows that this file repeated without changing them.
  private var seen = SeenRows()
  /// Rows whose records are rejects: the file has them, whatever their values.
  private var protected: Set<Int64> = []
  /// Rows that an earlier record of the batch is going to change: theirs are for `etl_judge`.
  private var claimed: Set<Int64> = []
  /// The marks that the statement being run has made, to be taken back with it.
  private var marks: [Int64] = []
  private var lastUpdatedRow: Int?

  let names: Names

  /// A row of the batch that changes a stored row.
  struct KnownRow: Equatable {
    /// Its index in the batch.
    let row: Int
    /// The stored row.
    let stored: StoredRow
  }

  /// What becomes of the rows at each of `fatePlaces`, where that is kept.
  private var fates: [RowFate] = []
  private var fatePlaces = 0..<0

  /// What the statement being run has found so far.
  private(set) var tally = Tally()

  /// Records that conflicted with a stored row, by outcome.
  struct Tally: Equatable {
    var updated: Int64 = 0
    var unchanged: Int64 = 0
    var skipped: Int64 = 0
    /// Records with a key that the file had before, with other values: their rows in the batch, and
    /// the line of the first record where it is known.
    var duplicates: [Duplicate] = []

    /// How many records were judged.
    var count: Int64 { updated + unchanged + skipped + Int64(duplicates.count) }
  }

  struct Duplicate: Equatable {
    var row: Int
    var firstLine: Int64?
  }

  /// Registers the functions with the database.
  init(
    _ database: Database, _ batchTable: BatchTable, run: Int64, _ names: Names = Names(),
    images: RowImages? = nil
  ) throws(DatabaseError) {
    self.images = images
    self.database = database
    self.batchTable = batchTable
    self.run = run
    self.names = names
    try database.addFunction(names.same) { [unowned self] call in isSame(call) }
    try database.addFunction(names.judge) { [unowned self] call in judge(call) }
    try database.addFunction(names.seen) { [unowned self] call in hasSeen(call) }
  }

  deinit {
    for name in names.all { database.removeFunction(name) }
  }

  /// Starts a batch.
  func beginBatch() {
    claimed.removeAll(keepingCapacity: true)
    keepFates(at: 0..<0)
  }

  /// Keeps from now on what becomes of the rows at each of these places of the batch.
  func keepFates(at places: Range<Int>) {
    fatePlaces = places
    fates.removeAll(keepingCapacity: true)
    // A row that is not judged is new.
    fates.append(contentsOf: repeatElement(.inserted, count: places.count))
  }

  /// What became of the row at a place, one of those that it is kept of.
  func fate(at place: Int) -> RowFate { fates[place - fatePlaces.lowerBound] }

  /// Notes what becomes of the row whose record is on a line.
  private func note(_ fate: RowFate, line: Int64) {
    guard !fates.isEmpty, let row = batchTable.row(atLine: line) else { return }
    let place = batchTable.place(ofRow: row)
    guard fatePlaces.contains(place) else { return }
    fates[place - fatePlaces.lowerBound] = fate
  }

  /// Starts the tally of a statement.
  func beginStatement() {
    images?.gathered.beginStatement()
    tally = Tally()
    lastUpdatedRow = nil
    marks.removeAll(keepingCapacity: true)
  }

  /// Says that a record of the file is about this row, though it can't be loaded.
  func protect(_ row: Int64) { protected.insert(row) }

  /// Takes back the marks of a statement that SQLite has undone.
  func undoStatement() {
    for row in marks { seen.remove(row) }
    images?.gathered.undoStatement()
    beginStatement()
  }

  /// Takes back the update of a row that the table then refused.
  func withdrawUpdate(ofRow row: Int) {
    guard lastUpdatedRow == row else { return }
    tally.updated -= 1
    images?.gathered.withdrawLastUpdate()
    lastUpdatedRow = nil
  }

  /// `etl_same(line, first column, stored values …)`: whether the record has these values.
  private func isSame(_ call: borrowing FunctionCall) -> Bool {
    guard let row = batchTable.row(atLine: call.integer(0)) else { return false }
    let cell = Int(call.integer(1))
    guard isUpdating, let images else {
      return batchTable.row(row, from: cell, equals: call, from: 2)
    }
    return images.gathered.compare(call, from: 2, row: row, of: batchTable, from: cell)
  }

  /// `etl_judge(stored rowid, its run, its line, the record's line, whether it is the same …)`:
  /// whether the stored row is to be updated.
  private func judge(_ call: borrowing FunctionCall) -> Bool {
    let isUpdate = isUpdate(call)
    guard let images else { return isUpdate }
    guard isUpdate else {
      images.gathered.forgetDifferences()
      return false
    }
    images.gathered.keepDifferences(
      row: call.integer(0), run: (old: call.optionalInteger(1), new: run),
      line: (old: call.optionalInteger(2), new: call.integer(3)))
    // The statement ends after this row: the images are written before it goes on.
    if images.gathered.isFull { batchTable.endWindowAfterCurrentRow() }
    return true
  }

  /// `etl_seen(stored rowid)`: whether a record of the file is about the row, a reject among them;
  /// `etl_seen(stored rowid, line)`: whether one before that line found it unchanged.
  private func hasSeen(_ call: borrowing FunctionCall) -> Bool {
    let row = call.integer(0)
    guard call.count > 1 else { return seen.contains(row) || protected.contains(row) }
    return seen.contains(row) && (seen.line(row) ?? 0) < call.integer(1)
  }

  private func isUpdate(_ call: borrowing FunctionCall) -> Bool {
    let (stored, line) = (call.integer(0), call.integer(3))
    let isSame = (4..<call.count).allSatisfy { call.integer($0) != 0 }
    let isOfThisRun = call.integer(1) == run
    if isOfThisRun || seen.contains(stored) {
      if isSame {
        tally.skipped += 1
        note(.repeated, line: line)
      } else {
        let firstLine = isOfThisRun ? call.integer(2) : seen.line(stored)
        let row = batchTable.row(atLine: line) ?? batchTable.row(at: batchTable.currentPlace)
        tally.duplicates.append(Duplicate(row: row, firstLine: firstLine))
      }
      return false
    }
    guard isSame else {
      tally.updated += 1
      lastUpdatedRow = batchTable.row(atLine: line)
      note(.updated, line: line)
      return true
    }
    mark(stored, line: line)
    tally.unchanged += 1
    return false
  }

  /// Decides about the rows of the batch whose stored rows were found: a record that changes nothing
  /// and is the first of its key is left out of the table.
  ///
  /// - Parameter places: where the rows are.
  /// - Returns: the first ones of their keys that change their rows.
  func meet(_ places: Range<Int>) -> [KnownRow] {
    var changed: [KnownRow] = []
    // They are taken out meanwhile: to change a property of a class costs a check each time.
    var (seen, marks, claimed) = (SeenRows(), [Int64](), Set<Int64>())
    swap(&seen, &self.seen)
    swap(&marks, &self.marks)
    swap(&claimed, &self.claimed)
    defer {
      swap(&seen, &self.seen)
      swap(&marks, &self.marks)
      swap(&claimed, &self.claimed)
    }
    let marksBefore = marks.count
    let (keepsFates, run) = (!fates.isEmpty, run)
    batchTable.skipRows(at: places) { row, line, stored in
      guard stored.run != run, !seen.contains(stored.id), !claimed.contains(stored.id) else {
        return false
      }
      guard stored.differences == 0 else {
        claimed.insert(stored.id)
        changed.append(KnownRow(row: row, stored: stored))
        return false
      }
      if keepsFates { note(.unchanged, line: line) }
      seen.insert(stored.id, line: line)
      marks.append(stored.id)
      return true
    }
    tally.unchanged += Int64(marks.count - marksBefore)
    return changed
  }

  private func mark(_ stored: Int64, line: Int64) {
    note(.unchanged, line: line)
    seen.insert(stored, line: line)
    marks.append(stored)
  }
}
