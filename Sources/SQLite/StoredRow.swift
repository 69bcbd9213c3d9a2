internal import CSQLite
internal import Records

/// The stored row that a row of a batch was found to be.
package struct StoredRow: Equatable {
  /// Its rowid.
  package let id: Int64
  /// The run that wrote it last, 0 where it has none.
  package let run: Int64
  /// A bit for each of the compared columns, the first one's lowest, where the batch has another
  /// value; the highest bit stands for all columns from the 64th on, and for what else differs.
  package let differences: UInt64

  /// How many columns have a bit of their own.
  package static let columnsWithBit = 63
}

// MARK: Finding stored rows

extension BatchTable {
  /// Gives SQL two functions that note which stored rows are those of the batch, and how they differ:
  /// `found(rowid, run, whether all else is the same, values …)`, for a stored row that is joined with
  /// the table's current row, and `followed`, with the same arguments, for stored rows that are read
  /// in the order of their ids.
  ///
  /// The second compares with the row at `place`, and moves on where the key is the same. It is true
  /// where a statement has nothing more to read: behind the window, and at the first stored row that
  /// is another.
  ///
  /// - Parameters:
  ///   - names: the names of the functions.
  ///   - columns: the table's columns that the values are compared with, the key's first.
  ///   - keyCount: how many of them are the key.
  /// - Throws: `DatabaseError` when they can't be registered.
  package func addFindingFunctions(
    _ names: (found: String, followed: String), columns: [Int], keyCount: Int
  ) throws(DatabaseError) {
    findsRows = true
    let state = unsafe state
    try database.addFunction(names.found) { call in
      unsafe state.pointee.note(call, columns, from: 0)
      return true
    }
    try database.addFunction(names.followed) { call in
      unsafe state.pointee.follow(call, columns, keyCount: keyCount)
    }
  }

  /// Leaves rows out of the table whose stored rows were found.
  ///
  /// - Parameters:
  ///   - places: which rows are asked about.
  ///   - isLeftOut: is given a row's index in the batch, the line of its record and its stored row, and
  ///     says whether the row is left out.
  package func skipRows(
    at places: Range<Int>, where isLeftOut: (_ row: Int, _ line: Int64, StoredRow) -> Bool
  ) {
    let (found, skips) = unsafe (state.pointee.found, state.pointee.skips)
    let lines = unsafe state.pointee.lines
    for place in places {
      guard let stored = unsafe found[place] else { continue }
      let row = unsafe state.pointee.row(at: place)
      if unsafe isLeftOut(row, lines[row], stored) { unsafe skips[row] = true }
    }
  }

  /// Forgets the stored rows that were found for some places.
  package func forgetStoredRows(at places: Range<Int>) {
    for place in places { unsafe state.pointee.found[place] = nil }
  }

  /// The rowid that the next stored row is thought to have at least.
  package var nextStoredID: Int64 { unsafe state.pointee.lastFound &+ 1 }

  /// Runs a query that asks `followed` about the stored rows from `nextStoredID` on.
  ///
  /// - Parameter query: runs it, to its first row.
  /// - Returns: the first place of the window whose row was not found, or its end.
  /// - Throws: what `query` throws.
  package func following<E: Error>(_ query: () throws(E) -> Void) throws(E) -> Int {
    let state = unsafe state
    unsafe state.pointee.current = state.pointee.next(from: state.pointee.window.lowerBound)
    if currentPlace < window.upperBound { try query() }
    return min(currentPlace, window.upperBound)
  }
}

// MARK: Values for stored rows

extension BatchTable {
  /// Gives SQL a function that has a value of the known row whose stored row has a rowid:
  /// `value(rowid, column)`, where `lineColumn` stands for the line.
  ///
  /// - Parameter name: the function's name.
  /// - Throws: `DatabaseError` when it can't be registered.
  package func addValueFunction(_ name: String) throws(DatabaseError) {
    let code = unsafe sqlite3_create_function_v2(
      database.handle, name, 2, SQLITE_UTF8 | SQLITE_DIRECTONLY, state, giveValue, nil, nil, nil)
    guard code == SQLITE_OK else { throw database.error(code, sql: nil) }
  }

  /// The number that stands for the column `line`.
  package var lineColumn: Int { unsafe state.pointee.columnCount }

