package import Records

/// A first pass over a file that finds how columns are to be read where the declaration leaves it
/// open: the order of dates, the decimal mark of numbers.
///
/// Whole numbers alone are worth no pass, unless the first records have some that are not just digits:
/// `1,000`, `$5`. Without a pass these are no values.
///
/// Show it all the records, in any portions, then ask for the match that they settle.
package struct ColumnEvidencePass: Sendable {
  /// A column that is open: one of dates, or one of numbers.
  private struct Column {
    /// The column's index in the match.
    let index: Int
    let missingValues: [[UInt8]]
    var dates: DateOrderEvidence?
    var numbers: NumberEvidence?
    var isWhole = false

    /// Nil where nothing is open.
    init?(_ column: HeaderMatch.Column, index: Int) {
      self.index = index
      missingValues = column.field.missingValues.map { Array($0.utf8) }
      switch column.field.type {
      case .date(let rules) where rules.order == nil,
        .datetime(let rules) where rules.order == nil:
        dates = DateOrderEvidence(rules: rules)
      case .number(let rules) where rules.needsEvidence:
        numbers = NumberEvidence(rules: rules)
      case .integer(let rules) where rules.needsEvidence:
        isWhole = true
        numbers = NumberEvidence(rules: rules, isWhole: true)
      default:
        return nil
      }
    }
  }

  private let match: HeaderMatch
  private var tracker: TableTracker
  private var columns: [Column] = []

  /// A pass over the file of a header; nil where none is needed, everything being declared.
  ///
  /// - Parameter match: how the file's columns go to the fields.
  package init?(_ match: HeaderMatch) {
    self.match = match
    tracker = TableTracker(match)
    for (index, column) in match.columns.enumerated() {
      guard let column = Column(column, index: index) else { continue }
      columns.append(column)
    }
    if !match.hasWrittenIntegers && columns.allSatisfy(\.isWhole) { return nil }
  }

  /// Takes the records of a batch into account.
  ///
  /// Records that will be rejects because they could not be read, or have too few or too many
  /// fields, are passed over, and so are those of other tables.
  ///
  /// - Parameters:
  ///   - batch: the records.
  ///   - records: which of them are data, counting from 0.
  package mutating func read(_ batch: borrowing RecordBatch, records: Range<Int>) {
    let bytes = batch.bytes.span
    let ends = batch.fieldEnds.span
    let unreadable = Set(batch.problems.filter(tracker.mapping.stops).map(\.record))
    for index in records where !unreadable.contains(index) {
      let record = batch.records[index]
      guard isData(index, of: batch) else { continue }
      for column in columns.indices {
        let position = tracker.mapping.columns[columns[column].index].position
        guard position >= 0, position < record.fieldCount else { continue }
        // A number of JSON is written with a point, whatever the others are.
        let place = Int(record.firstField) + position
        if !batch.fieldMarks.isEmpty, batch.fieldMarks[place] == .number { continue }
        let field = bytes.trimmed(ends.range(ofField: place))
        guard !field.isEmpty, !bytes.contains(field, in: columns[column].missingValues) else {
          continue
        }
        columns[column].dates?.add(field, in: bytes, line: record.line)
        columns[column].numbers?.add(field, in: bytes, line: record.line)
      }
    }
  }

  /// Whether a record is one of the dataset, as far as its length and the headers above it tell.
  @inline(__always)
  private mutating func isData(_ index: Int, of batch: borrowing RecordBatch) -> Bool {
    let record = batch.records[index]
    if tracker.begin(record), tracker.takeHeader(index, of: batch, 0) || tracker.isOfOther(record) {
      return false
    }
    if tracker.mapping.width.admits(record, batch.fieldEnds.span, in: batch.bytes.span) {
      return true
    }
    if tracker.mapping.width.isBlank(record, batch.fieldEnds.span, in: batch.bytes.span) {
      tracker.noteBlank()
    } else if !tracker.takeHeader(index, of: batch, 0) {
      _ = tracker.joinsOther(index, of: batch, 0)
    }
    return false
  }

  /// The match with what the values show in the types of its columns, and among its findings.
  ///
  /// - Returns: the match, nothing of which is open any more as far as it matters.
  /// - Throws: `ColumnEvidenceError` for the first column whose values leave it open, or contradict
  ///   one another.
  package func settledMatch() throws(ColumnEvidenceError) -> HeaderMatch {
    var settled = match
    for column in columns {
      let label = match.columns[column.index].label
      if let (order, proof) = try column.dates?.order(ofColumn: label) {
        settled.settle(column.index) { $0.settingDateOrder(order) }
        settled.findings.append(
          ColumnFinding(column: label, words: order.words, text: proof.text, line: proof.line))
      }
      if column.isWhole, let numbers = column.numbers {
        settled.settle(column.index) {
          $0.settlingWhole(numbers.wholeMark?.reading, hasOneUnit: numbers.conflict == nil)
        }
        settled.findings += numbers.wholeFindings(ofColumn: label)
        continue
      }
      if let (mark, proof) = try column.numbers?.decimalMark(ofColumn: label) {
        settled.settle(column.index) { $0.settingDecimalMark(mark) }
        let words = "decimal \(mark.words)"
        settled.findings.append(
          ColumnFinding(column: label, words: words, text: proof.text, line: proof.line))
      }
    }
    return settled
  }
}
