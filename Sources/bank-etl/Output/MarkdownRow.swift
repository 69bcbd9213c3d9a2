import SQLite

/// A row of a table as GitHub's Markdown has it (github.github.com/gfm, "Tables").
enum MarkdownRow {
  /// Appends the labels and the line under them.
  ///
  /// - Parameters:
  ///   - labels: the columns' labels.
  ///   - bytes: where the UTF-8 text goes.
  static func appendHeader(_ labels: [String], to bytes: inout [UInt8]) {
    append(labels.map(escaped), to: &bytes)
    append(labels.map { _ in "---" }, to: &bytes)
  }

  /// Appends a row: NULL is told apart from nothing, and the text NULL from NULL.
  ///
  /// - Parameters:
  ///   - values: as many as there are labels.
  ///   - bytes: where the UTF-8 text goes.
  static func append(_ values: [Value], to bytes: inout [UInt8]) {
    append(
      values.map { value in
        switch value {
        case .null: "NULL"
        case .text("NULL"): "\"NULL\""
        case .blob(let bytes): BlobSummary.text(bytes)
        default: escaped(value.plainText)
        }
      }, to: &bytes)
  }

  private static func append(_ cells: [String], to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "| \(cells.joined(separator: " | ")) |\n".utf8)
  }

  /// The text on one line, with what Markdown would take for a mark-up escaped.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in TerminalText.escaped(text).unicodeScalars {
      switch scalar {
      // "Any ASCII punctuation character may be backslash-escaped" (GFM, 6.1); a bar ends a cell.
      case "|", "\\", "`", "*", "_", "~", "<", "[", "&": result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
