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

  /// Appends a row, so that an import reads the same values: NULL is told apart from an empty text, and
  /// both from the texts that look like them.
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
        case .text(""): "\"\""
        case .blob(let bytes): BlobSummary.text(bytes)
        default: escaped(value.plainText)
        }
      }, to: &bytes)
  }

  private static func append(_ cells: [String], to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "| \(cells.joined(separator: " | ")) |\n".utf8)
  }

  /// The text on one line, with what Markdown would take for a mark-up escaped; what could steer a
  /// terminal or hide text, and blanks at the ends, are character references.
  private static func escaped(_ text: String) -> String {
    let isQuotedWord = text == "\"\"" || text == "\"NULL\""
    var result = ""
    let scalars = text.unicodeScalars
    let last = scalars.count - 1
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\n": result += "<br>"
      case " " where index == 0 || index == last: result += "&#32;"
      case "\"" where isQuotedWord: result += "\\\""
      // "Any ASCII punctuation character may be backslash-escaped" (GFM, 6.1); a bar ends a cell.
      case "|", "\\", "`", "*", "_", "~", "<", "[", "&": result += "\\\(scalar)"
      case _ where TerminalText.isUnsafe(scalar): result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
