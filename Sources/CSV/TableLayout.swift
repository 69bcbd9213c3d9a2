package import Records

/// Where in the head of a source its table is: what is above the header, and the header.
package struct TableLayout: Sendable, Equatable {
  /// The records that are the header, by their index in the head; empty where there is none.
  package private(set) var header = 0..<0
  /// The physical line that the header starts on, counting from 1; nil where there is none.
  package private(set) var headerLine: Int64?
  /// The last physical line before the first data record; 0 where there is none.
  package private(set) var lastHeaderLine: Int64 = 0
  /// How many records with anything in them are above the header, or above the first data record.
  package private(set) var preambleRecords = 0
  /// How many fields most of the records have.
  package let fieldCount: Int
  /// The label that is left out, counting from 0: an empty one, where the header has one label more
  /// than the records have fields.
  package private(set) var surplusLabel: Int?
  /// The labels, for each column one; those of several header lines are joined with a space.
  package private(set) var labels: [String] = []
  /// Whether a record without quotes is CSV as RFC 4180 has it.
  package var isCommaSeparated: Bool
  /// What the first records do not tell of the header; nil where they do.
  package private(set) var doubt: HeaderDoubt?
  /// The texts of the header's records, without white space around them.
  package private(set) var headerLines = HeaderLines([])

  /// How many columns there are up to the last one with a label; without a header, all.
  package var leastFieldCount: Int {
    labels.isEmpty ? fieldCount : (labels.lastIndex { !$0.isEmpty } ?? -1) + 1
  }

  /// The first records of a table without a header, among which a header may be.
  private var firstRecords = 0..<0

  /// The first record of the table, its header included.
  private var firstRow: Int { header.isEmpty ? firstRecords.lowerBound : header.lowerBound }

  /// Whether a record is one of the header's, or next to them.
  package func mayBegin(with record: Int) -> Bool {
    let rows = header.isEmpty ? firstRecords : header
    return record >= rows.lowerBound - 1 && record <= rows.upperBound
  }

  /// How many records are looked at.
  private static let recordLimit = 200

  /// Finds the header of a table.
  ///
  /// A header is the first record that has most of its columns filled, unless it has numbers or
  /// dates where the records below have them too. A record next to it that has none where they have
  /// them belongs to it. Of several tables one below the other, it is the first one's.
  ///
  /// - Parameters:
  ///   - head: the first records of a source.
  ///   - detection: what was found out of its dialect.
  package init(_ head: borrowing RecordBatch, _ detection: DialectDetection) {
    self.init(head, fieldCount: detection.fieldCount ?? 0, dialect: detection.dialect)
  }

  /// Finds the header of a table whose records need not come from delimited text.
  ///
  /// - Parameters:
  ///   - head: the first records.
  ///   - fieldCount: how many fields most of them have.
  ///   - dialect: how they are written; nil for the rows of a sheet.
  package init(_ head: borrowing RecordBatch, fieldCount: Int, dialect: Dialect?) {
    let grid: ShapeGrid
    (grid, self) = Self.unfinished(head, fieldCount, dialect)
    if let rows = grid.tableAbove {
      self.init(head, tableAbove: rows, fieldCount: grid.widths[rows.lowerBound], dialect)
      return
    }
    guard let full = grid.firstFullRow else { return }
    let typed = grid.typedColumns(after: full)
    let isProven = grid.isProven(full, typed: typed)
    let above = grid.rowsAbove(full)
    // Above labels that nothing proves, a row with gaps may as well be a record, and they another one.
    let mayBeHeader = grid.isHeader(full, typed: typed)
    if mayBeHeader, isProven || above.isEmpty || grid.areTitles(above) {
      findHeader(at: full, typed: typed, head, grid)
      let isOpen = !isProven && doubt == nil && header.lowerBound == full
      if isOpen, !above.isEmpty || grid.mayBeLabels(above: full, proven: false) {
        doubt = .title(line: head.records[full - 1].line)
      }
    } else {
      findRecords(above: full, typed: typed, orBelow: mayBeHeader, head, grid)
    }
    if doubt == nil { doubt = grid.leftOut(above: firstRow, of: head) }
  }

  /// Takes a row for the header, or the one above it that is a label longer or shorter.
  private mutating func findHeader(
    at full: Int, typed: [Bool], _ head: borrowing RecordBatch, _ grid: ShapeGrid
  ) {
    if let ragged = grid.raggedHeader(above: full, typed: typed) {
      setHeader(ragged..<ragged + 1, of: head, grid)
    } else {
      header = Self.headerRows(around: full, typed: typed, grid)
      setHeader(header, of: head, grid)
      doubt = Self.doubt(about: header, typed: typed, head, grid)
    }
  }

  /// Takes a row for a record, though it may be a header, and looks for others above it, and for a header of
  /// other rows above them.
  private mutating func findRecords(
    above full: Int, typed: [Bool], orBelow mayBeHeader: Bool, _ head: borrowing RecordBatch,
    _ grid: ShapeGrid
  ) {
    let typedBelow = grid.typedColumns(after: full - 1)
    let first = grid.firstRecord(above: full, typed: typedBelow)
    if let ragged = grid.raggedHeader(above: first.sure, typed: typed) {
      setHeader(ragged..<ragged + 1, of: head, grid)
      return
    }
    if let sparse = grid.sparseHeader(above: full, typed: typedBelow) {
      setHeader(sparse..<sparse + 1, of: head, grid)
      return
    }
    preambleRecords = (0..<first.any).count { grid.filled[$0] > 0 }
    lastHeaderLine = head.records[first.any].line - 1
    firstRecords = first.any..<full + 1
    let isOfText = !typed.contains(true)
    if !grid.rowsAbove(first.any).isEmpty
      || grid.mayBeLabels(above: first.any, proven: !isOfText)
    {
      doubt = .title(line: head.records[first.any - 1].line)
    } else if first.any < (mayBeHeader ? full : first.sure) {
      doubt = .sparseRecord(line: head.records[first.any].line, full: head.records[full].line)
    }
  }

  /// The layout of a source whose first table is not the one that most of the records are of.
  private init(
    _ head: borrowing RecordBatch, tableAbove rows: Range<Int>, fieldCount: Int, _ dialect: Dialect?
  ) {
    let grid: ShapeGrid
    (grid, self) = Self.unfinished(head, fieldCount, dialect, limit: rows.upperBound)
    let typed = grid.typedColumns(after: rows.lowerBound)
    setHeader(Self.headerRows(around: rows.lowerBound, typed: typed, grid), of: head, grid)
    doubt = Self.doubt(about: header, typed: typed, head, grid)
  }

  /// The layout of a source whose header is known.
  ///
  /// - Parameters:
  ///   - head: the first records of the source.
  ///   - fieldCount: how many fields most of them have.
  ///   - dialect: how they are written; nil for the rows of a sheet.
  ///   - records: the header's records, by their index in the head; none where there is no header.
  package init(
    _ head: borrowing RecordBatch, fieldCount: Int, dialect: Dialect?, header records: Range<Int>
  ) {
    let grid: ShapeGrid
    (grid, self) = Self.unfinished(head, fieldCount, dialect, limit: records.upperBound)
    if !records.isEmpty { setHeader(records, of: head, grid) }
  }

  private init(_ fieldCount: Int, _ dialect: Dialect?) {
    self.fieldCount = fieldCount
    // The source text of a sheet's row is written as CSV.
    isCommaSeparated = dialect.map { $0.isNative && $0.delimiter == .comma } ?? true
  }

  /// A layout that knows no header yet.
  private static func unfinished(
    _ head: borrowing RecordBatch, _ fieldCount: Int, _ dialect: Dialect?,
    limit: Int = recordLimit
  ) -> (ShapeGrid, TableLayout) {
    let grid = ShapeGrid(
      head, limit: limit, fieldCount: fieldCount, delimiter: dialect?.delimiter.bytes ?? [])
    return (grid, TableLayout(fieldCount, dialect))
  }

  private mutating func setHeader(
    _ rows: Range<Int>, of head: borrowing RecordBatch, _ grid: ShapeGrid
  ) {
    header = rows
    let (first, last) = (head.records[rows.lowerBound], head.records[rows.upperBound - 1])
    headerLine = first.line
    lastHeaderLine = last.line + Int64(last.lineCount) - 1
    preambleRecords = grid.filled.prefix(rows.lowerBound).count { $0 > 0 }
    let lines = HeaderLines(
      rows.map { row in
        (0..<Int(head.records[row].fieldCount)).map {
          Self.trimmed(head.text(ofField: $0, in: row))
        }
      })
    headerLines = lines
    labels = (0..<max(lines.width, fieldCount)).map { lines.label(ofColumn: $0) }
    let empty = labels.indices.filter { labels[$0].isEmpty }
    if labels.count == fieldCount + 1, empty.count == 1, empty[0] < fieldCount {
      surplusLabel = empty[0]
      labels.remove(at: empty[0])
    }
  }

  private static func trimmed(_ text: String) -> String {
    let content = text.drop { $0.isWhitespace }
    guard let last = content.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(content[...last])
  }

  /// The header's rows: those next to `row` that are no data either.
  private static func headerRows(
    around row: Int, typed: [Bool], _ grid: ShapeGrid
  ) -> Range<Int> {
    var rows = row..<row + 1
    while typed.contains(true), rows.count < HeaderLines.recordsMax, rows.lowerBound > 0,
      grid.canPrecede(rows.lowerBound - 1, typed: typed)
    {
      rows = rows.lowerBound - 1..<rows.upperBound
    }
    let isFirst = rows.count == 1
    let most = min(HeaderLines.recordsMax - rows.count, grid.filled.count - rows.upperBound)
    for count in stride(from: most, to: 0, by: -1) {
      let last = rows.upperBound + count - 1
      let typed = count > 1 ? grid.typedColumns(after: last) : typed
      let areLabels = (rows.upperBound...last).allSatisfy {
        grid.canFollow($0, above: last, typed: typed)
          || isFirst && grid.isWords($0, above: last, typed: typed)
          || grid.dividesGroups($0, typed: typed)
      }
      if areLabels { return rows.lowerBound..<last + 1 }
    }
    return rows
  }

  private static func doubt(
    about header: Range<Int>, typed: [Bool], _ head: borrowing RecordBatch, _ grid: ShapeGrid
  ) -> HeaderDoubt? {
    if grid.mayBeTitle(header) { return .joinedTitle(line: head.records[header.lowerBound].line) }
    let above = header.lowerBound - 1
    if above >= 0, grid.titleEvidence(above) == .style {
      return .title(line: head.records[above].line)
    }
    let mayFollow = (0..<HeaderLines.recordsMax - header.count).contains { more in
      let last = header.upperBound + more
      return (header.upperBound...last).allSatisfy {
        grid.mayFollow($0, above: last, typed: typed)
      }
    }
    guard mayFollow else { return nil }
    return .record(line: head.records[header.upperBound].line, isSpaced: grid.isSpaced)
  }
}
