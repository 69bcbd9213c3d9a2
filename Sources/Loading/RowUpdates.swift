internal import SQLite

/// Updates stored rows that are known by their ids, and gathers what that replaces.
///
/// Only the columns that differ are written: SQLite checks no constraint of the others, and touches no
/// index of theirs. Rows that follow one another in the table, and differ in the same columns, are
/// updated by one statement, which finds each of them behind the one before.
final class RowUpdates {
  private let database: Database
  private let batchTable: BatchTable
  private let table: TargetTable
  private let functions: Judge.Names
  private let images: RowImages
  private let run: Int64
  private let columns: [(name: String, cell: Int)]
  /// The columns that no update changes.
  private let fixedBits: UInt64

  /// The statements by the columns that they update.
  private var updates: [UInt64: Update] = [:]
  private var last: Update?
  /// What the statement being run does.
  private var current = Current()

  /// What a statement does.
  fileprivate struct Current {
    /// The cells of the columns that it updates.
    var cells: [Int] = []
    /// Where those of the known rows are that it may update.
    var places = 0..<0
    /// How many rows it has updated.
    var updated = 0
  }

  /// A statement for some of the columns.
  private final class Update {
    let differences: UInt64
    let cells: [Int]
    let statement: Statement

    init(_ differences: UInt64, cells: [Int], _ statement: consuming Statement) {
      self.differences = differences
      self.cells = cells
      self.statement = statement
    }
  }

  /// For how many different sets of columns there are statements; others are updated in all columns.
  private static let updatesMax = 16
  /// How many rows one statement updates at most, and how many others may be among them for each.
  private static let rowsMax = 1_024
  private static let othersMax: Int64 = 3

  /// Registers the functions of the statements.
  init(
    _ database: Database, _ batchTable: BatchTable, _ table: TargetTable, _ functions: Judge.Names,
    _ images: RowImages, run: Int64, fixed: [String]
  ) throws(DatabaseError) {
    self.database = database
    self.batchTable = batchTable
    self.table = table
    self.functions = functions
    self.images = images
    self.run = run
    let columns = table.comparedColumns
    self.columns = columns
    fixedBits = columns.indices.reduce(0) {
      fixed.contains(columns[$1].name) ? $0 | 1 << UInt64($1) : $0
    }
    try batchTable.addValueFunction(functions.value)
    try database.addFunction(functions.replaced) { [unowned self] call in gather(call) }
  }

  deinit {
    database.removeFunction(functions.replaced)
    database.removeFunction(functions.value)
  }

  /// Updates rows, each in the columns in which it differs, in the order of their rowids: a page of the
  /// table is visited once for all of them, and so are those of their images.
  ///
  /// - Parameters:
  ///   - rows: the rows, each with a stored row of its own.
  ///   - refused: gets each row of the batch that the table refuses, with the reason.
  /// - Returns: how many were updated.
  /// - Throws: `DatabaseError`.
  /// - Complexity: O(*n* log *n*), O(*n*) when the rows are in order.
  func update(
    _ rows: [Judge.KnownRow], refused: (Int, DatabaseError) -> Void
  ) throws(DatabaseError) -> Int64 {
    let isAscending = zip(rows, rows.dropFirst()).allSatisfy { $0.stored.id < $1.stored.id }
    let rows = isAscending ? rows : rows.sorted { $0.stored.id < $1.stored.id }
    let known = rows.map { BatchTable.Known(id: $0.stored.id, row: $0.row) }
    var count: Int64 = 0
    try batchTable.withKnownRows(known) { () throws(DatabaseError) in
      count = try updateAscending(rows, refused: refused)
    }
    return count
  }

