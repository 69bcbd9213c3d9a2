import Records

/// Follows the tables of one file, from record to record.
///
/// A header is looked for where a table can begin: behind an empty line, in a record of another length,
/// and in one that can't be converted. So records of the table that is read cost next to nothing.
struct TableTracker: Sendable {
  /// How the records of the current table are read.
  private(set) var mapping: TableMapping
  /// The tables so far, the current one last; the counts of the current one are not complete.
  private(set) var tables: [FileTable]
  /// Whether the current table is another one than those that are loaded.
  private(set) var isElsewhere = false

  /// The header that was taken last; nil for the first of the file.
  private(set) var header: HeaderMatch?

  private let file: HeaderMatch
  /// The last records that may be labels, one directly above the other, and the line below them.
  private var labelsAbove: [HeaderSpan] = []
  private var lineBelowLabels: Int64 = -1
  /// How many fields the records of the other table have.
  private var otherWidth = 0
  private var suspect: Suspect?
  /// The line behind the last record, and the line of the last record that an empty line precedes.
  private var nextLine: Int64
  private var gapLine: Int64 = 0
  private var hasGap = false
  /// The first line of the gap.
  private var gapStart: Int64 = 0
  private var failedChecks = 0
  /// How many records came before those of the current table, its header included.
  private var counted: Int64 = 0

  /// A record that may be the labels of a table that no dataset has.
  private struct Suspect {
    let table: FileTable
    let width: Int
    let nextLine: Int64
  }

  /// How many records, at most, are looked at in vain.
  private static let failedChecksMax = 10_000
  /// How many tables are told apart; what follows belongs to the last one.
  private static let tablesMax = 1_000

  /// A tracker behind the header of a file.
  init(_ file: HeaderMatch) {
    self.file = file
    mapping = TableMapping(file, for: file)
    nextLine = file.lastLine + 1
    var first = FileTable(
      line: file.line, lastLine: file.lastLine, labels: file.labels,
      dataset: file.dataset.name, isLoaded: true)
    first.missingLabels = mapping.absentColumns.map { file.columns[$0].label }
    tables = [first]
  }

  /// A record is next.
  ///
  /// - Returns: whether `takeHeader` is to be asked before it is read.
  @inline(__always)
  mutating func begin(_ record: RecordBatch.Record) -> Bool {
    if record.line != nextLine { beginGap(on: nextLine) }
    nextLine = record.line + Int64(record.lineCount)
    return hasGap || isElsewhere || record.line == lineBelowLabels
  }

  /// A record has no value: what follows it is behind a gap.
  mutating func noteBlank() { beginGap(on: nextLine - 1) }

  @inline(never)
  private mutating func beginGap(on line: Int64) {
    if !hasGap { gapStart = line }
    hasGap = true
  }

  /// A record of the file's dataset was read.
  mutating func resume(_ records: Int64) {
    guard isElsewhere else { return }
    isElsewhere = false
    let first = tables[0]
    add(
      FileTable(
        line: nextLine - 1, lastLine: nextLine - 1, labels: first.labels, dataset: first.dataset,
        isLoaded: true), after: records, counting: records)
  }

  /// Closes the current table and opens another.
  ///
  /// - Parameters:
  ///   - table: the other one.
  ///   - before: how many records came before it, over all tables.
  ///   - counted: that number with its header, where that is counted as a record.
  private mutating func add(_ table: FileTable, after before: Int64, counting counted: Int64) {
    guard tables.count < Self.tablesMax else { return }
    close(before: gapLine == table.line ? gapStart : table.line, before)
    self.counted = counted
    tables.append(table)
  }

  private mutating func close(before line: Int64, _ records: Int64) {
    let last = tables.count - 1
    tables[last].records = records - counted
    tables[last].lastLine = max(tables[last].lastLine, line - 1)
  }

  /// The tables of the file, after its last record.
  func finished(_ records: Int64) -> [FileTable] {
    var copy = self
    copy.close(before: nextLine, records)
    return copy.tables
  }
}

// MARK: Headers

