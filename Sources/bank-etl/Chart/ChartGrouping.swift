import Datasets
import SQLite

/// What the rows of a dataset are put together by: a period of one of its dates, or a column.
struct ChartGrouping {
  /// A part of a date.
  enum Period: String, CaseIterable, Sendable {
    case decade
    case year
    case month
  }

  /// The field.
  let field: Field
  /// The part of the field's dates; nil for the whole value.
  let period: Period?

  /// The grouping that the user asks for.
  ///
  /// - Parameters:
  ///   - text: `year`, of the dataset's first column of dates, `COLUMN.year`, or `COLUMN`.
  ///   - dataset: the dataset.
  /// - Throws: `CommandFailure` where it has no such column.
  init(_ text: String, of dataset: Dataset) throws(CommandFailure) {
    if let period = Period(rawValue: text) {
      guard let field = dataset.fields.first(where: { $0.type.dateRules != nil }) else {
        throw CommandFailure(
          .usage, Message("--by \(text) needs a column of dates, and \(dataset.name) has none"))
      }
      (self.field, self.period) = (field, period)
      return
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count > 1, let period = parts.last.flatMap({ Period(rawValue: String($0)) }) {
      let name = parts.dropLast().joined(separator: ".")
      field = try dataset.field(named: name, for: "--by") { $0.type.dateRules != nil }
      self.period = period
    } else {
      let periods = Period.allCases.map(\.rawValue)
      let dates = dataset.fields.filter { $0.type.dateRules != nil }.map(\.column)
      let words = periods + dates.flatMap { date in periods.map { "\(date).\($0)" } }
      field = try dataset.field(named: text, for: "--by", or: words) { _ in true }
      period = nil
    }
  }

  /// What the categories are, for people.
  var title: String { period.map { "\(field.title) (\($0.rawValue))" } ?? field.title }

  /// How the chart's title names it.
  var words: String { period?.rawValue ?? field.title }

  /// The SQL of a row's category.
  ///
  /// - Parameter column: the SQL of the field's column.
  /// - Returns: SQL of a text, or of the column's value.
  func expression(_ column: String) -> String {
    switch period {
    case nil: column
    case .decade: "substr(\(column), 1, 3) || '0s'"
    case .year: "substr(\(column), 1, 4)"
    case .month: "substr(\(column), 1, 7)"
    }
  }

  /// The categories with those between them that have no rows, which a chart of time has to show.
  ///
  /// - Parameter found: what was found, in ascending order.
  /// - Returns: `found`, where there are no periods or too many to fill in.
  func filled(_ found: [String]) -> [String] {
    guard let first = found.first.flatMap(number), let last = found.last.flatMap(number),
      found.allSatisfy({ number($0) != nil }), first <= last, last - first < Self.filledPeriods
    else { return found }
    return (first...last).map(name)
  }

  /// The most periods that are filled in.
  private static let filledPeriods = 600

  /// The number of a period, one higher for the next.
  private func number(_ text: String) -> Int? {
    switch period {
    case nil: return nil
    case .decade: return text.hasSuffix("0s") ? Int(text.dropLast(2)) : nil
    case .year: return Int(text)
    case .month:
      let parts = text.split(separator: "-").map { Int($0) }
      guard parts.count == 2, let year = parts[0], let month = parts[1] else { return nil }
      return year * 12 + month - 1
    }
  }

  private func name(_ number: Int) -> String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    switch period {
    case .decade: return padded(number, 3) + "0s"
    case .month: return padded(number / 12, 4) + "-" + padded(number % 12 + 1, 2)
    case .year, nil: return padded(number, 4)
    }
  }
}

extension Dataset {
  /// The field that a word of the command line names, by its column or its label.
  ///
  /// - Parameters:
  ///   - name: what the user wrote.
  ///   - option: the option, for the message.
  ///   - words: what else could have been meant.
  ///   - fits: whether a field can be meant.
  /// - Returns: the field.
  /// - Throws: `CommandFailure` that names those that can.
  func field(
    named name: String, for option: String, or words: [String] = [], where fits: (Field) -> Bool
  ) throws(CommandFailure) -> Field {
    let names = FieldNames(fields.filter(fits))
    let folded = name.lowercased()
    if let field = names.fields.first(where: {
      [$0.column.lowercased(), $0.name.lowercased()].contains(folded)
    }) {
      return field
    }
    let columns = names.fields.map(\.column)
    throw CommandFailure(
      .usage,
      Message(
        "expected a column for \(option) but found \"\(name)\""
          + names.suggestion(for: name, or: words)),
      Message(
        columns.isEmpty
          ? "\(self.name) has none that fits"
          : "those that fit are \(columns.joined(separator: ", "))"))
  }
}

extension FieldType {
  /// Whether the values are numbers.
  var isNumeric: Bool {
    switch self {
    case .integer, .number: true
    case .string, .boolean, .date, .datetime: false
    }
  }
}
