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
    let frequent = Self.mostFrequent(counted.map(\.fieldCount)) ?? 0
    let width =
      frequent == 1 && Self.ordinaryDelimiters.contains(dialect.delimiter.bytes)
      ? TableRuns.lastWidth(readable, of: batch, dialect.delimiter.bytes) ?? frequent : frequent
    let typed = readable.filter { $0.fieldCount == width }
    let content = ColumnShapes(
      typed.prefix(Self.typedRecords), of: batch, delimiter: dialect.delimiter.bytes)
    delimiter = dialect.delimiter
    quote = dialect.quote
    escape = dialect.escape
    isWrapped = dialect.isWrapped
    let runs = TableRuns(readable, width: width, of: batch, delimiter: dialect.delimiter.bytes)
    records = batch.records.count
    fields = Int(width)
    agreeing = typed.count
    explained = runs.records
    typing = content.typing
    typedColumns = content.typedColumns
    hasNumbersOnly = content.hasNumbersOnly
    isDecimal = content.isDecimal
    hasIndents = content.hasIndents
    problems = batch.problems.count
    startsAlike = runs.first == 0
    preamble = runs.first ?? 0
    isApart = runs.isApart
    startsWithLabels =
      typed.first.map { TableRuns.areLabels($0, of: batch, dialect.delimiter.bytes) } ?? false
    let rows =
      [0x20, 0x3A, 0x5E].contains(dialect.delimiter.bytes[0])
      ? typed.prefix(Self.typedRecords).map { Self.fields(of: $0, in: batch) } : []
    hasOwnLabels = startsWithLabels && Self.haveOwnLabels(rows)
    colons = dialect.delimiter.bytes == [0x3A] ? Colons(rows, hasLabels: startsWithLabels) : nil
    let isAlike = runs.records + preamble == records && problems == 0
    texts = ColumnTexts(rows)
    let isLastResort = [[0x20], [0x3A]].contains(dialect.delimiter.bytes)
    let isUsualBelowTitle =
      preamble > 0 && [[0x3B], [0x09], [0x7C]].contains(dialect.delimiter.bytes)
    held =
      isAlike && width > 1 && (isLastResort && preamble == 0 || isUsualBelowTitle)
      ? HeldCommas(
        in: typed.prefix(Self.typedRecords).map { Self.text(of: $0, in: head) }, dialect) : nil
    isTitled = preamble > 0 && readable.first.map { Self.isTitle($0, in: head) } ?? false
    startsWithCapital = rows.first?.first?.first.map { 0x41...0x5A ~= $0 } ?? false
    let quoteBytes = readable.map { Self.quoteBytes(of: $0, in: batch, dialect) }
    quotedRecords = quoteBytes.count { $0 > 0 }
    let areQuoted = readable.indices.map { quoteBytes[$0] >= readable[$0].fieldCount * 2 }
    quotedRows = readable.indices.count { areQuoted[$0] && readable[$0].fieldCount > 1 }
    let wide = readable.indices.filter { width > 1 && readable[$0].fieldCount == width }
    let isQuoted =
      !wide.isEmpty && wide.dropFirst(wide.count > 1 ? 1 : 0).allSatisfy { areQuoted[$0] }
    self.isQuoted = isQuoted
    spaces =
      dialect.delimiter.bytes == [0x20] && isAlike && rows.count > 1 && !isQuoted
      ? Spaces(rows, hasLabels: startsWithLabels) : nil
    isDoubled = content.isDoubled && runs.records + preamble == readable.count
    let joined = readable.indices.filter { readable[$0].lineCount > 1 }
    joinedRecords = joined.count
    wrappedFields =
      width == 1 && isAlike && preamble == 0 && records > 1 && quotedRecords == records
      ? Self.wrappedFields(
        typed.prefix(Self.typedRecords).map { Self.fields(of: $0, in: batch)[0] })
      : nil
    joinsLines =
      !joined.isEmpty && joined.allSatisfy { runs.isOfTable[$0] }
      && (runs.records + preamble) * 10 >= records * 9 && problems * 20 <= records
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

  /// By how many bytes a record is longer than its fields with their delimiters: it has quotes then.
  private static func quoteBytes(
    of record: RecordBatch.Record, in batch: borrowing RecordBatch, _ dialect: Dialect
  ) -> Int32 {
    let last = Int(record.firstField + record.fieldCount) - 1
    let start = record.firstField == 0 ? 0 : batch.fieldEnds[Int(record.firstField) - 1]
    let delimiters = (Int(record.fieldCount) - 1) * dialect.delimiter.bytes.count
    return record.rawEnd - record.rawStart - (batch.fieldEnds[last] - start) - Int32(delimiters)
  }

  private static func fields(
    of record: RecordBatch.Record, in batch: borrowing RecordBatch
  ) -> [ArraySlice<UInt8>] {
    let first = Int(record.firstField)
    return (first..<first + Int(record.fieldCount)).map { field in
      let start = field == 0 ? 0 : Int(batch.fieldEnds[field - 1])
      return batch.bytes[start..<Int(batch.fieldEnds[field])]
    }
  }

  /// What is in hardly a line by chance as often as in the next.
  private static let ordinaryDelimiters: [[UInt8]] = [[0x2C], [0x3B], [0x09], [0x7C]]

  /// The source text of a record.
  private static func text(of record: RecordBatch.Record, in source: TextWindow) -> [UInt8] {
    Array(source.bytes[Int(record.rawStart)..<Int(record.rawEnd)])
  }

  private static func isTitle(_ record: RecordBatch.Record, in source: TextWindow) -> Bool {
    record.rawEnd - record.rawStart <= titleBytesMax
      && ShapeGrid.isTitle(text(of: record, in: source))
  }

  /// A longer line is no title: 1 KiB.
  private static let titleBytesMax: Int32 = 1 << 10

  /// How many fields some texts have, all of them as many and at least two, with line breaks in quotes.
  private static func wrappedFields(_ texts: [ArraySlice<UInt8>]) -> Int? {
    for delimiter in Dialect.wrappedDelimiters {
      let splitter = LineSplitter(Dialect(delimiter: delimiter))
      let lines = texts.compactMap { splitter.split(Array($0)) }
      guard lines.count == texts.count, let width = lines.first?.fields.count, width > 1 else {
        continue
      }
      let areRecords = lines.allSatisfy { line in
        line.fields.count == width && line.bareQuotes == 0
          && line.fields.indices.allSatisfy { index in
            line.isQuoted[index]
              || line.fields[index].first != 0x20 && !line.fields[index].contains(0x0A)
          }
      }
      if areRecords { return width }
    }
    return nil
  }

  /// Whether the fields of the first row differ, and no row below has one of them in its column; a mark
  /// behind one is of a sentence, or of a key before its value.
  private static func haveOwnLabels(_ rows: [[ArraySlice<UInt8>]]) -> Bool {
    guard let labels = rows.first, Set(labels).count == labels.count,
      !labels.contains(where: { [0x2C, 0x2E, 0x3A, 0x3B].contains($0.last) })
    else { return false }
    return !rows.dropFirst().contains { row in
      row != labels && zip(row, labels).contains { $0 == $1 }
    }
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
