import Datasets

/// What the values of a column say together.
extension ColumnProfile {
  /// What the values are, in a word or two: `integer`, `number`, `formatted number`, `date`,
  /// `datetime`, `time`, `boolean`, `text`, or `empty`; where less than nine tenths are the same,
  /// `mixed`.
  var type: String { finding.type }

  /// How many of the values are of that type.
  var ofType: Int64 { finding.count }

  private var finding: (type: String, count: Int64) {
    guard values > 0 else { return ("empty", 0) }
    let whole = counts[.integer] ?? 0
    let numeric = whole + (counts[.number] ?? 0)
    let written = numeric + (counts[.writtenNumber] ?? 0)
    let dates = counts[.date] ?? 0
    let kinds: [(type: String, count: Int64)] = [
      ("integer", numeric == whole && written == whole ? whole : 0),
      ("number", written == numeric ? numeric : 0), ("formatted number", written),
      ("date", dates), ("datetime", dates + (counts[.moment] ?? 0)),
      ("time", counts[.time] ?? 0), ("boolean", counts[.boolean] ?? 0),
      ("text", counts[.text] ?? 0),
    ]
    return kinds.first { $0.count * 10 >= values * 9 } ?? ("mixed", values)
  }

  /// About how many distinct values there are, never more than there are values.
  var distinctCount: Int64 { min(distinct.count, values) }

  /// The share of fields without a value, 0 to 1.
  var emptyShare: Double {
    values + empty > 0 ? Double(empty) / Double(values + empty) : 0
  }

  private var hasDates: Bool { type == "date" || type == "datetime" }
  private var hasNumbers: Bool {
    type == "integer" || type == "number" || type == "formatted number"
  }

  /// The order of day, month and year, `any` where it doesn't matter, or that the values leave it open.
  var dateOrder: String? {
    guard hasDates else { return nil }
    if let givenOrder { return givenOrder.rawValue }
    switch orders.decision {
    case .notNeeded: return "any"
    case .reading(let order, _): return order.rawValue
    case .ambiguous: return "ambiguous"
    case .contradiction: return "contradictory"
    }
  }

  /// For each order, how many of the values are a day in it; nil in a column of something else.
  var dateOrderCounts: [(order: DateOrder, count: Int64)]? {
    guard hasDates else { return nil }
    return DateOrder.allCases.enumerated().map { ($0.element, days[$0.offset + 1]?.count ?? 0) }
  }

  /// The decimal mark in words, `any` where none shows or is needed, or that the values leave it open.
  var decimalMark: String? {
    guard hasNumbers else { return nil }
    if let givenMark { return givenMark.words }
    switch numbers.decision {
    case .notNeeded: return "any"
    case .reading(let mark, _): return mark.words
    case .ambiguous: return "ambiguous"
    case .contradiction: return "contradictory"
    }
  }

  /// The currency or percent sign of numbers; nil where there is none.
  var unit: String? { hasNumbers ? numbers.unit : nil }

  /// The value that shows the order of the dates or the decimal mark, or those that leave it open, with
  /// their lines; nil where nothing has to be shown.
  var evidence: String? {
    if hasDates {
      return givenOrder == nil ? Self.words(orders.decision) : "as asked for"
    }
    guard hasNumbers else { return nil }
    if let (one, other) = numbers.conflict {
      return "\(one.text) on line \(one.line) and \(other.text) on line \(other.line)"
    }
    return givenMark == nil ? Self.words(numbers.decision) : "as asked for"
  }

  private static func words<Reading>(_ decision: ReadingEvidence<Reading>.Decision) -> String? {
    let examples: [ReadingEvidence<Reading>.Example]
    switch decision {
    case .notNeeded: return nil
    case .reading(_, let proof): examples = [proof]
    case .ambiguous(let open): examples = open
    case .contradiction(let one, let other): examples = [one, other]
    }
    return examples.map { "\($0.text) on line \($0.line)" }.joined(separator: " and ")
  }

  /// The least and the greatest value: of numbers by value, of dates as ISO-8601, of others by their
  /// characters; nil where they can't be compared, or their order or decimal mark stays open.
  var extremes: (least: String, greatest: String)? {
    if hasNumbers {
      return settledNumbers.map { (Self.text($0.lowerBound), Self.text($0.upperBound)) }
    }
    if hasDates { return settledDays.map { ($0.lowerBound, $0.upperBound) } }
    return type == "mixed" ? nil : texts.map { ($0.lowerBound, $0.upperBound) }
  }

  private var settledNumbers: ClosedRange<Double>? {
    if let givenMark { return Self.marks.firstIndex(of: givenMark).flatMap { amounts[$0] } }
    guard numbers.conflict == nil else { return nil }
    switch numbers.decision {
    // Each is the same number with either mark, or one with one of them only.
    case .notNeeded: return amounts.compactMap { $0 }.first
    case .reading(let mark, _): return Self.marks.firstIndex(of: mark).flatMap { amounts[$0] }
    case .ambiguous, .contradiction: return nil
    }
  }

  private var settledDays: ClosedRange<String>? {
    if let givenOrder {
      return Self.orderCases.firstIndex(of: givenOrder).flatMap { days[$0]?.range }
    }
    switch orders.decision {
    case .notNeeded: return days.compactMap { $0 }.first?.range
    case .reading(let order, _):
      return Self.orderCases.firstIndex(of: order).flatMap { days[$0]?.range }
    case .ambiguous, .contradiction: return nil
    }
  }

  private static func text(_ number: Double) -> String {
    Int64(exactly: number).map { String($0) } ?? number.description
  }
}
