/// Which cells of a sheet are merged: how far to the right they reach in which rows.
///
/// A header over several columns is one cell, and those that it lies over may not be in the file.
struct MergedCells {
  private var ranges: [(rows: ClosedRange<Int64>, width: Int)] = []

  /// The most ranges that are kept: those of headers are among the first.
  static let countMax = 10_000

  /// Adds cells that are merged.
  ///
  /// - Parameters:
  ///   - first: their first row, counting from 1.
  ///   - last: their last row; what is above the first is no range.
  ///   - width: how many columns there are up to the last of theirs.
  mutating func add(rows first: Int64, through last: Int64, width: Int) {
    guard first <= last, ranges.count < Self.countMax else { return }
    ranges.append((first...last, min(width, SheetRecords.columnsMax)))
  }

  /// Adds the cells of a reference such as `D1:E2`; what is none is passed over.
  mutating func add(reference: Span<UInt8>) {
    var places: [(column: Int, row: Int64)] = [(0, 0)]
    for index in reference.indices {
      let (byte, end) = (reference[index], places.count - 1)
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z") where places[end].column <= SheetRecords.columnsMax:
        places[end].column = places[end].column * 26 + Int(byte - 0x40)
      case UInt8(ascii: "0")...UInt8(ascii: "9") where places[end].row <= SheetRecords.rowsMax:
        places[end].row = places[end].row * 10 + Int64(byte - 0x30)
      case UInt8(ascii: ":") where end == 0: places.append((0, 0))
      default: return
      }
    }
    guard places.count == 2, places[0].row > 0, places[1].column > 0 else { return }
    add(rows: places[0].row, through: places[1].row, width: places[1].column)
  }

  /// How many columns there are up to the last that a merged cell of some rows reaches.
  ///
  /// - Parameter rows: the rows, counting from 1.
  /// - Returns: 0 where none of their cells is merged.
  func width(ofRows rows: ClosedRange<Int64>) -> Int {
    ranges.lazy.filter { $0.rows.overlaps(rows) }.map(\.width).max() ?? 0
  }
}
