import Records

/// What the fields of some records, all of one length, look like.
struct ColumnShapes {
  /// For each column, how many fields have each shape.
  private(set) var counts: [[Int]] = []
  /// How many of the fields have a space at their start.
  private var indented = 0
  /// How many fields behind the first column are three digits.
  private var groups = 0
  /// Whether each delimiter is between two digits and no point is behind it, as a decimal mark is.
  private(set) var isDecimal = true

  init(
    _ records: some Collection<RecordBatch.Record>, of batch: borrowing RecordBatch,
    delimiter: [UInt8]
  ) {
    guard let first = records.first else { return }
    counts = Array(
      repeating: Array(repeating: 0, count: CellShape.allCases.count),
      count: Int(first.fieldCount))
    let bytes = batch.bytes.span
    for record in records {
      var start = record.firstField == 0 ? 0 : Int(batch.fieldEnds[Int(record.firstField) - 1])
      var before = start
      for column in counts.indices {
        let end = Int(batch.fieldEnds[Int(record.firstField) + column])
        let shape = CellShape(start..<end, in: bytes, delimiter: delimiter)
        counts[column][shape.rawValue] += 1
        if start < end, bytes[start] == 0x20 { indented += 1 }
        if column > 0, end - start == 3, (start..<end).allSatisfy({ bytes[$0] &- 0x30 < 10 }) {
          groups += 1
        }
        if isDecimal, column > 0 {
          isDecimal = Self.isDecimal(before..<start, start..<end, in: bytes)
        }
        before = start
        start = end
      }
    }
  }

  /// Whether a field ends with a digit, and the next one begins with one and has no point; neither is a
  /// date or a telephone number.
  private static func isDecimal(
    _ field: Range<Int>, _ next: Range<Int>, in bytes: Span<UInt8>
  ) -> Bool {
    !field.isEmpty && !next.isEmpty && bytes[field.upperBound - 1] &- 0x30 < 10
      && bytes[next.lowerBound] &- 0x30 < 10 && !next.contains { bytes[$0] == 0x2E }
      && !joinsDigits(field, in: bytes) && !joinsDigits(next, in: bytes)
  }

  /// Whether a stroke or a hyphen is right behind a digit, before another one.
  private static func joinsDigits(_ field: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    field.dropFirst().dropLast().contains { position in
      [0x2D, 0x2F].contains(bytes[position])
        && bytes[position - 1] &- 0x30 < 10 && bytes[position + 1] &- 0x30 < 10
    }
  }

  var hasIndents: Bool { indented > 0 }

  /// How much the fields look like values, and those of one column like one another: 0 to 1.
  var typing: Double {
    let total = counts.reduce(0) { $0 + $1.reduce(0, +) }
    guard total > 0 else { return 0 }
    var weight = 0.0
    var alike = 0.0
    for column in counts {
      for shape in CellShape.allCases { weight += Double(column[shape.rawValue]) * shape.weight }
      let filled = column.reduce(0, +) - column[CellShape.empty.rawValue]
      let most = column.dropFirst().max() ?? 0
      alike += filled > 0 ? Double(most) / Double(filled) : 0.5
    }
    let purity = (weight - 0.1 * Double(indented)) / Double(total)
    return max(0, purity) * (0.7 + 0.3 * alike / Double(counts.count))
  }

  /// Whether there are three columns or more, and every second one is empty.
  var isDoubled: Bool {
    guard counts.count > 2, counts.count % 2 == 1 else { return false }
    return stride(from: 1, to: counts.count, by: 2).allSatisfy { column in
      counts[column].reduce(0, +) == counts[column][CellShape.empty.rawValue]
    }
  }

  /// Whether all columns have numbers, and most of those behind the first are no groups of three digits.
  var hasNumbersOnly: Bool {
    let later = counts.dropFirst().reduce(0) { $0 + $1.reduce(0, +) }
    return groups * 2 < later
      && counts.allSatisfy { $0[CellShape.number.rawValue] == $0.reduce(0, +) }
  }

  /// How many columns have numbers, dates or times in half of their fields or more.
  var typedColumns: Int {
    counts.count { column in
      let typed = column[CellShape.number.rawValue] + column[CellShape.moment.rawValue]
      let filled = column.reduce(0, +) - column[CellShape.empty.rawValue]
      return typed * 2 >= filled && typed > 0
    }
  }
}
