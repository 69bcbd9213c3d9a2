import SQLite

/// Rows laid out in columns, for people.
///
/// The first rows are measured and decide the widths; the rest follow as they come, so that any
/// number of rows takes the same memory.
struct TextTable {
  /// How many rows decide the widths.
  static let measuredRows = 200
  /// What there is to be seen of a column at least, in columns of the terminal.
  static let narrowest = 12
  /// The widest values that are not cut because they are all of one width.
  private static let widestFixed = 20
  private static let gap = "  "
  private static let nullText = "NULL"
  private static let nullWidth = nullText.utf8.count

  /// How to see the columns for which a line has no room.
  var remedy = "a wider terminal shows them"
  private let labels: [String]
  private let style: Style
  /// How many columns there are for a line; nil when that does not matter.
  private let lineWidth: Int?
  /// The rows that wait to be measured; nil when the widths are decided.
  private var waiting: [[Value]]? = []
  /// The widths of the columns that are shown, which are the first ones.
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
    waiting?.append(row.map(Self.kept))
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

  /// Says which columns were left out, after the last row.
  ///
  /// - Parameter bytes: where the lines go.
  func appendOmitted(to bytes: inout [UInt8]) {
    guard waiting == nil, let lineWidth, widths.count < labels.count else { return }
    let names = labels[widths.count...]
    let columns = names.count == 1 ? "column" : "columns"
    let text = "… \(names.count) more \(columns): \(names.joined(separator: ", ")); \(remedy)"
    for line in Paragraph.lines(text, columns: lineWidth) {
      bytes.append(contentsOf: (style.dim(line) + "\n").utf8)
    }
  }

  private mutating func measure(_ rows: [[Value]]) {
    widths = labels.map(DisplayWidth.of)
    var leastWidths = widths.map { min($0, Self.narrowest) }
    isRightAligned = []
    for column in labels.indices {
      let values = rows.map { $0[column] }.filter { $0 != .null }
      let texts = values.map(Self.text)
      let textWidths = texts.map(DisplayWidth.of)
      let hasNull = values.count < rows.count
      let widest = max(textWidths.max() ?? 0, hasNull ? Self.nullWidth : 0)
      widths[column] = max(widths[column], widest)
      isRightAligned.append(!values.isEmpty && values.allSatisfy(\.isNumber))
      // Numbers, dates and codes say something else when they are cut.
      let isFixed =
        textWidths.min() == textWidths.max() && widest <= Self.widestFixed
        && !texts.contains { $0.utf8.contains(UInt8(ascii: " ")) }
      let isWhole = isRightAligned[column] || isFixed
      leastWidths[column] = max(leastWidths[column], isWhole ? widest : min(widest, Self.narrowest))
    }
    guard let lineWidth else { return }
    let gap = Self.gap.utf8.count
    var count = 0
    var least = -gap
    while count < labels.count, least + gap + leastWidths[count] <= lineWidth {
      least += gap + leastWidths[count]
      count += 1
    }
    // Where there is room for nothing, there is at least some of the first column.
    if count == 0 { leastWidths[0] = lineWidth }
    widths.removeLast(labels.count - max(1, count))
    narrow(to: lineWidth - gap * (widths.count - 1), atLeast: leastWidths)
  }

  /// Takes what does not fit from the widest columns.
  private mutating func narrow(to available: Int, atLeast leastWidths: [Int]) {
    for column in widths.indices {
      widths[column] = min(widths[column], max(available, leastWidths[column]))
    }
    var excess = widths.reduce(0, +) - available
    while excess > 0 {
      let columns = widths.indices.filter { widths[$0] > leastWidths[$0] }
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
    var room = lineWidth ?? .max
    for (column, width) in widths.enumerated() {
      let cell = cells[column]
      // A number is never cut for being longer than those that were measured, as long as the line
      // has room for it.
      let text =
        lineWidth == nil
        ? cell : DisplayWidth.truncated(cell, to: isRightAligned[column] ? room : min(width, room))
      let textWidth = DisplayWidth.of(text)
      let padding = String(repeating: " ", count: max(0, min(width, room) - textWidth))
      if isRightAligned[column] { line += padding }
      line += styled(column, text)
      room -= max(width, textWidth) + Self.gap.utf8.count
      // Nothing follows the last column, and trailing spaces would be in the way of copying.
      guard column < widths.count - 1, room > 0 else { break }
      if !isRightAligned[column] { line += padding }
      line += Self.gap
    }
    // The last cells may be empty.
    while line.last == " " { line.removeLast() }
    bytes.append(contentsOf: line.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// What is kept of a value while it waits: not all the bytes of a file, of which little is shown.
  private static func kept(_ value: Value) -> Value {
    if case .blob = value { .text(text(of: value)) } else { value }
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
