import Datasets

/// What is said of a file that has several tables.
enum TableListing {
  /// How many tables are shown.
  private static let shownTables = 20

  /// A line for each table; none where there is one table and nothing above it.
  ///
  /// - Parameters:
  ///   - tables: the tables, in the order of the file.
  ///   - recordsAbove: how many records with several values are above the first of them.
  /// - Returns: the lines, of which each is a sentence or two.
  static func lines(_ tables: [FileTable], recordsAbove: Int) -> [String] {
    var lines: [String] = []
    if recordsAbove > 0, let line = tables.first?.line {
      let count = recordsAbove == 1 ? "1 record" : "\(recordsAbove) records"
      lines.append("not loaded: \(count) above the header on line \(line)")
    }
    guard tables.count > 1 else { return lines }
    lines += tables.prefix(shownTables).map(line)
    if tables.count > shownTables { lines.append("and \(tables.count - shownTables) more tables") }
    return lines
  }

  private static func line(_ table: FileTable) -> String {
    let records = table.records == 1 ? "1 record" : "\(table.records) records"
    let place = "table on lines \(table.line) to \(table.lastLine), \(records)"
    guard table.isLoaded else {
      let name = table.dataset.map { "is that of \($0)" } ?? "is that of no dataset"
      return "\(place): not loaded, its header \(list(table.labels)) \(name)"
    }
    var text = "\(place): loaded"
    if !table.missingLabels.isEmpty { text += ", without \(list(table.missingLabels))" }
    if !table.ignoredLabels.isEmpty { text += ", columns not loaded: \(list(table.ignoredLabels))" }
    return text
  }

  private static func list(_ labels: [String]) -> String {
    labels.map { "\"\(TerminalText.escaped($0))\"" }.joined(separator: ", ")
  }

  /// The tables for programs.
  static func json(_ tables: [FileTable]) -> JSON {
    .array(
      tables.map { table in
        [
          "line": .integer(table.line), "last_line": .integer(table.lastLine),
          "records": .integer(table.records), "dataset": .optional(table.dataset),
          "loaded": .bool(table.isLoaded), "labels": .array(table.labels.map(JSON.string)),
          "missing": .array(table.missingLabels.map(JSON.string)),
          "ignored": .array(table.ignoredLabels.map(JSON.string)),
        ]
      })
  }
}
