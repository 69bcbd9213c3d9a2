internal import CSQLite
internal import Records

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
  /// The stored row of each place, where one was found; as many places as the batch has, or none.
  var found = unsafe UnsafeMutableBufferPointer<StoredRow?>(start: nil, count: 0)
  /// The rows whose stored rows are known, by rowid, and the place of the one asked for last.
  var known = unsafe UnsafeBufferPointer<BatchTable.Known>(start: nil, count: 0)
  var lastKnown = 0
  /// The id of the stored row that was found last, over all batches.
  var lastFound: Int64 = 0

  init(columnCount: Int) { unsafe self.columnCount = columnCount }

  var rowCount: Int { unsafe lines.count }

  mutating func show(
    bytes: UnsafeBufferPointer<UInt8>, cells: UnsafeBufferPointer<Cell>,
    lines: UnsafeBufferPointer<Int64>, order: UnsafeBufferPointer<Int32>,
    skips: UnsafeMutableBufferPointer<Bool>, found: UnsafeMutableBufferPointer<StoredRow?>
  ) {
    precondition(unsafe cells.count == lines.count * columnCount)
    unsafe self.bytes = bytes
    unsafe self.cells = cells
    unsafe self.lines = lines
    unsafe self.order = order
    unsafe self.skips = skips
    unsafe self.found = found
    unsafe window = 0..<lines.count
    unsafe current = 0
  }

  mutating func hide() {
    let lastFound = unsafe lastFound
    unsafe self = BatchState(columnCount: columnCount)
    unsafe self.lastFound = lastFound
  }

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

  /// The cells of a row.
  @inline(__always)
  func cells(ofRow row: Int) -> UnsafeBufferPointer<Cell> {
    unsafe UnsafeBufferPointer(rebasing: cells[row * columnCount..<(row + 1) * columnCount])
  }

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

  /// Makes a value of the table the result of a callback: of `c…` or `line`.
  @inline(__always)
  func give(row: Int, column: Int, to context: OpaquePointer?) {
    guard unsafe column < columnCount else {
      unsafe sqlite3_result_int64(context, lines[row])
      return
    }
    let cell = unsafe cell(row: row, column: column)
    switch cell.kind {
    case .null: unsafe sqlite3_result_null(context)
    case .integer: unsafe sqlite3_result_int64(context, cell.payload)
    case .real: unsafe sqlite3_result_double(context, cell.double)
    case .text:
      // An empty text needs a pointer that is not null, or it would be NULL.
      let start = unsafe cell.length == 0 ? nil : bytes.baseAddress
      guard let start = unsafe start else {
        unsafe sqlite3_result_text(context, "", 0, bank_etl_transient())
        return
      }
      // SQLITE_STATIC: "SQLite assumes that the text or BLOB result is in constant space and does
      // not copy the content of the parameter" (sqlite.org/c3ref/result_blob.html); the batch stays
      // while a statement reads it.
      let text = unsafe UnsafeRawPointer(start + Int(cell.payload))
        .assumingMemoryBound(to: CChar.self)
      unsafe sqlite3_result_text(context, text, cell.length, bank_etl_static())
    }
  }
}
