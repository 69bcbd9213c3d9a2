/// Finds rows of a batch by the values of some of their cells.
struct CellIndex {
  private let values: BatchValues
  private let columns: [ComparedCell]
  private let firstRow: Int
  /// The first row in each of a power of two of buckets, and for each row the next one in its bucket; -1 for
  /// none.
  private var first: [Int32]
  private var next: [Int32]

  /// An index of some rows.
  ///
  /// - Parameters:
  ///   - values: the batch.
  ///   - columns: the cells.
  ///   - rows: the rows.
  ///   - isIncluded: which of them.
  init(
    _ values: BatchValues, _ columns: [ComparedCell], of rows: Range<Int>,
    where isIncluded: (Int) -> Bool = { _ in true }
  ) {
    self.values = values
    self.columns = columns
    firstRow = rows.lowerBound
    next = Array(repeating: -1, count: rows.count)
    let bucketCount = 1 << (Int.bitWidth - rows.count.leadingZeroBitCount)
    first = Array(repeating: -1, count: bucketCount)
    for row in rows.reversed() where isIncluded(row) {
      guard let hash = values.hash(row, columns) else { continue }
      let bucket = Int(hash & UInt64(bucketCount - 1))
      next[row - firstRow] = first[bucket]
      first[bucket] = Int32(row)
    }
  }

  /// The first row behind `after` that has the same values as some cells of another row.
  func row(after: Int, like other: Int, _ otherColumns: [ComparedCell]) -> Int? {
    guard let hash = values.hash(other, otherColumns) else { return nil }
    var row = first[Int(hash & UInt64(first.count - 1))]
    while row >= 0 {
      if row > after, values.isSame(Int(row), columns, as: other, otherColumns) { return Int(row) }
      row = next[Int(row) - firstRow]
    }
    return nil
  }
}
