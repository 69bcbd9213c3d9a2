import Datasets

/// A value of `--decimal`: a decimal mark, for every column of numbers or for one.
struct DecimalOption {
  /// The column that it is for; nil for all that have numbers.
  let column: String?
  private let mark: DecimalMark

  /// The option of a text such as `comma` or `amount=point`.
  init(_ text: String) throws(CommandFailure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.last ?? "")
    let mark = DecimalMark.allCases.first { $0.words == name || $0.rawValue == name }
    guard let mark else {
      throw CommandFailure(
        .usage,
        Message(
          "expected point or comma for --decimal but found \"\(text)\""
            + NearestMatch.suggestion(for: name, in: DecimalMark.allCases.map(\.words))))
    }
    column = parts.count == 2 ? String(parts[0]) : nil
    self.mark = mark
  }

  /// The mark, if it is for a column of this name or label.
  func mark(ofColumn name: String, labelled label: String) -> DecimalMark? {
    column == nil || column == name || column == label ? mark : nil
  }

  /// The dataset with this mark declared.
  func apply(to dataset: Dataset) throws(CommandFailure) -> Dataset {
    if let dataset = dataset.settingDecimalMark(mark, ofColumn: column) { return dataset }
    guard let column else { return dataset }
    let columns = dataset.fields.filter { $0.type.isNumeric }.map(\.column)
    throw CommandFailure(
      .usage,
      Message(
        "expected a column of numbers for --decimal but found \"\(column)\""
          + NearestMatch.suggestion(for: column, in: columns)))
  }
}
