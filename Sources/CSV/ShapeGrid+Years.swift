import Records

/// Years as labels: one after the other, `Region,2023,2024`, and so below the labels of groups,
/// `,Sales,,Cost,` above `Region,2023,2024,2023,2024`.
///
/// Years are values, too. They are labels only where no record below has years in the same columns: what a
/// bank was founded and closed in stays a record.
extension ShapeGrid {
  /// Whether a row is a label, and right of it years one after the other, above values that are none.
  ///
  /// Years may have gaps between them, or no label before them, where there are as many as no record has by
  /// chance.
  ///
  /// - Parameters:
  ///   - row: the row, counting from 0.
  ///   - typed: which columns have values below it.
  /// - Returns: whether it is.
  func isYears(_ row: Int, typed: [Bool]) -> Bool {
    guard let runs = yearRuns(row), runs.count == 1, let run = runs.first,
      run.count >= Self.manyYears || run.lowerBound > 0 && !isMissing(0, row)
    else { return false }
    return areLabels(runs, row, typed: typed)
      && (0..<fieldCount).allSatisfy { isNew($0, row, runs) }
  }

  /// Whether a row below labels divides each of them into years: `2023,2024` below `Sales`, which is there
  /// once or above each year.
  ///
  /// It takes evidence that it is no record: nothing where records have something, or a label where the row
  /// above has none, or the same years below several labels.
  ///
  /// - Parameters:
  ///   - row: the row, counting from 0.
  ///   - typed: which columns have values below it.
  /// - Returns: whether it does.
  func dividesGroups(_ row: Int, typed: [Bool]) -> Bool {
    guard row > 0, row < widths.count, isNext[row], widths[row - 1] == fieldCount,
      !shapes[row - 1].contains(where: \.isValue), let runs = yearRuns(row),
      runs.allSatisfy({ isGroup($0, row - 1) }), areLabels(runs, row, typed: typed)
    else { return false }
    let groups = runs.map { texts[row - 1][$0.lowerBound] }
    let free = (0..<fieldCount).filter { column in !runs.contains { $0.contains(column) } }
    guard Set(groups).count == groups.count, free.allSatisfy({ isNew($0, row, runs) }) else {
      return false
    }
    if runs.count > 1, Set(runs.map { $0.map { year($0, row) } }).count == 1 { return true }
    let isBelowLabel = free.contains { shapes[row][$0] != .empty && shapes[row - 1][$0] != .empty }
    return !isBelowLabel
      && free.contains { column in
        shapes[row][column] != .empty || !rows(below: row).contains { isMissing(column, $0) }
      }
  }

  /// The columns of a row whose values are years, divided where one is not next to the one before.
  ///
  /// - Parameter row: the row, counting from 0.
  /// - Returns: the columns; nil where there is another value, or a single year.
  private func yearRuns(_ row: Int) -> [Range<Int>]? {
    guard widths[row] == fieldCount else { return nil }
    let columns = (0..<fieldCount).filter { shapes[row][$0].isValue }
    let years = columns.compactMap { year($0, row) }
    guard let first = columns.first, let last = columns.last, years.count == columns.count else {
      return nil
    }
    let all = first..<last + 1
    let steps = zip(years.dropFirst(), years).map { $0 - $1 }
    let isOneWay = steps.allSatisfy { $0 > 0 } || steps.allSatisfy { $0 < 0 }
    if all.count == columns.count, columns.count >= Self.manyYears, isOneWay { return [all] }
    var runs: [Range<Int>] = []
    var direction = 0
    for (index, column) in columns.enumerated() {
      let step = index > 0 && columns[index - 1] == column - 1 ? steps[index - 1] : 0
      if let run = runs.last, abs(step) == 1, run.count == 1 || step == direction {
        runs[runs.count - 1] = run.lowerBound..<column + 1
        direction = step
      } else {
        runs.append(column..<column + 1)
      }
    }
    return runs.allSatisfy { $0.count > 1 } ? runs : nil
  }

  /// Whether values are below most of the years, and none of the records below has years in these columns,
  /// or counts on in them as the years do, nor do most of them have what may be years of older times.
  private func areLabels(_ runs: [Range<Int>], _ row: Int, typed: [Bool]) -> Bool {
    let columns = runs.flatMap(Array.init)
    let below = rows(below: row).map { row in
      columns.filter { shapes[row][$0] != .empty }.map { number($0, row) }
    }.filter { !$0.isEmpty }
    guard columns.count(where: { typed[$0] }) * 2 > columns.count, !below.isEmpty else {
      return false
    }
    func has(_ numbers: [Int?], in range: ClosedRange<Int>) -> Bool {
      numbers.allSatisfy { $0.map(range.contains) ?? false }
    }
    func isCounting(_ numbers: [Int?]) -> Bool {
      numbers.count == columns.count && has(numbers, in: 100...Int(Int32.max))
        && zip(numbers, numbers.dropFirst()).allSatisfy { abs(($0 ?? 0) - ($1 ?? 0)) == 1 }
    }
    return !below.contains { has($0, in: YearLabel.range) || isCounting($0) }
      && below.count { has($0, in: Self.olderYears) } * 2 < below.count
  }

  /// Whether a field is a year, or empty, or a text that no record below has.
  private func isNew(_ column: Int, _ row: Int, _ runs: [Range<Int>]) -> Bool {
    let isYear = runs.contains { $0.contains(column) }
    if isYear || shapes[row][column] == .empty { return true }
    return !rows(below: row).contains { texts[$0][column] == texts[row][column] }
  }

  /// Whether a row has one label over columns: at the first of them, or at each.
  private func isGroup(_ columns: Range<Int>, _ row: Int) -> Bool {
    guard !isMissing(columns.lowerBound, row) else { return false }
    let others = columns.dropFirst()
    return others.allSatisfy { shapes[row][$0] == .empty }
      || others.allSatisfy { texts[row][$0] == texts[row][columns.lowerBound] }
  }

  private func year(_ column: Int, _ row: Int) -> Int? {
    number(column, row).flatMap { YearLabel.range.contains($0) ? $0 : nil }
  }

  /// The whole number in a field; nil where there is none.
  private func number(_ column: Int, _ row: Int) -> Int? {
    Int(String(decoding: texts[row][column].filter { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self))
  }

  /// What a bank may have been founded in.
  private static let olderYears = 1500...2100
  /// So many years one way are no record's by chance, though there are gaps between them.
  private static let manyYears = 4
}
