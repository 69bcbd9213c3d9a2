internal import CSQLite
package import Records

/// A batch of converted rows, shown to SQL as the virtual table `temp.etl_batch`.
///
/// Its columns are `c0`, `c1` … and `line`, the physical line of the row's record; the rowid is the
/// row's index in the batch. Values are read from the batch's own memory: nothing is bound or
/// copied per row. One statement run per batch so does what a statement run per row would do.
@safe package final class BatchTable {
  private let state: UnsafeMutablePointer<BatchState>
  private let database: Database
  private var lines: [Int64] = []
  private var skips: [Bool] = []

  /// Makes the table `temp.etl_batch`; a connection has one.
  ///
  /// - Parameters:
  ///   - database: the connection.
  ///   - columnCount: how many columns `c…` the table has.
  /// - Throws: `DatabaseError` when the table can't be made.
  package init(_ database: Database, columnCount: Int) throws(DatabaseError) {
    self.database = database
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: BatchState(columnCount: columnCount))
    let code = unsafe sqlite3_create_module_v2(
      database.handle, "etl_batch", batchModule, state, nil)
    guard code == SQLITE_OK else { throw database.error(code, sql: nil) }
    // The schema is named: "an eponymous virtual table" would be hidden by a table of that name.
    try database.execute("CREATE VIRTUAL TABLE temp.etl_batch USING etl_batch")
  }

  deinit {
    unsafe sqlite3_exec(database.handle, "DROP TABLE temp.etl_batch", nil, nil, nil)
    unsafe sqlite3_create_module_v2(database.handle, "etl_batch", nil, nil, nil)
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// Shows a batch while `body` runs.
  ///
  /// - Parameters:
  ///   - batch: the records, with the bytes of the rows' text.
  ///   - rows: the rows; as many columns as the table has.
  ///   - order: the rows' indexes in the order in which the table is to have them; empty for the
  ///     order of the batch.
  ///   - body: runs the statements that read the table.
  /// - Throws: what `body` throws.
  package func withBatch<E: Error>(
    _ batch: borrowing RecordBatch, _ rows: borrowing RowBatch, order: [Int32] = [],
    _ body: () throws(E) -> Void
  ) throws(E) {
    precondition(order.isEmpty || order.count == rows.rowCount)
    lines.removeAll(keepingCapacity: true)
    for record in rows.records { lines.append(batch.records[Int(record)].line) }
    skips.removeAll(keepingCapacity: true)
    skips.append(contentsOf: repeatElement(false, count: rows.rowCount))
    var failure: E?
    unsafe batch.bytes.withUnsafeBufferPointer { bytes in
      unsafe rows.cells.withUnsafeBufferPointer { cells in
        unsafe lines.withUnsafeBufferPointer { lines in
          unsafe order.withUnsafeBufferPointer { order in
            unsafe skips.withUnsafeMutableBufferPointer { skips in
              unsafe state.pointee.show(
                bytes: bytes, cells: cells, lines: lines, order: order, skips: skips)
              defer { unsafe state.pointee.hide() }
              do throws(E) { try body() } catch { failure = error }
            }
          }
        }
      }
    }
    if let failure { throw failure }
  }

  /// The places whose rows the table has now: all of the batch, or a part of it.
  ///
  /// Row `row(at: place)` is at a place; without an order of their own, places are rows.
  package var window: Range<Int> {
    get { unsafe state.pointee.window }
    set { unsafe state.pointee.window = newValue.clamped(to: 0..<state.pointee.rowCount) }
  }

  /// How many rows of the window the table has: those that were not left out.
  ///
  /// - Complexity: O(n)
  package var shownRowCount: Int {
    unsafe state.pointee.window.reduce(0) { count, place in
      unsafe count + (state.pointee.skips[state.pointee.row(at: place)] ? 0 : 1)
    }
  }

  /// The place of the row that the statement being run read last.
  package var currentPlace: Int { unsafe state.pointee.current }

  /// The row at a place, counting from 0.
  package func row(at place: Int) -> Int { unsafe state.pointee.row(at: place) }

  /// The row whose record starts on `line`.
  ///
  /// - Parameter line: a line as the table's column `line` gave it.
  /// - Returns: the row's index, or nil if no row of the batch is from that line.
  /// - Complexity: O(1) for the row read last, else O(log n).
  package func row(atLine line: Int64) -> Int? { unsafe state.pointee.row(atLine: line) }

  /// The line of a row.
  package func line(ofRow row: Int) -> Int64 { unsafe state.pointee.lines[row] }

  /// Leaves a row out of the table from now on, until the next batch is shown.
  package func skip(row: Int) { unsafe state.pointee.skips[row] = true }

  /// Has the table show again all rows that were left out.
  package func showAllRows() {
    unsafe state.pointee.skips.update(repeating: false)
  }

  /// Whether stored values are those of a row of the batch.
  ///
  /// - Parameters:
  ///   - row: the row's index in the batch.
  ///   - firstColumn: the row's column that is compared with the first of the values.
  ///   - call: a function call whose arguments, from `firstArgument` on, are the stored values.
  ///   - firstArgument: the argument to start with, counting from 0.
  /// - Returns: true when each is the same value; NULL is the same as NULL.
  package func row(
    _ row: Int, from firstColumn: Int, equals call: borrowing FunctionCall, from firstArgument: Int
  ) -> Bool {
    for argument in firstArgument..<call.count {
      let column = firstColumn + argument - firstArgument
      let cell = unsafe state.pointee.cell(row: row, column: column)
      guard unsafe call.isEqual(argument, to: cell, in: state.pointee.bytes) else { return false }
    }
    return true
  }
}

