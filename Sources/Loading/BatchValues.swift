internal import Records

/// The values of a batch's rows: they are compared as SQLite compares them where both are of one type.
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
  func hash(_ row: Int, _ columns: [ComparedCell]) -> UInt64? {
    var hash: UInt64 = 0
    for column in columns {
      let cell = cells[row * columnCount + column.cell]
      switch cell.kind {
      case .null: return nil
      case .integer: hash = Self.mix(hash, UInt64(bitPattern: cell.payload))
      case .real:
        // 1.0 is the same as 1.
        let whole = Int64(exactly: cell.double)
        hash = Self.mix(hash, UInt64(bitPattern: whole ?? cell.payload))
      case .text:
        let text = column.collation.compared(text(cell))
        if column.collation == .noCase {
          for byte in text { hash = Self.mixByte(hash, column.collation.folded(byte)) }
        } else {
          for byte in text { hash = Self.mixByte(hash, byte) }
        }
        hash = Self.mix(hash, UInt64(text.count))
      }
    }
    return hash
  }

  private func text(_ cell: Cell) -> ArraySlice<UInt8> {
    bytes[Int(cell.payload)..<Int(cell.payload) + Int(cell.length)]
  }

  /// Adds a byte (FNV-1a).
  private static func mixByte(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
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
  func order(of part: Range<Int>, by column: ComparedCell) -> [Int32] {
    let keys = part.map {
      KeyOrder.prefix(cells[$0 * columnCount + column.cell], in: bytes, column.collation)
    }
    guard !zip(keys, keys.dropFirst()).allSatisfy({ $0 <= $1 }) else { return [] }
    var order = (0..<Int32(rowCount)).map { $0 }
    order[part].sort { keys[Int($0) - part.lowerBound] < keys[Int($1) - part.lowerBound] }
    return order
  }

  /// Whether a row has the same values in some cells as another in some others; the collations are those of
  /// the first.
  func isSame(
    _ row: Int, _ columns: [ComparedCell], as other: Int, _ otherColumns: [ComparedCell]
  ) -> Bool {
    zip(columns, otherColumns).allSatisfy { column, otherColumn in
      let (left, right) = (
        cells[row * columnCount + column.cell], cells[other * columnCount + otherColumn.cell]
      )
      switch (left.kind, right.kind) {
      case (.null, _), (_, .null): return false
      case (.text, .text): return column.collation.isSame(text(left), text(right))
      case (.text, _), (_, .text): return false
      case (.integer, .real): return Double(left.payload) == right.double
      case (.real, .integer): return left.double == Double(right.payload)
      case (.real, .real): return left.double == right.double
      default: return left.payload == right.payload
      }
    }
  }
}