extension TableTracker {
  /// Takes a record as a header, if it is one of a dataset.
  ///
  /// - Parameters:
  ///   - record: the record, counting from 0.
  ///   - batch: its batch.
  ///   - records: how many records came before, over all tables.
  /// - Returns: whether it is one: then `mapping` is how the records below it are read.
  mutating func takeHeader(
    _ record: Int, of batch: borrowing RecordBatch, _ records: Int64
  ) -> Bool {
    let place = batch.records[record]
    if hasGap, !mapping.width.isBlank(place, batch.fieldEnds.span, in: batch.bytes.span) {
      hasGap = false
      gapLine = place.line
    }
    guard let matcher = file.matcher, failedChecks < Self.failedChecksMax,
      Self.mayBeLabels(place, of: batch)
    else { return false }
    if place.line != lineBelowLabels { labelsAbove.removeAll() }
    labelsAbove = labelsAbove.suffix(HeaderLines.recordsMax - 1) + [HeaderSpan(record, of: batch)]
    lineBelowLabels = place.line + Int64(place.lineCount)
    guard let header = matcher.laterMatch(labelsAbove, of: file.dataset.name) else {
      failedChecks += 1
      return false
    }
    self.header = header
    let isLoaded = header.dataset.name == file.dataset.name
    var table = FileTable(
      line: header.line, lastLine: header.lastLine, labels: header.labels,
      dataset: header.dataset.name, isLoaded: isLoaded)
    isElsewhere = !isLoaded
    if isLoaded {
      mapping = TableMapping(header, for: file)
      let known = Set(file.columns.map(\.field.column))
      table.ignoredLabels =
        header.unknownLabels
        + header.columns.filter { !known.contains($0.field.column) }.map(\.label)
      table.missingLabels = mapping.absentColumns.map { file.columns[$0].label }
    } else {
      otherWidth = header.fieldCount
    }
    // The same header once more, without an empty line above it, is a page's and not a table's.
    if header.labels == tables.last?.labels, gapLine != header.line { return true }
    if header.line == tables.last?.line, tables.count > 1 {
      // Its first line was taken for the whole header.
      tables[tables.count - 1] = table
      counted = records + 1
    } else {
      add(table, after: records, counting: records + 1)
    }
    return true
  }

  /// Whether a record below the header of another table is one of that, without a look at its values.
  func isOfOther(_ place: RecordBatch.Record) -> Bool {
    isElsewhere && (Int(place.fieldCount) == otherWidth && gapLine != place.line)
  }

  /// Whether a record that is none of the current table's is one of another table: the second record
  /// of a length, below one of nothing but labels.
  ///
  /// - Parameters:
  ///   - record: the record, counting from 0.
  ///   - batch: its batch.
  ///   - records: how many records came before, over all tables.
  /// - Returns: whether it is.
  mutating func joinsOther(
    _ record: Int, of batch: borrowing RecordBatch, _ records: Int64
  ) -> Bool {
    if isElsewhere { return true }
    let place = batch.records[record]
    let width = Int(place.fieldCount)
    if let found = suspect, found.nextLine == place.line, found.width == width {
      suspect = nil
      isElsewhere = true
      otherWidth = width
      // The line of labels is counted already, as a record.
      add(found.table, after: records - 1, counting: records)
      return true
    }
    suspect = nil
    let isOdd = !mapping.width.admits(place, batch.fieldEnds.span, in: batch.bytes.span)
    guard file.line > 0, isOdd || gapLine == place.line, Self.mayBeLabels(place, of: batch) else {
      return false
    }
    var texts = (0..<width).map { batch.text(ofField: $0, in: record) }
    while texts.last?.isEmpty == true { texts.removeLast() }
    guard texts.count > 1, !texts.contains(""), Set(texts).count == texts.count else {
      return false
    }
    let next = place.line + Int64(place.lineCount)
    let table = FileTable(
      line: place.line, lastLine: next - 1, labels: texts, dataset: nil, isLoaded: false)
    suspect = Suspect(table: table, width: width, nextLine: next)
    return false
  }

  /// Whether no field begins with a digit or a sign, and one has a value.
  private static func mayBeLabels(
    _ place: RecordBatch.Record, of batch: borrowing RecordBatch
  ) -> Bool {
    let bytes = batch.bytes.span
    let ends = batch.fieldEnds.span
    var hasValue = false
    for field in 0..<Int(place.fieldCount) {
      let text = bytes.trimmed(ends.range(ofField: Int(place.firstField) + field))
      guard let first = text.first else { continue }
      guard HeaderLabel.canBegin(with: bytes[first]) else { return false }
      hasValue = true
    }
    return hasValue
  }
}