  /// Says which stored rows the rows of the batch are, for `value` and `row(ofStored:)`, while `body` runs.
  ///
  /// - Parameters:
  ///   - rows: the rows, by ascending rowids.
  ///   - body: runs the statements that ask.
  /// - Throws: what `body` throws.
  package func withKnownRows<E: Error>(_ rows: [Known], _ body: () throws(E) -> Void) throws(E) {
    var failure: E?
    unsafe rows.withUnsafeBufferPointer { rows in
      unsafe state.pointee.known = unsafe rows
      unsafe state.pointee.lastKnown = 0
      defer { unsafe state.pointee.known = UnsafeBufferPointer(start: nil, count: 0) }
      do throws(E) { try body() } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// A row of the batch, and the rowid of the stored row that it is.
  package struct Known {
    /// The rowid.
    package let id: Int64
    /// The row's index in the batch.
    package let row: Int

    /// A row that was found.
    package init(id: Int64, row: Int) {
      self.id = id
      self.row = row
    }
  }

  /// The known row whose stored row has a rowid.
  ///
  /// - Parameter id: the rowid.
  /// - Returns: its place among the known rows, and its index in the batch.
  /// - Complexity: O(1) for the row behind the one asked for last, else O(log n).
  package func row(ofStored id: Int64) -> (place: Int, row: Int)? {
    guard let row = unsafe state.pointee.seek(stored: id) else { return nil }
    return (unsafe state.pointee.lastKnown, row)
  }
}

private func giveValue(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let data = unsafe sqlite3_user_data(context), let arguments = unsafe arguments else {
    return
  }
  let state = unsafe data.assumingMemoryBound(to: BatchState.self)
  guard let row = unsafe state.pointee.seek(stored: sqlite3_value_int64(arguments[0])) else {
    unsafe sqlite3_result_error(context, "expected a row of the batch but found none", -1)
    return
  }
  unsafe state.pointee.give(
    row: row, column: Int(sqlite3_value_int64(arguments[1])), to: context)
}

extension BatchState {
  private static let firstValue = 3

  /// The row of the batch whose stored row has a rowid, if one is known.
  fileprivate mutating func seek(stored id: Int64) -> Int? {
    for place in unsafe lastKnown..<min(lastKnown + 2, known.count)
    where unsafe known[place].id == id {
      unsafe lastKnown = place
      return unsafe known[place].row
    }
    var (low, high) = unsafe (0, known.count)
    while low < high {
      let middle = (low + high) / 2
      if unsafe known[middle].id < id { low = middle + 1 } else { high = middle }
    }
    guard unsafe low < known.count, unsafe known[low].id == id else { return nil }
    unsafe lastKnown = low
    return unsafe known[low].row
  }

  /// Notes a stored row as that of the row at the current place, and compares its values.
  fileprivate mutating func note(_ call: borrowing FunctionCall, _ columns: [Int], from first: Int)
  {
    let cells = unsafe cells(ofRow: row(at: current))
    let lastBit = UInt64(StoredRow.columnsWithBit)
    var differences: UInt64 = call.integer(2) == 0 ? 1 << lastBit : 0
    let columns = columns.span
    for index in first..<columns.count {
      let isEqual = unsafe call.isEqual(
        Self.firstValue + index, to: cells[columns[index]], in: bytes)
      if !isEqual { differences |= 1 << min(UInt64(index), lastBit) }
    }
    let id = call.integer(0)
    unsafe lastFound = id
    unsafe found[current] = StoredRow(id: id, run: call.integer(1), differences: differences)
  }

  /// Goes on behind a stored row that is the one of the row at the current place.
  ///
  /// - Returns: whether to read no more.
  fileprivate mutating func follow(
    _ call: borrowing FunctionCall, _ columns: [Int], keyCount: Int
  ) -> Bool {
    let cells = unsafe cells(ofRow: row(at: current))
    for index in 0..<keyCount {
      let cell = unsafe cells[columns[index]]
      // NULL is no key. What is the same value is the same key, whatever the column's collation.
      guard cell.kind != .null,
        unsafe call.isEqual(Self.firstValue + index, to: cell, in: bytes)
      else { return true }
    }
    unsafe note(call, columns, from: keyCount)
    unsafe current = unsafe next(from: current + 1)
    return unsafe current >= window.upperBound
  }
}
