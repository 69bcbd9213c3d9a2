internal import CSQLite
package import Records

/// Rows in memory, shown to SQL as a virtual table: a batch of converted rows, `temp.etl_batch`.
///
/// Its columns are `c0`, `c1` … and `line`, the physical line of the row's record; the rowid is the
/// row's index in the batch. Values are read from the batch's own memory: nothing is bound or copied
/// per row. One statement run per batch so does what a statement run per row would do.
@safe package final class BatchTable {
  let state: UnsafeMutablePointer<BatchState>
  let database: Database
  private let name: String
  /// Whether SQL has functions that note which stored rows are those of the batch.
  var findsRows = false
  private var lines: [Int64] = []
  private var skips: [Bool] = []
  private var found: [StoredRow?] = []
  /// The place of each row, while `withOrder` has them in another order.
  private var places: [Int32] = []

  /// Makes the table in the schema `temp`; a connection has one of each name.
  ///
  /// - Parameters:
  ///   - database: the connection.
  ///   - name: the table's name.
  ///   - columnCount: how many columns `c…` the table has.
  /// - Throws: `DatabaseError` when the table can't be made.
  package init(
    _ database: Database, name: String = "etl_batch", columnCount: Int
  ) throws(DatabaseError) {
    self.database = database
    self.name = name
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: BatchState(columnCount: columnCount))
    let code = unsafe sqlite3_create_module_v2(
      database.handle, name, batchModule, state, nil)
    guard code == SQLITE_OK else { throw database.error(code, sql: nil) }
    // The schema is named: "an eponymous virtual table" would be hidden by a table of that name.
    try database.execute("CREATE VIRTUAL TABLE temp.\(quoted(name)) USING \(quoted(name))")
  }

  deinit {
    unsafe sqlite3_exec(database.handle, "DROP TABLE temp.\(quoted(name))", nil, nil, nil)
    unsafe sqlite3_create_module_v2(database.handle, name, nil, nil, nil)
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
    try show(bytes: batch.bytes, cells: rows.cells, lines: lines, order: order, body)
  }

  /// Shows rows while `body` runs.
  ///
  /// - Parameters:
  ///   - bytes: what the ranges of text cells are ranges of.
  ///   - cells: the values, row by row, as many in each as the table has columns.
  ///   - lines: what each row has in the column `line`.
  ///   - order: the rows' indexes in the order in which the table is to have them; empty for the
  ///     order in which they are.
  ///   - body: runs the statements that read the table.
  /// - Throws: what `body` throws.
  package func show<E: Error>(
    bytes: [UInt8], cells: [Cell], lines: [Int64], order: [Int32], _ body: () throws(E) -> Void
  ) throws(E) {
    skips.removeAll(keepingCapacity: true)
    skips.append(contentsOf: repeatElement(false, count: lines.count))
    found.removeAll(keepingCapacity: true)
    if findsRows { found.append(contentsOf: repeatElement(nil, count: lines.count)) }
    var failure: E?
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe cells.withUnsafeBufferPointer { cells in
        unsafe lines.withUnsafeBufferPointer { lines in
          unsafe order.withUnsafeBufferPointer { order in
            unsafe skips.withUnsafeMutableBufferPointer { skips in
              unsafe found.withUnsafeMutableBufferPointer { found in
                unsafe state.pointee.show(
                  bytes: bytes, cells: cells, lines: lines, order: order, skips: skips,
                  found: found)
                defer { unsafe state.pointee.hide() }
                do throws(E) { try body() } catch { failure = error }
              }
            }
          }
        }
      }
    }
    if let failure { throw failure }
  }

  /// Has the rows of the batch in another order while `body` runs; the window is all of them then, and again
  /// behind it.
  ///
  /// - Parameters:
  ///   - order: the rows' indexes in the order in which the table is to have them: all of them.
  ///   - body: runs the statements that read the table.
  /// - Throws: what `body` throws.
  package func withOrder<E: Error>(_ order: [Int32], _ body: () throws(E) -> Void) throws(E) {
    unsafe precondition(order.count == lines.count && state.pointee.order.isEmpty)
    places = Array(repeating: 0, count: order.count)
    for (place, row) in order.enumerated() { places[Int(row)] = Int32(place) }
    var failure: E?
    unsafe order.withUnsafeBufferPointer { order in
      unsafe state.pointee.order = unsafe order
      window = 0..<order.count
      do throws(E) { try body() } catch { failure = error }
      unsafe state.pointee.order = UnsafeBufferPointer(start: nil, count: 0)
      window = 0..<order.count
    }
    places = []
    if let failure { throw failure }
  }

  /// The place of a row, where the order is one of `withOrder`, or that of the batch.
  package func place(ofRow row: Int) -> Int { places.isEmpty ? row : Int(places[row]) }

  /// The places whose rows the table has now: all of the batch, or a part of it.
  ///
  /// Row `row(at: place)` is at a place; without an order of their own, places are rows.
  package var window: Range<Int> {
    get { unsafe state.pointee.window }
    set { unsafe state.pointee.window = newValue.clamped(to: 0..<state.pointee.rowCount) }
  }

  /// Ends the window, and with it the statement being run, after the row that it is at.
  package func endWindowAfterCurrentRow() { window = window.lowerBound..<currentPlace + 1 }

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

  /// Whether a row is left out.
  package func isSkipped(row: Int) -> Bool { unsafe state.pointee.skips[row] }

  /// Has the table show a row again that was left out.
  package func show(row: Int) { unsafe state.pointee.skips[row] = false }

  /// Has the table show again all rows that were left out.
  package func showAllRows() {
    unsafe state.pointee.skips.update(repeating: false)
  }
}

// MARK: Values

extension BatchTable {
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

  /// Whether one stored value is that of a row of the batch.
  ///
  /// - Parameters:
  ///   - call: a function call.
  ///   - argument: its argument that is the stored value, counting from 0.
  ///   - row: the row's index in the batch.
  ///   - column: the row's column.
  /// - Returns: true for the same value; NULL is the same as NULL.
  package func isEqual(
    _ call: borrowing FunctionCall, _ argument: Int, row: Int, column: Int
  ) -> Bool {
    unsafe call.isEqual(
      argument, to: state.pointee.cell(row: row, column: column), in: state.pointee.bytes)
  }

  /// Copies a value of the batch behind other bytes.
  ///
  /// - Parameters:
  ///   - row: the row's index in the batch.
  ///   - column: the row's column.
  ///   - bytes: gets the text.
  /// - Returns: the value; of a text, where it is in `bytes`.
  package func copy(row: Int, column: Int, to bytes: inout [UInt8]) -> Cell {
    let cell = unsafe state.pointee.cell(row: row, column: column)
    guard cell.kind == .text else { return cell }
    let (start, first) = (bytes.count, Int(cell.payload))
    unsafe bytes.append(contentsOf: state.pointee.bytes[first..<first + Int(cell.length)])
    return .text(start..<bytes.count)
  }
}
