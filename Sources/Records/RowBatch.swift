/// One value of a row: what a field was converted to.
///
/// Text is not in the cell: it is a range of the bytes of the batch that the row came from.
package struct Cell: Sendable, Equatable {
  /// Which type of SQLite the value has.
  package enum Kind: UInt8, Sendable {
    case null
    case integer
    case real
    case text
  }

  /// An integer, the bits of a double, or where the text starts in the batch's bytes.
  package var payload: Int64
  /// How many bytes the text has; 0 for the other kinds.
  package var length: Int32
  /// The type of the value.
  package var kind: Kind

  @inline(__always)
  init(payload: Int64, length: Int32, kind: Kind) {
    self.payload = payload
    self.length = length
    self.kind = kind
  }

  /// The double that a cell of kind `real` holds.
  package var double: Double { Double(bitPattern: UInt64(bitPattern: payload)) }

  /// The absence of a value.
  @inline(__always)
  package static var null: Cell { Cell(payload: 0, length: 0, kind: .null) }

  /// A whole number.
  @inline(__always)
  package static func integer(_ value: Int64) -> Cell {
    Cell(payload: value, length: 0, kind: .integer)
  }

  /// A double; NaN becomes NULL in SQLite.
  @inline(__always)
  package static func real(_ value: Double) -> Cell {
    Cell(payload: Int64(bitPattern: value.bitPattern), length: 0, kind: .real)
  }

  /// The text at `range` of the batch's bytes.
  @inline(__always)
  package static func text(_ range: Range<Int>) -> Cell {
    Cell(payload: Int64(range.lowerBound), length: Int32(range.count), kind: .text)
  }
}

/// The rows that a batch's records were converted to, and the records that could not be.
///
/// Row `r`, column `c` is `cells[r * columnCount + c]`. Records that became rejects have no row.
package struct RowBatch: ~Copyable, Sendable {
  /// How many cells a row has.
  package let columnCount: Int
  /// The values, row by row.
  package var cells: [Cell] = []
  /// For each row, the index of its record in the batch.
  package var records: [Int32] = []
  /// For each row, the number of its data record in the file, counting from 1 after the header.
  package var numbers: [Int64] = []
  /// The rejects of the batch, in the order of the source.
  package var rejects: [Reject] = []
  /// The records that were repaired before they were converted, in the order of the source.
  package var repairs: [Repair] = []
  /// The numbers of the data records that are the header once more; they have no row.
  package var repeatedHeaders: [Int64] = []

  /// The rows of the tables that the batch has, one below the other; at least one.
  private var parts = [Part()]

  /// Rows that lack the same columns.
  private struct Part: Sendable {
    var firstRow = 0
    var absentColumns: [Int] = []
  }

  /// No rows of `columnCount` columns.
  package init(columnCount: Int) {
    self.columnCount = columnCount
  }

  /// How many rows there are.
  package var rowCount: Int { records.count }

  /// Forgets the rows and keeps the memory.
  package mutating func removeAll() {
    cells.removeAll(keepingCapacity: true)
    records.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    rejects.removeAll(keepingCapacity: true)
    repairs.removeAll(keepingCapacity: true)
    repeatedHeaders.removeAll(keepingCapacity: true)
    parts = [Part()]
  }
}

// MARK: Columns that some of the rows lack

extension RowBatch {
  /// Says which columns the rows that come next lack: their cells are NULL, and mean nothing.
  ///
  /// - Parameter columns: the columns, in ascending order.
  package mutating func beginPart(lacking columns: [Int]) {
    if parts.last?.firstRow == rowCount { parts.removeLast() }
    if let last = parts.last, last.absentColumns == columns { return }
    parts.append(Part(firstRow: rowCount, absentColumns: columns))
  }

  /// The rows of a range, in parts of which each lacks the same columns.
  ///
  /// - Parameter range: rows, counting from 0.
  /// - Returns: the parts that have a row in the range.
  package func parts(in range: Range<Int>) -> [(rows: Range<Int>, absentColumns: [Int])] {
    let ends = parts.dropFirst().map(\.firstRow) + [rowCount]
    return zip(parts, ends).compactMap { part, end in
      let rows = (part.firstRow..<end).clamped(to: range)
      return rows.isEmpty ? nil : (rows, part.absentColumns)
    }
  }
}
