/// What the values of one column show of the order of its dates.
///
/// A value such as `23/02/2007` is a day in one order only, `5/6/2016` in two, and `5/5/2016` or
/// `1-Nov-19` is the same day in any. The column's order is the one in which each of its dates is a
/// day; values that are no day in any order show nothing, they will be rejects.
package struct DateOrderEvidence: Sendable {
  /// One value that has shown something.
  package struct Example: Sendable, Equatable {
    /// The value, in quotes and escaped.
    package let text: String
    /// The physical line (or the sheet's row) of its record, counting from 1.
    package let line: Int64
    /// The orders in which the value is a day.
    package let orders: [DateOrder]
  }

  /// What all the values together show.
  package enum Decision: Sendable, Equatable {
    /// No value depends on the order.
    case notNeeded
    /// Each value is a day in this order, and not all of them are in any other.
    case order(DateOrder)
    /// Each value is a day in several orders: one or two of the values.
    case ambiguous([Example])
    /// There is no order in which each value is a day: two values that don't go together.
    case contradiction(Example, Example)
  }

  /// How many values with the same orders are kept to be shown.
  private static let exampleLimit = 2

  private let parser: DateParser
  /// For each set of orders, the first values that are a day in just these.
  ///
  /// The index has one bit an order, in the order of `DateOrder.allCases`.
  private var examples = [[Example]](repeating: [], count: 1 << DateOrder.allCases.count)

  /// No evidence yet, for a column with these rules, the order of which is left aside.
  package init(rules: DateRules) {
    parser = DateParser(rules: DateRules(order: nil, pivot: rules.pivot))
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
    guard examples[orders].count < Self.exampleLimit else { return }
    let value = range.map { text[$0] }
    let names = DateOrder.allCases.enumerated().filter { orders & (1 << $0.offset) != 0 }
    examples[orders].append(
      Example(text: QuotedText.quoted(value), line: line, orders: names.map(\.element)))
  }

  /// What the values so far show.
  package var decision: Decision {
    let shown = examples.joined().sorted { $0.line < $1.line }
    guard let first = shown.first else { return .notNeeded }
    let common = DateOrder.allCases.filter { order in
      shown.allSatisfy { $0.orders.contains(order) }
    }
    if common.count == 1 { return .order(common[0]) }
    if common.count > 1 { return .ambiguous(Array(shown.prefix(Self.exampleLimit))) }
    for (index, example) in shown.enumerated() {
      let earlier = shown.prefix(index).first { Set($0.orders).isDisjoint(with: example.orders) }
      if let earlier { return .contradiction(earlier, example) }
    }
    // Any two values go together, and all of them don't.
    return .contradiction(first, shown.first { $0.orders != first.orders } ?? first)
  }
}
