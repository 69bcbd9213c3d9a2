import Datasets
import Records

/// What `convert` makes of the values of one column, by what the first records have in it.
struct ColumnValues {
  /// Reads the dates; nil in a column that has many other values, or whose order stays open.
  let dates: DateParser?
  /// What the dates show of their order; nil in a column of something else.
  let order: ReadingEvidence<DateOrder>.Decision?
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
  init(_ column: Int, of batch: borrowing RecordBatch, width: Int, rows: [Int]) {
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
    let found: DateOrder?
    let isSettled: Bool
    switch evidence.decision {
    case .notNeeded: (found, isSettled) = (nil, true)
    case .reading(let reading, _): (found, isSettled) = (reading, true)
    case .ambiguous, .contradiction: (found, isSettled) = (nil, false)
    }
    // Where the order is open, any that reads most of them tells that they are dates.
    let read = isSettled ? candidates[found] ?? 0 : candidates.values.max() ?? 0
    let isDate = values > 0 && read * 20 >= values * 19
    order = isDate ? evidence.decision : nil
    dates =
      isDate && isSettled ? DateParser(rules: DateRules(order: found, pivot: rules.pivot)) : nil
  }

  /// Why the dates of a column are left as they are; nil where they are not.
  func openOrder(_ column: String) -> String? {
    let (expected, examples): (String, [ReadingEvidence<DateOrder>.Example])
    switch order {
    case .ambiguous(let open): (expected, examples) = ("dates that show their order", open)
    case .contradiction(let one, let other):
      (expected, examples) = ("dates of one order", [one, other])
    case .notNeeded, .reading, nil: return nil
    }
    let found = examples.map { "\($0.text) (line \($0.line))" }.joined(separator: " and ")
    return "\(column): expected \(expected) but found \(found); they are left as they are"
  }
}
