import Datasets
import Records

/// What `convert` makes of the values of one column, by what the first records have in it.
struct ColumnValues {
  /// Reads the dates; nil in a column that has many other values, or whose order stays open.
  let dates: DateParser?
  /// Whether all values are numbers as JSON writes them.
  let isNumeric: Bool

  /// How many records decide.
  static let recordLimit = 10_000

  /// Looks at one column of the records of a batch.
  ///
  /// - Parameters:
  ///   - column: the column, counting from 0.
  ///   - batch: the first records.
  ///   - width: how many fields the records have that count.
  ///   - rows: which of them are data.
  init(_ column: Int, of batch: borrowing RecordBatch, width: Int, rows: Range<Int>) {
    let rules = DateRules(order: nil, pivot: DateRules.defaultPivot)
    var evidence = DateOrderEvidence(rules: rules)
    var candidates: [DateOrder?: Int] = [:]
    let parsers = ([nil] + DateOrder.allCases).map { order in
      (order, DateParser(rules: DateRules(order: order, pivot: DateRules.defaultPivot)))
    }
    var values = 0
    var numbers = 0
    let bytes = batch.bytes.span
    for row in rows where Int(batch.records[row].fieldCount) == width {
      let field = bytes.trimmed(batch.range(ofField: column, in: row))
      guard !field.isEmpty else { continue }
      values += 1
      if CellWriter.isJSONNumber(field, of: batch.bytes) {
        numbers += 1
        continue
      }
      evidence.add(field, in: bytes, line: batch.records[row].line)
      for (order, parser) in parsers where parser.date(field, in: bytes) != nil {
        candidates[order, default: 0] += 1
      }
    }
    isNumeric = values > 0 && numbers == values
    let order: DateOrder?
    switch evidence.decision {
    case .notNeeded: order = nil
    case .reading(let found, _): order = found
    case .ambiguous, .contradiction:
      dates = nil
      return
    }
    let isDate = values > 0 && (candidates[order] ?? 0) * 20 >= values * 19
    dates = isDate ? DateParser(rules: DateRules(order: order, pivot: rules.pivot)) : nil
  }
}
