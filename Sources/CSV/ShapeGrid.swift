import Records

/// What the fields of the first records look like, row by row.
struct ShapeGrid {
  /// For each record, how many of its fields have something in them.
  private(set) var filled: [Int] = []
  private(set) var widths: [Int] = []
  /// For each record, the shapes of its fields.
  private(set) var shapes: [[CellShape]] = []
  let fieldCount: Int
  /// Whether spaces are between the fields: a line of text has fields then, too.
  let isSpaced: Bool
  /// For each column, how often each text of the first records is there.
  private var repetitions: [[[UInt8]: Int]] = []
  private(set) var texts: [[[UInt8]]] = []
  /// For each record, whether there is no line between it and the one above.
  private(set) var isNext: [Bool] = []

  init(_ head: borrowing RecordBatch, limit: Int, fieldCount: Int, delimiter: [UInt8]) {
    self.fieldCount = fieldCount
    isSpaced = delimiter == [0x20]
    let bytes = head.bytes.span
    var nextLine: Int64 = 1
    repetitions = Array(repeating: [:], count: fieldCount)
    for (row, record) in head.records.prefix(limit).enumerated() {
      let ranges = (0..<Int(record.fieldCount)).map { head.range(ofField: $0, in: row) }
      let rowShapes = ranges.map { CellShape($0, in: bytes, delimiter: delimiter) }
      shapes.append(rowShapes)
      widths.append(rowShapes.count)
      filled.append(rowShapes.count { $0 != .empty })
      let rowTexts = ranges.prefix(fieldCount).map { Array(head.bytes[$0]) }
      // A row of another length is of another table, which may have labels of this one.
      if rowShapes.count == fieldCount {
        for (column, text) in rowTexts.enumerated() { repetitions[column][text, default: 0] += 1 }
      }
      texts.append(rowTexts)
      isNext.append(record.line == nextLine)
      nextLine = record.line + Int64(record.lineCount)
    }
  }

  /// The first row that has as many fields as most, and something in more than half of them.
  var firstFullRow: Int? {
    func first(where isFull: (Int) -> Bool) -> Int? {
      filled.indices.first { widths[$0] == fieldCount && isFull($0) && !isTitle($0) }
    }
    return first { filled[$0] * 2 > fieldCount } ?? first { filled[$0] > 0 }
  }

  /// Which columns have numbers, dates or times in most of their fields below a row.
  func typedColumns(after row: Int) -> [Bool] {
    let rows = (row + 1..<max(row + 1, widths.count)).filter { widths[$0] == fieldCount }
    return (0..<fieldCount).map { column in
      let values = rows.map { shapes[$0][column] }.filter { $0 != .empty }
      let typed = values.count(where: \.isValue)
      return typed > 0 && typed * 10 >= values.count * 6
    }
  }

  /// Whether a row is labels: no values of the kind that its columns have.
  func isHeader(_ row: Int, typed: [Bool]) -> Bool {
    var labels = 0
    var values = 0
    for column in 0..<fieldCount where typed[column] && shapes[row][column] != .empty {
      if shapes[row][column].isValue { values += 1 } else { labels += 1 }
    }
    if values > 0, isCounting(row) || isYears(row, typed: typed) || dividesGroups(row, typed: typed)
    {
      return true
    }
    if values > 0, isCounting(row, repeating: true) {
      if isWords(row + 1, above: row + 1, typed: typed)
        || canFollow(row + 1, above: row + 1, typed: typed)
      {
        return true
      }
    }
    if labels + values > 0 { return labels > values }
    let isText = !shapes[row].contains(where: \.isValue)
    // Where all is text, a label is what no record of its column has but the same header once more.
    let copies = copies(of: row)
    let repeated = (0..<fieldCount).contains { column in
      shapes[row][column] != .empty && (repetitions[column][texts[row][column]] ?? 0) > copies
    }
    return isText && !repeated
  }

  /// How many rows of several fields are the same as a row, itself among them, where it may be a header
  /// that comes again: a record that many others are like is none.
  private func copies(of row: Int) -> Int {
    guard fieldCount > 1 else { return 1 }
    let count = texts.count { $0 == texts[row] }
    let isRare = count <= HeaderLines.recordsMax ? count < texts.count : count * 10 <= texts.count
    return isRare ? count : 1
  }

  /// The row above the first full one, where it is a header with a label too many or too few.
  ///
  /// - Parameters:
  ///   - first: the first full row.
  ///   - typed: which columns have values.
  /// - Returns: the row, counting from 0, or nil.
  func raggedHeader(above first: Int, typed: [Bool]) -> Int? {
    guard first > 0, abs(widths[first - 1] - fieldCount) == 1,
      fieldCount >= Self.fewFields || isSurplusEmpty(first),
      filled[first - 1] >= fieldCount - 1, !shapes[first - 1].contains(where: \.isValue)
    else { return nil }
    // What has no values cannot tell a header from a record with a field too many.
    if typed.contains(true) { return isHeader(first, typed: typed) ? nil : first - 1 }
    return first == 1 && !isTitleText(0) ? 0 : nil
  }

  /// Whether the field that the header or the records have more is empty and the last one, in all of the
  /// records.
  private func isSurplusEmpty(_ first: Int) -> Bool {
    let header = first - 1
    if widths[header] > fieldCount { return fieldCount > 1 && shapes[header].last == .empty }
    return fieldCount > 2 && rows(below: header).allSatisfy { shapes[$0].last == .empty }
  }

  /// Whether the row above the first record may be labels, though there is another number of them, or where
  /// nothing tells labels from records, a record that was cut.
  ///
  /// - Parameters:
  ///   - first: the header or the first record.
  ///   - isProven: whether what is below shows that it is one.
  /// - Returns: whether it may.
  func mayBeLabels(above first: Int, proven isProven: Bool) -> Bool {
    guard first > 0, isNext[first], filled[first - 1] == widths[first - 1],
      !shapes[first - 1].contains(where: \.isValue)
    else { return false }
    return widths[first - 1] > 1
      || !isProven && shapes[first - 1] == [.word]
        && !texts[first - 1].contains(where: Self.isPaper)
  }

  /// In a table of fewer columns, a line of text above it is as likely a title.
  static let fewFields = 4

  /// Whether the numbers of a row count up by one: years and months are labels too.
  ///
  /// - Parameters:
  ///   - row: the row, counting from 0.
  ///   - isRepeating: whether a number may also be there again, as a year over its quarters is.
  /// - Returns: whether they do.
  private func isCounting(_ row: Int, repeating isRepeating: Bool = false) -> Bool {
    let numbers = texts[row].indices.filter { shapes[row][$0].isValue }
      .map { Int(String(decoding: texts[row][$0], as: UTF8.self)) }
    guard numbers.count > (isRepeating ? 1 : 2) else { return false }
    return zip(numbers, numbers.dropFirst()).allSatisfy { left, right in
      guard let left, let right, left > 99 else { return false }
      return right - left == 1 || isRepeating && right == left
    }
  }

  /// Whether a row above the header is part of it: several labels, and no values.
  func canPrecede(_ row: Int, typed: [Bool]) -> Bool {
    if dividesGroups(row + 1, typed: typed) { return true }
    return widths[row] == fieldCount && filled[row] > 1 && filled[row] * 3 > fieldCount
      && !shapes[row].contains(where: \.isValue) && !isTitle(row)
  }
}
