import Records

/// How the head of a source is read for a candidate.
extension DialectCandidate {
  /// Reads the start of a head in one dialect.
  ///
  /// - Parameters:
  ///   - dialect: the dialect.
  ///   - head: what there is of the source; the last record of the sample may go on in it.
  ///   - sample: the whole lines of its start.
  ///   - limits: the limits of reading; a batch is the sample.
  init(
    _ dialect: Dialect, on head: TextWindow, _ sample: TextWindow, limits: ReadingLimits
  ) {
    var batch = RecordBatch()
    if !Self.read(dialect, head, limits, into: &batch) {
      batch.removeAll()
      _ = Self.read(dialect, sample, limits, into: &batch)
    }
    let readable = batch.records.filter { $0.fieldCount > 0 }
    // A quote that nothing closes makes a record of many lines, but some tables have no others.
    let single = readable.filter { $0.lineCount == 1 }
    let counted = single.count * 4 < readable.count ? readable : single
    let width = Self.mostFrequent(counted.map(\.fieldCount)) ?? 0
    let typed = readable.filter { $0.fieldCount == width }
    let content = ColumnShapes(
      typed.prefix(Self.typedRecords), of: batch, delimiter: dialect.delimiter.bytes)
    delimiter = dialect.delimiter
    quote = dialect.quote
    escape = dialect.escape
    records = batch.records.count
    fields = Int(width)
    agreeing = typed.count
    typing = content.typing
    hasTypedColumn = content.hasTypedColumn
    hasNumbersOnly = content.hasNumbersOnly
    problems = batch.problems.count
    startsAlike = readable.first?.fieldCount == width
    let (first, leading) = (
      readable.first { $0.fieldCount == width }, readable.prefix { $0.fieldCount < width }
    )
    preamble = leading.count
    startsWithLabels = first.map { Self.isLabels($0, of: batch, dialect.delimiter.bytes) } ?? false
    colons =
      dialect.delimiter.bytes == [0x3A]
      ? Colons(typed.prefix(Self.typedRecords), of: batch, hasLabels: startsWithLabels) : nil
    let isAlike = typed.count == batch.records.count && batch.problems.isEmpty
    spaces =
      dialect.delimiter.bytes == [0x20] && isAlike && startsWithLabels && typed.count > 1
      ? Spaces(typed.prefix(Self.typedRecords), of: batch) : nil
    isDoubled = content.isDoubled && typed.count == readable.count
    quotedRecords = readable.count { record in
      let last = Int(record.firstField + record.fieldCount) - 1
      let start = record.firstField == 0 ? 0 : batch.fieldEnds[Int(record.firstField) - 1]
      let delimiters = (Int(record.fieldCount) - 1) * dialect.delimiter.bytes.count
      // What is longer than its fields with their delimiters has quotes around some.
      return record.rawEnd - record.rawStart > batch.fieldEnds[last] - start + Int32(delimiters)
    }
    let joined = readable.filter { $0.lineCount > 1 }
    joinsLines =
      !joined.isEmpty && joined.allSatisfy { $0.fieldCount == width }
      && (typed.count + leading.count) * 10 >= records * 9 && problems * 20 <= records
      && (quote == 0x22 || quotedRecords * 2 > records)
  }

  /// Reads the first bytes of a text.
  ///
  /// - Returns: false where quotes that were opened are not closed in what there is of the text.
  private static func read(
    _ dialect: Dialect, _ text: TextWindow, _ limits: ReadingLimits, into batch: inout RecordBatch
  ) -> Bool {
    var window = text
    var position = 0
    var scanner = RecordScanner(dialect: dialect, expectedFields: nil, limits: limits)
    let stop = scanner.scan(&window, from: &position, batchStart: 0, into: &batch)
    guard case .needsText = stop else { return true }
    // Without an open quote, only the line that is cut is missing.
    var lines = LineScanner()
    return lines.line(in: window.bytes, from: position, atEnd: false) == nil
  }

  /// Whether the fields of a record are words that start with no digit.
  private static func isLabels(
    _ record: RecordBatch.Record, of batch: borrowing RecordBatch, _ delimiter: [UInt8]
  ) -> Bool {
    let bytes = batch.bytes.span
    var start = record.firstField == 0 ? 0 : Int(batch.fieldEnds[Int(record.firstField) - 1])
    for field in Int(record.firstField)..<Int(record.firstField + record.fieldCount) {
      let end = Int(batch.fieldEnds[field])
      switch CellShape(start..<end, in: bytes, delimiter: delimiter) {
      case .word where bytes[start] &- 0x30 >= 10, .text where bytes[start] &- 0x30 >= 10: break
      default: return false
      }
      start = end
    }
    return true
  }

  /// How many records are looked at for what their fields are.
  private static let typedRecords = 200

  /// The value that occurs most often.
  ///
  /// Of several the first one that divides a record: two tables may have as many records each. Of
  /// those that are there once, the greatest.
  private static func mostFrequent(_ values: [Int32]) -> Int32? {
    var counts: [Int32: Int] = [:]
    for value in values { counts[value, default: 0] += 1 }
    guard let most = counts.values.max() else { return nil }
    let first = most > 1 ? values.first { $0 > 1 && counts[$0] == most } : nil
    return first ?? counts.filter { $0.value == most }.keys.max()
  }
}
