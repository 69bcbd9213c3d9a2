import Datasets

/// A value of `--date-order`: an order, for every column of dates or for one.
struct DateOrderOption {
  /// The column that it is for; nil for all that have dates.
  let column: String?
  private let order: DateOrder

  /// The option of a text such as `dmy` or `close_date=mdy`.
  init(_ text: String) throws(CommandFailure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.last ?? "")
    guard let order = DateOrder(rawValue: name) else {
      throw CommandFailure(
        .usage,
        Message(
          "expected mdy, dmy or ymd for --date-order but found \"\(text)\""
            + NearestMatch.suggestion(for: name, in: DateOrder.allCases.map(\.rawValue))))
    }
    column = parts.count == 2 ? String(parts[0]) : nil
    self.order = order
  }

  /// The order, if it is for a column of this name or label.
  func order(ofColumn name: String, labelled label: String) -> DateOrder? {
    column == nil || column == name || column == label ? order : nil
  }

  /// The dataset with this order declared.
  func apply(to dataset: Dataset) throws(CommandFailure) -> Dataset {
    if let dataset = dataset.settingDateOrder(order, ofColumn: column) { return dataset }
    guard let column else { return dataset }
    let columns = dataset.fields.filter { $0.type.dateRules != nil }.map(\.column)
    throw CommandFailure(
      .usage,
      Message(
        "expected a column of dates for --date-order but found \"\(column)\""
          + NearestMatch.suggestion(for: column, in: columns)))
  }
}
