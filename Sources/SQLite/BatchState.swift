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
  /// The rowid in the column `guess`.
  var guess: Int64 = 0
  /// Whether the table ends where a guess was wrong.
  var isFollowing = false
  /// Whether the guess was read and nobody has said yet that it was right.
  var isGuessOpen = false

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

  mutating func hide() {
    let guess = unsafe guess
    unsafe self = BatchState(columnCount: columnCount)
    unsafe self.guess = guess
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
