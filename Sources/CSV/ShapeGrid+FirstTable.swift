extension ShapeGrid {
  /// A table that is above the one most of the records are of, and shorter or of fewer columns.
  ///
  /// That takes a row of labels and records of its length, one below the other, none of which has anything
  /// right of the labels: two at least, or one that has values. What is above a table as well, pairs of a key
  /// and a value, looks like a table of two columns: there the values must be alike.
  ///
  /// - Returns: its rows, the labels first, counting from 0, or nil.
  var tableAbove: Range<Int>? {
    let end = firstFullRow ?? widths.count
    var start = 0
    while start < end {
      var next = start + 1
      while next < end, isNext[next], widths[next] == widths[start], filled[next] > 0 { next += 1 }
      // What goes on with a full row is of one table with it.
      let goesOn = widths[start] == fieldCount && next < widths.count && next == end && isNext[next]
      if !goesOn, isTable(start..<next) { return start..<next }
      start = next
    }
    return nil
  }

  private func isTable(_ rows: Range<Int>) -> Bool {
    let labels = shapes[rows.lowerBound]
    let width = (labels.lastIndex { $0 != .empty } ?? -1) + 1
    let below = rows.dropFirst()
    guard width > 1, !below.isEmpty,
      labels.prefix(width).allSatisfy({ $0 == .word || $0 == .text }),
      below.allSatisfy({ shapes[$0].dropFirst(width).allSatisfy { $0 == .empty } })
    else { return false }
    let kinds = (0..<width).map { column in
      Set(below.map { shapes[$0][column] }).subtracting([.empty])
    }
    let hasValues = kinds.contains { Self.areValues($0) }
    if below.count == 1 {
      let labels = texts[rows.lowerBound].prefix(width)
      return width > 2 && hasValues && Set(labels).count == labels.count
    }
    if width == 2 { return hasValues && !hasKeys(rows, kinds) }
    return hasValues || isText(rows, width)
  }

  /// Whether rows of nothing but text are filled as records are, as a whole, and have none of the labels.
  private func isText(_ rows: Range<Int>, _ width: Int) -> Bool {
    let labels = texts[rows.lowerBound]
    let below = rows.dropFirst()
    return below.reduce(0) { $0 + filled[$1] } * 2 > width * below.count
      && below.allSatisfy { row in
        filled[row] > 1 && !zip(texts[row], labels).contains { $0 == $1 && !$0.isEmpty }
      }
  }

  /// Whether two columns are keys and their values: the values are of several kinds, or a few days,
  /// as the first and the last one of a report.
  private func hasKeys(_ rows: Range<Int>, _ kinds: [Set<CellShape>]) -> Bool {
    if Self.areValues(kinds[0]) { return false }
    let isKey = rows.contains { texts[$0].first?.last == UInt8(ascii: ":") }
    let days = rows.count { Self.isDay(texts[$0].dropFirst().first ?? []) }
    let isFew = rows.count <= Self.daysMax
    return isKey || kinds[1].count > 1 || days > 0 && (isFew || days < rows.count - 1)
  }

  /// Whether a text is written as `2020-01-31` is, or as another day with two marks of one kind.
  private static func isDay(_ text: [UInt8]) -> Bool {
    let marks = text.filter { $0 &- 0x30 > 9 }
    return text.count >= 8 && marks.count == 2 && marks[0] == marks[1]
  }

  private static func areValues(_ kinds: Set<CellShape>) -> Bool {
    !kinds.isEmpty && kinds.allSatisfy(\.isValue)
  }

  /// The most rows that may be keys with days.
  private static let daysMax = 4
}
