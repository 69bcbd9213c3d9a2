internal import Records

/// The order in which the rows of a batch go into a table that has many rows already.
///
/// The index of the key is then read and written from its one end to the other for each batch, in
/// place of at another page for each row: with keys in no order, that more than halves what a row
/// costs. The first rows of a table stay in the order of their file, so that in a small table the
/// ids follow it; among records of one key the first one always comes first.
struct KeyOrder {
  /// Where the key's columns are in a row, and how they compare.
  private let keyPositions: [Int]
  private let collation: Collation
  /// How many rows came so far.
  private var rowsSeen = 0
  /// Whether rows had to be put in order.
  private(set) var isSorting = false

  /// How many rows are put in as they come.
  private let unsortedRows: Int

  /// How many rows are put in as they come by default: the index of so many keys stays in the page
  /// cache.
  static let unsortedRows = 100_000

  /// An order by key.
  init(keyPositions: [Int], collation: Collation = .binary, unsortedRows: Int) {
    self.keyPositions = keyPositions
    self.collation = collation
    self.unsortedRows = unsortedRows
  }

  /// The rows of the next batch, in the order of their keys.
  ///
  /// - Returns: the rows' indexes; nothing when they are to stay as they are.
  /// - Complexity: O(*n* log *n*), O(*n*) when the rows are in order.
  mutating func order(of rows: borrowing RowBatch, in batch: borrowing RecordBatch) -> [Int32] {
    defer { rowsSeen += rows.rowCount }
    guard rowsSeen >= unsortedRows, keyPositions.count == 1, let position = keyPositions.first
    else { return [] }
    guard !isAscending(rows, in: batch, position) else { return [] }
    var keys: [Int64] = []
    keys.reserveCapacity(rows.rowCount)
    for row in 0..<rows.rowCount {
      keys.append(key(ofRow: row, of: rows, in: batch, position))
    }
    isSorting = true
    // Equal keys stay in the order of the file: the indexes break the tie.
    return (0..<Int32(keys.count)).sorted { left, right in
      let (leftKey, rightKey) = (keys[Int(left)], keys[Int(right)])
      return leftKey == rightKey ? left < right : leftKey < rightKey
    }
  }

  /// Whether each row has a key that is not less than the one before it.
  private func isAscending(
    _ rows: borrowing RowBatch, in batch: borrowing RecordBatch, _ position: Int
  ) -> Bool {
    var last = Int64.min
    for row in 0..<rows.rowCount {
      let key = key(ofRow: row, of: rows, in: batch, position)
      if key < last { return false }
      last = key
    }
    return true
  }

  @inline(__always)
  private func key(
    ofRow row: Int, of rows: borrowing RowBatch, in batch: borrowing RecordBatch, _ position: Int
  ) -> Int64 {
    Self.prefix(rows.cells[row * rows.columnCount + position], in: batch.bytes, collation)
  }

  /// Takes note of a batch that stays as it is.
  mutating func pass(_ rowCount: Int) { rowsSeen += rowCount }

  /// A number that sorts as the key does, as far as its first bytes tell: it need not be exact.
  static func prefix(_ cell: Cell, in bytes: [UInt8], _ collation: Collation) -> Int64 {
    switch cell.kind {
    case .null: return .min
    case .integer: return cell.payload
    case .real: return Int64(clamping: Int(exactly: cell.double.rounded()) ?? 0)
    case .text:
      let start = Int(cell.payload)
      let text = collation.compared(bytes[start..<start + Int(cell.length)])
      var prefix: UInt64 = 0
      for index in 0..<8 {
        let byte = index < text.count ? collation.folded(text[start + index]) : 0
        prefix = prefix << 8 | UInt64(byte)
      }
      return Int64(bitPattern: prefix ^ 1 << 63)
    }
  }
}
