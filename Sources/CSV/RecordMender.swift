import Records

/// Finds out what a line was meant to be that has too many or too few fields, or quotes that do not
/// pair up.
///
/// The other records are the evidence: what they show must leave one reading, or there is none.
struct RecordMender {
  let dialect: Dialect
  private let head: TextWindow
  private let limits: ReadingLimits
  /// The last line of the header.
  private let headerLine: Int64
  /// How many fields a record has.
  let width: Int
  /// How the values of the columns are written, once that was looked at; nil within where the head
  /// of the source does not show it.
  private var patterns: ColumnPatterns??
  /// Which columns have numbers, dates or times in most of their fields, once that was looked at.
  private(set) var valueColumns: [Bool] = []
  var failures = 0
  /// Whether there is an ordinary record on line 2.
  private var isDataOnLine2 = false
  /// Whether the line that is looked at is the first one, and a record follows it.
  private var isHeaderOfData = false

  /// After so many lines that could not be mended, no further one is looked at.
  private static let failureLimit = 1_000

  /// A mender for the records of a source.
  ///
  /// - Parameters:
  ///   - dialect: how they are written.
  ///   - head: the start of the source.
  ///   - headerLine: the last line of the header.
  ///   - width: how many fields a record has.
  ///   - limits: the limits of reading.
  init(
    _ dialect: Dialect, head: TextWindow, headerLine: Int64, width: Int, limits: ReadingLimits
  ) {
    self.dialect = dialect
    self.head = head
    self.headerLine = headerLine
    self.width = width
    self.limits = limits
  }

  /// What a line is with one small change.
  ///
  /// - Parameter text: the line, without its line end.
  /// - Returns: the only change, or the best one of its kind; nil where there is none.
  mutating func mended(_ text: [UInt8]) -> LineEdit? {
    guard let (edits, patterns) = look(at: text) else { return nil }
    let edit =
      otherDelimiter(edits, patterns) ?? only(edits.otherQuotes())
      ?? quoteReading(edits, patterns)
      ?? (patterns.map { realigned(edits, $0) ?? joinedWords(edits, $0) } ?? withoutSurplus(edits))
    if edit == nil { failures += 1 }
    return edit
  }

  /// A line with its own delimiter, as `mended(_:)` finds it.
  mutating func withOtherDelimiter(_ text: [UInt8]) -> LineEdit? {
    guard let (edits, patterns) = look(at: text) else { return nil }
    let edit =
      otherDelimiter(edits, patterns) ?? patterns.flatMap { joinedWords(edits, $0) }
    if edit == nil { failures += 1 }
    return edit
  }

  /// Whether a line that has as many fields as it should ends within the last one.
  mutating func isCut(_ text: [UInt8]) -> Bool {
    guard case (let edits, let patterns?)? = look(at: text), let fields = edits.fields,
      fields.count == width, let last = fields.last
    else { return false }
    return patterns.isCut(last, column: width - 1)
  }

  /// The changes of a line, and what is known of the columns; nil where no more lines are looked at.
  mutating func look(at text: [UInt8]) -> (LineEdits, ColumnPatterns?)? {
    guard width > 1, failures < Self.failureLimit else { return nil }
    if patterns == nil { readHead() }
    guard case .some(let found) = patterns else { return nil }
    isHeaderOfData = isDataOnLine2 && head.bytes.starts(with: text)
    return (LineEdits(text, dialect, width: width), found)
  }

  /// Reads the head once more for what its columns look like.
  mutating func readHead() {
    var window = head.wholeLines()
    var limits = limits
    limits.salvages = false
    limits.batchBytes = limits.headBytes
    limits.rescannedBytes = limits.rescannedBytes(inHead: head.bytes.count)
    var batch = RecordBatch()
    var position = 0
    var scanner = RecordScanner(dialect: dialect, expectedFields: width, limits: limits)
    _ = scanner.scan(&window, from: &position, batchStart: 0, into: &batch)
    let found = ColumnPatterns(batch, width: width, afterLine: headerLine)
    patterns = .some(found)
    valueColumns = Self.valueColumns(batch, width: width, afterLine: headerLine)
    guard let second = batch.record(atLine: 2) else { return }
    let fields = (0..<Int(batch.records[second].fieldCount)).map {
      Array(batch.bytes[batch.range(ofField: $0, in: second)])
    }
    isDataOnLine2 = found.map { $0.fit(fields) } ?? haveValues(fields)
  }

  /// Another delimiter; one that is in any text must also make values like those of the others.
  private func otherDelimiter(_ edits: LineEdits, _ patterns: ColumnPatterns?) -> LineEdit? {
    only(
      edits.otherDelimiters().filter { edit in
        guard case .delimiter(let delimiter) = edit.kind else { return false }
        if let patterns, patterns.fit(edit.fields) { return true }
        // Nobody writes several words in quotes with nothing else between them.
        let isInText =
          (delimiter == Delimiter(0x20) || delimiter == Delimiter(0x3A))
          && edits.quotedFields(at: delimiter.bytes[0]) < 2
        guard edits.isHardlyDivided, width >= Self.fewFields || !isInText else { return false }
        guard isInText else { return true }
        // A title has as many words as there are columns at times.
        if patterns != nil || isHeaderOfData { return isHeaderOfData && isLabels(edit.fields) }
        let withDigits = edit.fields.count { field in field.contains { $0 &- 0x30 < 10 } }
        return withDigits * 2 >= width
      })
  }

