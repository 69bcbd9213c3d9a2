/// What a chart shows: a value, or a few, for each of its categories.
struct Chart: Sendable, Equatable {
  /// A row of values that belong together.
  struct Series: Sendable, Equatable {
    /// What it is called; shown where there are several.
    let name: String
    /// One for each category; nil where there is none.
    let values: [Double?]
  }

  /// What the chart is about.
  let title: String
  /// What the categories are: `Closed on (year)`.
  let categoryTitle: String
  /// What the values are, with their unit.
  let valueTitle: String
  /// Where the data comes from.
  let source: String
  /// The categories, in the order in which they are shown.
  let categories: [String]
  /// At least one, each with as many values as there are categories.
  let series: [Series]

  /// The values from the least to the greatest, with 0 among them.
  var range: ClosedRange<Double> {
    let values = series.flatMap { $0.values.compactMap(\.self) }.filter(\.isFinite)
    return min(0, values.min() ?? 0)...max(0, values.max() ?? 0)
  }

  /// A value for people: with groups of three digits, and at most two decimals.
  static func text(_ value: Double) -> String {
    guard abs(value) < 1e15 else { return value.description }
    let hundredths = (abs(value) * 100).rounded()
    let whole = Int64(hundredths / 100)
    let rest = Int64(hundredths.truncatingRemainder(dividingBy: 100))
    var digits = String(whole)
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = String(digits.dropLast(3))
    }
    groups.insert(digits[...], at: 0)
    let sign = value < 0 && hundredths > 0 ? "-" : ""
    let decimals = rest == 0 ? "" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return sign + groups.joined(separator: ",") + decimals
  }
}
