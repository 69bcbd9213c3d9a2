/// What an export writes.
enum ExportFormat: String, CaseIterable, Sendable {
  /// As RFC 4180, with a header line.
  case csv
  /// As one object a line.
  case ndjson
  /// As an array of objects, one a line.
  case json
  /// As a table of GitHub's Markdown.
  case markdown
  /// As a workbook with one sheet.
  case xlsx

  /// The format that the end of a file's name stands for; nil where the name has no such end.
  ///
  /// - Parameter path: the path of a file.
  init?(nameOf path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    switch path.suffix(from: path.index(after: dot)).lowercased() {
    case "csv": self = .csv
    case "ndjson", "jsonl": self = .ndjson
    case "json": self = .json
    case "md", "markdown": self = .markdown
    case "xlsx": self = .xlsx
    default: return nil
    }
  }

  /// How rows of this format are written; nil for a workbook, which is no text.
  var rowFormat: RowFormat? {
    switch self {
    case .csv: .csv
    case .ndjson: .ndjson
    case .json: .json
    case .markdown: .markdown
    case .xlsx: nil
    }
  }

  /// Whether a spreadsheet opens such a file, and runs what looks like a formula.
  var isForSpreadsheets: Bool { self == .csv || self == .xlsx }

  /// Whether it is for programs, which know the columns of the table and not the labels of a file.
  var isForPrograms: Bool { self == .json || self == .ndjson }
}
