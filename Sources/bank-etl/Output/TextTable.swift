import SQLite

/// Rows laid out in columns, for people.
///
/// The first rows are measured and decide the widths; the rest follow as they come, so that any
/// number of rows takes the same memory.
struct TextTable {
  /// How many rows decide the widths.
  static let measuredRows = 200
  /// How narrow a column is made at most, in columns of the terminal.
  static let narrowest = 4
  private static let gap = "  "
  private static let nullText = "NULL"
  private static let nullWidth = nullText.utf8.count

  private let labels: [String]
  private let style: Style
  /// How many columns there are for a line; nil when that does not matter.
  private let lineWidth: Int?
  /// The rows that wait to be measured; nil when the widths are decided.
  private var waiting: [[Value]]? = []
  private var widths: [Int] = []
  private var isRightAligned: [Bool] = []
  /// Texts that stand out wherever they are whole words.
  private var emphasised: [String] = []

  /// How many texts stand out at most: each is looked for at each word.
  private static let emphasisedLimit = 100

  /// A table without rows.
  ///
  /// - Parameters:
  ///   - labels: the columns' labels.
  ///   - style: how the labels and NULL are set off.
  ///   - lineWidth: how many columns there are for a line; nil when lines may have any width.
  init(labels: [String], style: Style, lineWidth: Int?) {
    self.labels = labels.map(TerminalText.escaped)
    self.style = style
    self.lineWidth = lineWidth
  }

  /// Has texts stand out, in the rows to come and in those that wait to be measured.
  ///
  /// - Parameter texts: words, or several of them.
  mutating func emphasise(_ texts: [String]) {
    for text in texts.map(TerminalText.escaped) where !emphasised.contains(text) {
      guard emphasised.count < Self.emphasisedLimit else { return }
      emphasised.append(text)
    }
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - row: as many values as there are labels.
  ///   - bytes: where lines go, when there are some.
  mutating func add(_ row: [Value], to bytes: inout [UInt8]) {
    guard waiting != nil else { return append(row, to: &bytes) }
    waiting?.append(row)
    if waiting?.count == TextTable.measuredRows { finish(to: &bytes) }
  }

  /// Lays out the rows that wait.
  ///
  /// - Parameter bytes: where lines go.
  mutating func finish(to bytes: inout [UInt8]) {
    guard let rows = waiting else { return }
    waiting = nil
    if labels.isEmpty { return }
    measure(rows)
    appendLine(labels, to: &bytes) { style.bold($1) }
    let rules = widths.map { String(repeating: "-", count: $0) }
    appendLine(rules, to: &bytes) { style.dim($1) }
    for row in rows { append(row, to: &bytes) }
  }

  private mutating func measure(_ rows: [[Value]]) {
    widths = labels.map(DisplayWidth.of)
    var leastWidths = widths
    isRightAligned = []
    for column in labels.indices {
      let values = rows.map { $0[column] }.filter { $0 != .null }
      let textWidths = values.map { DisplayWidth.of(Self.text(of: $0)) }
      let hasNull = values.count < rows.count
      widths[column] = max(widths[column], textWidths.max() ?? 0, hasNull ? Self.nullWidth : 0)
      // Dates and codes, which are all of one width, say nothing when they are cut.
      let isFixed = textWidths.min() == textWidths.max()
      leastWidths[column] = isFixed ? textWidths.max() ?? Self.nullWidth : Self.narrowest
      isRightAligned.append(!values.isEmpty && values.allSatisfy(\.isNumber))
    }
    guard let lineWidth else { return }
    let available = lineWidth - Self.gap.utf8.count * (labels.count - 1)
    narrow(to: available, atLeast: leastWidths)
    narrow(to: available, atLeast: widths.map { _ in Self.narrowest })
  }

  /// Takes what does not fit from the widest columns of text; a number that is cut is another one.
  private mutating func narrow(to available: Int, atLeast leastWidths: [Int]) {
    for column in widths.indices where !isRightAligned[column] {
      widths[column] = min(widths[column], max(available, leastWidths[column]))
    }
    var excess = widths.reduce(0, +) - available
    while excess > 0 {
      let columns = widths.indices.filter { !isRightAligned[$0] && widths[$0] > leastWidths[$0] }
      guard let widest = columns.max(by: { widths[$0] < widths[$1] }) else { return }
      widths[widest] -= 1
      excess -= 1
    }
  }

  private func append(_ row: [Value], to bytes: inout [UInt8]) {
    appendLine(row.map(Self.text), to: &bytes) {
      row[$0] == .null ? style.dim($1) : style.emphasising(emphasised, in: $1)
    }
  }

  /// Appends a line of cells.
  ///
  /// - Parameters:
  ///   - cells: the text of each column.
  ///   - bytes: where the line goes.
  ///   - styled: a column's text, set off as it is to be.
  private func appendLine(
    _ cells: [String], to bytes: inout [UInt8], styled: (Int, String) -> String
  ) {
    var line = ""
    for (column, cell) in cells.enumerated() {
      let width = widths[column]
      let isCut = lineWidth != nil && !isRightAligned[column]
      let text = isCut ? DisplayWidth.truncated(cell, to: width) : cell
      let padding = String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
      if column > 0 { line += Self.gap }
      if isRightAligned[column] { line += padding }
      line += styled(column, text)
      // Nothing follows the last column, and trailing spaces would be in the way of copying.
      if !isRightAligned[column], column < cells.count - 1 { line += padding }
    }
    bytes.append(contentsOf: line.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The text of a cell: NULL is told apart from nothing, and the text NULL from NULL.
  private static func text(of value: Value) -> String {
    switch value {
    case .null: nullText
    case .text(nullText): "\"\(nullText)\""
    case .blob(let bytes): BlobSummary.text(bytes)
    default: TerminalText.escaped(value.plainText)
    }
  }
}
