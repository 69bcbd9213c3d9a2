import Records

/// What the values of one column show of the order of its dates.
///
/// A value such as `23/02/2007` is a day in one order only, `5/6/2016` in two, and `5/5/2016` or
/// `1-Nov-19` is the same day in any. Values that are no day in any order show nothing, they will
/// be rejects.
package struct DateOrderEvidence: Sendable {
  private let parser: DateParser
  private var evidence = ReadingEvidence<DateOrder>()

  /// No evidence yet, for a column with these rules, the order of which is left aside.
  package init(rules: DateRules) {
    var rules = rules
    rules.order = nil
    parser = DateParser(rules: rules)
  }

  /// Takes one value into account.
  ///
  /// - Parameters:
  ///   - range: the indices of the value, without white space around it.
  ///   - text: the bytes that the value is part of.
  ///   - line: the physical line of the value's record.
  package mutating func add(_ range: Range<Int>, in text: Span<UInt8>, line: Int64) {
    guard let parts = DateText(range, in: text), case .numeric = parts.numbers else { return }
    var orders = 0
    var only: CalendarDate?
    var isOneDay = true
    for (bit, order) in DateOrder.allCases.enumerated() {
      guard let day = parser.date(parts, order: order) else { continue }
      orders |= 1 << bit
      isOneDay = isOneDay && (only == nil || only == day)
      only = day
    }
    // One day in several orders, as 5/5/2016: the order doesn't matter. One day in one: it does.
    let isOneOrder = orders.nonzeroBitCount == 1
    guard only != nil, isOneOrder || !isOneDay else { return }
    evidence.add(range, in: text, line: line, readings: orders, meaning: \.words)
  }

  /// What the values so far show.
  package var decision: ReadingEvidence<DateOrder>.Decision { evidence.decision }

  /// The order that the values show, and one of them; nil where none depends on it.
  func order(
    ofColumn label: String
  ) throws(ColumnEvidenceError) -> (reading: DateOrder, proof: ReadingEvidence<DateOrder>.Example)?
  {
    try evidence.reading(
      ofColumn: label, ("dates that show their order", "dates of one order")
    ) { orders in
      let options = orders.map { "--date-order \($0.rawValue)" }.joined(separator: " or ")
      return "set the order with \(options), or declare \"dateOrder\" for the field"
    }
  }
}
