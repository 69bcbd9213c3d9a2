import Records

/// What is right above the first full row: records with empty fields, titles, or labels.
extension ShapeGrid {
  /// The rows right above one, each as long as most are and none of them empty.
  func rowsAbove(_ row: Int) -> Range<Int> {
    var first = row
    while first > 0, isNext[first], widths[first - 1] == fieldCount, filled[first - 1] > 0 {
      first -= 1
    }
    return first..<row
  }

  /// Whether values below a row show that it is labels: where all is text, nothing does.
  func isProven(_ row: Int, typed: [Bool]) -> Bool {
    (0..<fieldCount).contains { typed[$0] && shapes[row][$0] != .empty }
  }

  /// Whether rows have one text each, at their start, where all records below have more: titles.
  func areTitles(_ rows: Range<Int>) -> Bool {
    fieldCount >= Self.fewFields
      && rows.allSatisfy { filled[$0] == 1 && shapes[$0][0] != .empty && !shapes[$0][0].isValue }
      && !(rows.upperBound..<filled.count).contains { widths[$0] == fieldCount && filled[$0] == 1 }
  }

  /// The row right above the first full one and its like that has labels, if not for each column, above
  /// values.
  ///
  /// - Parameters:
  ///   - full: the first full row, which is a record.
  ///   - typed: which columns have values.
  /// - Returns: the row, counting from 0; nil where the first one is no such row.
  func sparseHeader(above full: Int, typed: [Bool]) -> Int? {
    guard let row = rowsAbove(full).first else { return nil }
    let columns = (0..<fieldCount).filter { shapes[row][$0] != .empty }
    guard columns.count > 1, Set(columns.map { texts[row][$0] }).count == columns.count,
      isProven(row, typed: typed),
      columns.allSatisfy({ !shapes[row][$0].isValue && !isMissing($0, row) })
    else { return nil }
    let isThere = columns.contains { column in
      rows(below: row).contains { texts[$0][column] == texts[row][column] }
    }
    return isThere ? nil : row
  }

  /// The first of the rows above a full one that are records as it is, if with fewer values.
  ///
  /// - Parameters:
  ///   - row: the full row.
  ///   - typed: which columns have values.
  /// - Returns: the first one; and the first of those that are, whatever else they may be: what they have is
  ///   of the kind that its column has, or nothing says that they are none.
  func firstRecord(above row: Int, typed: [Bool]) -> (any: Int, sure: Int) {
    var sure = row
    while sure > 0, isRecord(sure - 1, typed: typed) { sure -= 1 }
    var first = sure
    while first > 0, isNext[first], filled[first - 1] > 0,
      widths[first - 1] == fieldCount && !(typed.contains(true) && isWritten(first - 1))
        || shapes[first - 1].contains(where: \.isValue)
    {
      first -= 1
    }
    return (first, sure)
  }

  /// Whether a row is a text of several words at its start, in a column that has none below: a title.
  private func isWritten(_ row: Int) -> Bool {
    filled[row] == 1 && shapes[row][0] == .text
      && !rows(below: row).contains { shapes[$0][0] == .text }
  }

  private func isRecord(_ row: Int, typed: [Bool]) -> Bool {
    guard widths[row] == fieldCount, filled[row] > 0 else { return false }
    let values = (0..<fieldCount).filter { typed[$0] && shapes[row][$0] != .empty }
    if !values.isEmpty { return values.allSatisfy { shapes[row][$0].isValue } }
    guard isNext[row + 1] else { return false }
    // A single text may be a title, unless its column has such texts.
    return filled[row] > 1
      || (0..<fieldCount).contains { column in
        shapes[row][column] != .empty
          && rows(below: row).contains { shapes[$0][column] == shapes[row][column] }
      }
  }

  /// What is left out above a table and may be another one.
  ///
  /// - Parameters:
  ///   - end: the first row of the table.
  ///   - head: the records whose shapes these are.
  /// - Returns: nil where there is no such thing.
  func leftOut(above end: Int, of head: borrowing RecordBatch) -> HeaderDoubt? {
    func lines(_ rows: ClosedRange<Int>) -> ClosedRange<Int64> {
      head.records[rows.lowerBound].line...head.records[rows.upperBound].line
    }
    if let rows = tableLeftOut(above: end) { return .tableAbove(lines: lines(rows)) }
    return pairsLeftOut(above: end).map { .pairsAbove(lines: lines($0)) }
  }

  /// The rows above a table that look like another one: two or more of one length, next to one another,
  /// with several values each or below a full one, and not pairs of a key and a value.
  ///
  /// - Parameter end: the first row of the table.
  /// - Returns: the first of them and the last; nil where there are none.
  private func tableLeftOut(above end: Int) -> ClosedRange<Int>? {
    var found: ClosedRange<Int>?
    for row in 0..<max(0, end - 1) where isNext[row + 1] && widths[row] == widths[row + 1] {
      let width = (shapes[row].lastIndex { $0 != .empty } ?? -1) + 1
      let isFull = filled[row] == widths[row] && filled[row + 1] > 0
      guard isFull || filled[row] > 1 && filled[row + 1] > 1, width > 2 || shapes[row][0].isValue
      else { continue }
      found = (found?.lowerBound ?? row)...(row + 1)
    }
    return found
  }

  /// The rows above a table that may be one of two columns, or pairs of a key and a value, which are told
  /// from it by a colon alone: three or more next to one another, the first one of two words, and nothing
  /// right of these.
  ///
  /// - Parameter end: the first row of the table.
  /// - Returns: the first of them and the last; nil where there are none.
  private func pairsLeftOut(above end: Int) -> ClosedRange<Int>? {
    for row in 0..<max(0, end - 2) where filled[row] == 2 && !shapes[row][0].isValue {
      guard widths[row] > 1, (shapes[row].lastIndex { $0 != .empty }) == 1,
        !shapes[row][1].isValue
      else { continue }
      var last = row
      while last + 1 < end, isNext[last + 1], widths[last + 1] == widths[row], filled[last + 1] > 0,
        shapes[last + 1].dropFirst(2).allSatisfy({ $0 == .empty })
      { last += 1 }
      let hasKeys = (row...last).contains { texts[$0].first?.last == UInt8(ascii: ":") }
      if last > row + 1, !hasKeys { return row...last }
    }
    return nil
  }
}
