internal import Records

/// The values of a batch's rows: they are compared as SQLite compares them where both are of one type and no
/// collation says otherwise.
struct BatchValues {
  private let cells: [Cell]
  private let bytes: [UInt8]
  private let columnCount: Int
  /// How many rows there are.
  let rowCount: Int

  /// The values of rows and the bytes of their texts.
  init(_ rows: borrowing RowBatch, in batch: borrowing RecordBatch) {
    cells = rows.cells
    bytes = batch.bytes
    columnCount = rows.columnCount
    rowCount = rows.rowCount
  }

  /// A number that is the same for the same values of some of a row's cells; nil where one is NULL, which is
  /// the same as nothing.
  func hash(_ row: Int, _ columns: [Int]) -> UInt64? {
    var hash: UInt64 = 0
    for column in columns {
      let cell = cells[row * columnCount + column]
      switch cell.kind {
      case .null: return nil
      case .integer: hash = Self.mix(hash, UInt64(bitPattern: cell.payload))
      case .real:
        // 1.0 is the same as 1.
        let whole = Int64(exactly: cell.double)
        hash = Self.mix(hash, UInt64(bitPattern: whole ?? cell.payload))
      case .text:
        let start = Int(cell.payload)
        for index in start..<start + Int(cell.length) {
          hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01b3
        }
        hash = Self.mix(hash, UInt64(cell.length))
      }
    }
    return hash
  }

  /// Spreads what is added over all bits (the finaliser of MurmurHash3).
  private static func mix(_ hash: UInt64, _ added: UInt64) -> UInt64 {
    var mixed = hash &* 31 &+ added
    mixed = (mixed ^ mixed >> 33) &* 0xff51_afd7_ed55_8ccd
    mixed = (mixed ^ mixed >> 33) &* 0xc4ce_b9fe_1a85_ec53
    return mixed ^ mixed >> 33
  }

  /// The rows of the batch with those of a part in the order of a cell, as far as the first bytes of it tell:
  /// what is looked up in that order is found in the order of an index.
  ///
  /// - Returns: the rows' indexes; nothing where they are in that order.
  /// - Complexity: O(*n* log *n*), O(*n*) when the rows are in order.
  func order(of part: Range<Int>, by column: Int) -> [Int32] {
    let keys = part.map { KeyOrder.prefix(cells[$0 * columnCount + column], in: bytes) }
    guard !zip(keys, keys.dropFirst()).allSatisfy({ $0 <= $1 }) else { return [] }
    var order = (0..<Int32(rowCount)).map { $0 }
    order[part].sort { keys[Int($0) - part.lowerBound] < keys[Int($1) - part.lowerBound] }
    return order
  }

  /// Whether a row has the same values in some cells as another in some others.
  func isSame(_ row: Int, _ columns: [Int], as other: Int, _ otherColumns: [Int]) -> Bool {
    zip(columns, otherColumns).allSatisfy { column, otherColumn in
      let (left, right) = (
        cells[row * columnCount + column], cells[other * columnCount + otherColumn]
      )
      switch (left.kind, right.kind) {
      case (.null, _), (_, .null): return false
      case (.text, .text):
        let (start, otherStart) = (Int(left.payload), Int(right.payload))
        return left.length == right.length
          && bytes[start..<start + Int(left.length)]
            .elementsEqual(bytes[otherStart..<otherStart + Int(right.length)])
      case (.text, _), (_, .text): return false
      case (.integer, .real): return Double(left.payload) == right.double
      case (.real, .integer): return left.double == Double(right.payload)
      case (.real, .real): return left.double == right.double
      default: return left.payload == right.payload
      }
    }
  }
}