  private func updateAscending(
    _ rows: [Judge.KnownRow], refused: (Int, DatabaseError) -> Void
  ) throws(DatabaseError) -> Int64 {
    var (start, count) = (0, Int64(0))
    // Where one of many is refused, all of them are tried one by one.
    var endOfSingles = 0
    while start < rows.count {
      let end = start < endOfSingles ? start + 1 : endOfRun(from: start, of: rows)
      do throws(DatabaseError) {
        let done = try update(rows[start..<end])
        count += Int64(done)
        start += done
      } catch {
        guard error.kind == .constraint, database.isInTransaction else { throw error }
        guard end == start + 1 else {
          endOfSingles = end
          continue
        }
        refused(rows[start].row, error)
        start = end
      }
    }
    return count
  }

  /// How far one statement can go.
  private func endOfRun(from start: Int, of rows: [Judge.KnownRow]) -> Int {
    let differences = rows[start].stored.differences | fixedBits
    var end = start + 1
    while end < rows.count, end - start < Self.rowsMax,
      rows[end].stored.differences | fixedBits == differences,
      rows[end].stored.id &- rows[end - 1].stored.id <= Self.othersMax
    { end += 1 }
    return end
  }

  /// Updates rows by one statement; where it is refused, nothing has changed.
  ///
  /// - Returns: how many it has updated, at least one: it may end early, for the images that it has
  ///   gathered.
  private func update(_ rows: ArraySlice<Judge.KnownRow>) throws(DatabaseError) -> Int {
    guard let first = rows.first, let last = rows.last else { return 0 }
    let update = try update(of: first.stored.differences & ~fixedBits)
    self.last = update
    current = Current(cells: update.cells, places: rows.indices)
    try update.statement.bind(.integer(first.stored.id), at: 2)
    try update.statement.bind(.integer(last.stored.id), at: 3)
    images.gathered.beginStatement()
    do throws(DatabaseError) {
      try update.statement.run()
    } catch {
      images.gathered.undoStatement()
      throw error
    }
    guard current.updated > 0 else {
      throw .corrupt("expected row \(first.stored.id) of \(quoted(table.name)) but found none")
    }
    if images.gathered.isFull { try images.write() }
    return current.updated
  }

  private func update(of differences: UInt64) throws(DatabaseError) -> Update {
    if let last, last.differences == differences { return last }
    if let update = updates[differences] { return update }
    let all = ((1 << UInt64(columns.count)) - 1) & ~fixedBits
    guard updates.count < Self.updatesMax || differences == all else { return try update(of: all) }
    let changed = columns.indices.filter { differences & 1 << UInt64($0) != 0 }.map { columns[$0] }
    let sql = table.updateStatement(functions, changed, lineCell: batchTable.lineColumn)
    let statement = try Statement(database, sql, isReused: true)
    try statement.bind(.integer(run), at: 1)
    let update = Update(differences, cells: changed.map(\.cell), statement)
    updates[differences] = update
    return update
  }

  /// `etl_replaced(rowid, its run, its line, stored values …)`: whether a row of the table is to be
  /// updated now; if so, what that replaces is kept.
  private func gather(_ call: borrowing FunctionCall) -> Bool {
    current.gather(call, of: batchTable, run: run, in: &images.gathered)
  }
}

extension RowUpdates.Current {
  /// Keeps what an update replaces, where the row is one that the statement may update.
  ///
  /// - Returns: whether it is.
  fileprivate mutating func gather(
    _ call: borrowing FunctionCall, of batchTable: BatchTable, run: Int64,
    in gathered: inout GatheredImages
  ) -> Bool {
    guard !gathered.isFull, let (place, row) = batchTable.row(ofStored: call.integer(0)),
      places.contains(place)
    else { return false }
    for index in cells.indices {
      gathered.compare(call, index + 3, row: row, of: batchTable, cell: cells[index])
    }
    gathered.keepDifferences(
      row: call.integer(0), run: (old: call.optionalInteger(1), new: run),
      line: (old: call.optionalInteger(2), new: batchTable.line(ofRow: row)))
    updated += 1
    return true
  }
}
