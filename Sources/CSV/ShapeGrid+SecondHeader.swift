extension ShapeGrid {
  /// Whether a row below the header is part of it.
  ///
  /// A record with text where most have numbers looks like labels too, and must not get lost. So it
  /// takes evidence: the row is the header once more; or it has labels where the columns have
  /// nothing but values, and names columns that the row above only numbers, or divides what that
  /// spans, or is units, with nothing in the columns of text.
  ///
  /// - Parameters:
  ///   - row: the row, counting from 0; the one above it is of the header.
  ///   - last: the last row that may be of the header, where others of it are below this one.
  ///   - typed: which columns have values.
  /// - Returns: whether there is such evidence.
  func canFollow(_ row: Int, above last: Int, typed: [Bool]) -> Bool {
    guard widths[row] == fieldCount, filled[row] * 2 > fieldCount else { return false }
    if texts[row] == texts[row - 1] { return true }
    let columns = (0..<fieldCount).filter { typed[$0] && shapes[row][$0] != .empty }
    guard columns.count * 2 > typed.count(where: { $0 }),
      columns.allSatisfy({ isLabel($0, row, above: last) })
    else { return false }
    return numbersColumns(row - 1) || dividesSpans(row, typed)
      || isUnits(row, columns, typed, above: last)
  }

  /// Whether a row has a word in each column where the rows below have nothing but values, and no text
  /// that they have: below a header it is part of it.
  ///
  /// One column of values, one word in all of them, or a row with gaps may as well be a faulty record.
  ///
  /// - Parameters:
  ///   - row: the row, counting from 0.
  ///   - last: the last row that may be of the header; of records below it there must be at least as many as
  ///     lines of such words.
  ///   - typed: which columns have values.
  /// - Returns: whether it has.
  func isWords(_ row: Int, above last: Int, typed: [Bool]) -> Bool {
    guard row < widths.count, isNext[row], widths[row] == fieldCount, filled[row] == fieldCount
    else { return false }
    let columns = (0..<fieldCount).filter { typed[$0] }
    guard columns.count > 1, rows(below: last).count > 1 + last - row,
      columns.allSatisfy({ isLabel($0, row, above: last) }),
      Set(columns.map { texts[row][$0] }).count > 1
    else { return false }
    let below = rows(below: row)
    return !(0..<fieldCount).contains { column in
      isMissing(column, row) || below.contains { texts[$0][column] == texts[row][column] }
    }
  }

  /// Whether a row below the header has words where the columns have nothing but values, so that it may be
  /// part of the header as well as a faulty record.
  ///
  /// - Parameters:
  ///   - row: the row, counting from 0.
  ///   - last: the last row that may be of the header.
  ///   - typed: which columns have values.
  /// - Returns: whether it may.
  func mayFollow(_ row: Int, above last: Int, typed: [Bool]) -> Bool {
    guard row < widths.count, isNext[row], widths[row] == fieldCount else { return false }
    let columns = (0..<fieldCount).filter { typed[$0] && shapes[row][$0] != .empty }
    return columns.count * 2 > typed.count(where: { $0 }) && rows(below: last).count > 1
      && columns.allSatisfy { isLabel($0, row, above: last) }
  }

  /// Whether a field is a label: no value, and no text such as a record below the header has there.
  private func isLabel(_ column: Int, _ row: Int, above last: Int) -> Bool {
    guard !shapes[row][column].isValue, !isMissing(column, row) else { return false }
    return !rows(below: last).contains {
      !shapes[$0][column].isValue && !isMissing(column, $0)
    }
  }

  /// Whether a row has one word with the number of each column, as a spreadsheet names those that
  /// have no label: `Column1,Column2`.
  func numbersColumns(_ row: Int) -> Bool {
    guard fieldCount > 1, let label = texts[row].first, label.count > 1, label.last == 0x31 else {
      return false
    }
    let word = Array(label.dropLast())
    return texts[row].enumerated().allSatisfy { column, text in
      text == word + Array(String(column + 1).utf8)
    }
  }

  /// Whether the row above has empty fields right of a label, and this row fills all of them.
  private func dividesSpans(_ row: Int, _ typed: [Bool]) -> Bool {
    let above = shapes[row - 1]
    guard above.count == fieldCount, let first = above.firstIndex(where: { $0 != .empty }) else {
      return false
    }
    let spanned = (first..<fieldCount).filter { typed[$0] && above[$0] == .empty }
    return !spanned.isEmpty && spanned.allSatisfy { shapes[row][$0] != .empty }
  }

  /// Whether several columns have a unit or a label, and the columns of text nothing, where records
  /// have text.
  private func isUnits(
    _ row: Int, _ columns: [Int], _ typed: [Bool], above last: Int
  ) -> Bool {
    let free = (0..<fieldCount).filter { !typed[$0] }
    guard Set(columns.map { texts[row][$0] }).count > 1,
      free.allSatisfy({ isMissing($0, row) })
    else { return false }
    // Where all columns have values, a record that has none at all is no record.
    if free.isEmpty { return columns.count == fieldCount }
    return free.contains { column in
      let below = rows(below: last)
      return !below.isEmpty && !below.contains { isMissing(column, $0) }
    }
  }

  func rows(below row: Int) -> [Int] {
    (row + 1..<max(row + 1, widths.count)).filter { widths[$0] == fieldCount }
  }

  /// Whether a field is empty or says that there is no value.
  func isMissing(_ column: Int, _ row: Int) -> Bool {
    guard shapes[row][column] != .empty else { return true }
    let text = texts[row][column].filter { $0 != 0x20 && $0 != 0x09 }
    guard text.count <= Self.missingBytesMax else { return false }
    return Self.missing.contains(String(decoding: text, as: UTF8.self).lowercased())
  }

  private static let missing: Set<String> = [
    "-", "--", "---", ".", "..", "?", "*", "n/a", "#n/a", "na", "n.a.", "nan", "nil", "none",
    "null",
    "\\n", "tba", "tbd", "unknown", "missing", "–", "—",
  ]
  /// The most bytes that a word of `missing` has.
  private static let missingBytesMax = 7
}
