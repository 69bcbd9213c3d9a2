import CSV
import Datasets

/// What a command line says of how the values of a file's own columns are to be read.
struct ReadingRequest {
  private let labels: [String]
  private let orders: [DateOrderOption]
  private let marks: [DecimalOption]

  /// What the options say of the columns of a table.
  ///
  /// - Parameters:
  ///   - options: the options.
  ///   - layout: the table.
  ///   - others: columns that an option may be for too: those of a dataset.
  /// - Throws: `CommandFailure` where one is for a column that is not there.
  init(
    _ options: ImportOptions, _ layout: TableLayout, besides others: [String] = []
  ) throws(CommandFailure) {
    labels = (0..<max(layout.labels.count, layout.fieldCount)).map {
      $0 < layout.labels.count ? layout.labels[$0] : ""
    }
    orders = options.dateOrders
    marks = options.decimals
    for column in orders.compactMap(\.column) where !others.contains(column) {
      try check(column, of: "--date-order")
    }
    for column in marks.compactMap(\.column) where !others.contains(column) {
      try check(column, of: "--decimal")
    }
  }

  private func check(_ column: String, of option: String) throws(CommandFailure) {
    guard !labels.contains(column) else { return }
    throw CommandFailure(
      .usage,
      Message(
        "expected a column of the file for \(option) but found \"\(TerminalText.escaped(column))\""
          + NearestMatch.suggestion(for: column, in: labels)))
  }

  /// The order of dates that is asked for in a column; nil where none is.
  func order(ofColumn column: Int) -> DateOrder? {
    let label = label(column)
    return orders.compactMap { $0.order(ofColumn: label, labelled: label) }.last
  }

  /// The decimal mark that is asked for in a column; nil where none is.
  func mark(ofColumn column: Int) -> DecimalMark? {
    let label = label(column)
    return marks.compactMap { $0.mark(ofColumn: label, labelled: label) }.last
  }

  /// Whether an order is asked for in this column, and not in all that have dates.
  func namesOrder(ofColumn column: Int) -> Bool {
    orders.contains { $0.column == label(column) }
  }

  /// Whether a decimal mark is asked for in this column, and not in all that have numbers.
  func namesMark(ofColumn column: Int) -> Bool {
    marks.contains { $0.column == label(column) }
  }

  private func label(_ column: Int) -> String { column < labels.count ? labels[column] : "" }
}