  /// As many fields as this do not come about by chance.
  private static let fewFields = 4

  /// Whether fields are labels: each has something in it, and none a digit.
  private func isLabels(_ fields: [[UInt8]]) -> Bool {
    fields.allSatisfy { field in !field.isEmpty && !field.contains { $0 &- 0x30 < 10 } }
  }

  /// Other readings of the quotes: of several, those that make values like those of the others.
  private func quoteReading(_ edits: LineEdits, _ patterns: ColumnPatterns?) -> LineEdit? {
    let readings = edits.quoteReadings()
    guard let patterns else { return edits.hasOddQuotes ? only(readings) : nil }
    let fitting = readings.filter { reading in
      patterns.fit(reading.fields.map { field in field.filter { $0 != dialect.quote } })
    }
    guard fitting.isEmpty else { return only(fitting) }
    return only(
      readings.filter { reading in
        reading.kind == .strayQuote ? edits.fields == nil : isLabels(reading.fields)
      })
  }

  func only(_ edits: [LineEdit]) -> LineEdit? { edits.count == 1 ? edits.first : nil }
}

// MARK: By what the columns look like

extension RecordMender {
  /// The line with an empty field less, or a delimiter more.
  private func realigned(_ edits: LineEdits, _ patterns: ColumnPatterns) -> LineEdit? {
    guard let fields = edits.fields else { return nil }
    if fields.count == width + 1 {
      // A record that only has an empty cell more at its end is as it should be.
      if fields.last == [], patterns.fit(Array(fields.dropLast())) { return nil }
      return only(edits.withoutEmptyField().filter { patterns.fit($0.fields) })
    }
    // A record that only lacks the last cell is as it should be.
    guard fields.count == width - 1, !patterns.fit(fields + [[]]) else { return nil }
    return only(cut(fields, patterns))
  }

  /// The line with an empty field less, where too few records show how the values are written, but what
  /// columns have values: that must put all of them right.
  private func withoutSurplus(_ edits: LineEdits) -> LineEdit? {
    guard let fields = edits.fields, fields.count == width + 1,
      fields.last != [] || !haveValues(Array(fields.dropLast()))
    else { return nil }
    return only(edits.withoutEmptyField().filter { haveValues($0.fields) })
  }

  /// The fields with one of them cut in two, each result once.
  private func cut(_ fields: [[UInt8]], _ patterns: ColumnPatterns) -> [LineEdit] {
    // Fields before the first that does not fit, and behind the last, need not be cut.
    let firstOdd =
      fields.indices.first { !patterns.fitsLoosely(fields[$0], column: $0) } ?? fields.count
    let lastOdd = fields.indices.last { !patterns.fitsLoosely(fields[$0], column: $0 + 1) } ?? -1
    guard lastOdd <= firstOdd else { return [] }
    var found: [LineEdit] = []
    for index in max(lastOdd, 0)...min(firstOdd, fields.count - 1) {
      for place in 0...fields[index].count {
        let (left, right) = (Array(fields[index][..<place]), Array(fields[index][place...]))
        guard patterns.fits(left, column: index), patterns.fits(right, column: index + 1),
          !isWithinNumber(left, right, index, patterns)
        else { continue }
        let cut = fields[..<index] + [left, right] + fields[(index + 1)...]
        guard !found.contains(where: { $0.fields == Array(cut) }) else { continue }
        found.append(
          LineEdit(kind: .missingDelimiter(after: index + 1), fields: Array(cut)))
        // Two are none.
        if found.count > 1 { return found }
      }
    }
    return found
  }

  /// Whether a cut is between two digits of what may be one number.
  private func isWithinNumber(
    _ left: [UInt8], _ right: [UInt8], _ column: Int, _ patterns: ColumnPatterns
  ) -> Bool {
    guard let last = left.last, let first = right.first, last &- 0x30 < 10, first &- 0x30 < 10
    else { return false }
    return patterns.hasBareDigits(column) || !patterns.isRegular(column)
  }

  /// The line with spaces between its fields, where some field has spaces too.
  private func joinedWords(_ edits: LineEdits, _ patterns: ColumnPatterns) -> LineEdit? {
    guard dialect.delimiter != Delimiter(0x20), let line = edits.split(0x20), line.bareQuotes == 0,
      line.fields.count > width,
      let fields = WordJoin(line, width: width, patterns).only()
    else { return nil }
    return LineEdit(kind: .delimiter(Delimiter(0x20)), fields: fields)
  }
}