/// What the virtual table's callbacks read: pointers into the batch that is shown.
@unsafe struct BatchState {
  let columnCount: Int
  var bytes = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var cells = unsafe UnsafeBufferPointer<Cell>(start: nil, count: 0)
  var lines = unsafe UnsafeBufferPointer<Int64>(start: nil, count: 0)
  var order = unsafe UnsafeBufferPointer<Int32>(start: nil, count: 0)
  var skips = unsafe UnsafeMutableBufferPointer<Bool>(start: nil, count: 0)
  var window = 0..<0
  var current = 0

  init(columnCount: Int) { unsafe self.columnCount = columnCount }

  var rowCount: Int { unsafe lines.count }

  mutating func show(
    bytes: UnsafeBufferPointer<UInt8>, cells: UnsafeBufferPointer<Cell>,
    lines: UnsafeBufferPointer<Int64>, order: UnsafeBufferPointer<Int32>,
    skips: UnsafeMutableBufferPointer<Bool>
  ) {
    precondition(unsafe cells.count == lines.count * columnCount)
    unsafe self.bytes = bytes
    unsafe self.cells = cells
    unsafe self.lines = lines
    unsafe self.order = order
    unsafe self.skips = skips
    unsafe window = 0..<lines.count
    unsafe current = 0
  }

  mutating func hide() { unsafe self = BatchState(columnCount: columnCount) }

  /// The first place from `place` on whose row is in the table, or the end of the window.
  func next(from place: Int) -> Int {
    var place = place
    while unsafe place < window.upperBound && skips[row(at: place)] { place += 1 }
    return place
  }

  func row(at place: Int) -> Int {
    unsafe order.isEmpty ? place : Int(order[place])
  }

  func cell(row: Int, column: Int) -> Cell { unsafe cells[row * columnCount + column] }

  func row(atLine line: Int64) -> Int? {
    if unsafe current < lines.count {
      let row = unsafe row(at: current)
      if unsafe lines[row] == line { return row }
    }
    var (low, high) = unsafe (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if unsafe lines[middle] < line { low = middle + 1 } else { high = middle }
    }
    return unsafe low < lines.count && lines[low] == line ? low : nil
  }
}
