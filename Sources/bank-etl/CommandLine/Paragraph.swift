/// Text broken into lines between words.
enum Paragraph {
  /// Breaks text into lines.
  ///
  /// - Parameters:
  ///   - text: words, and line feeds where a line must end.
  ///   - columns: how long a line may be, its indentation included; a longer word has its own line.
  ///   - indentation: how many spaces each line starts with.
  /// - Returns: the lines, each with a line feed.
  static func wrapped(_ text: String, columns: Int, indentation: Int = 0) -> String {
    let margin = String(repeating: " ", count: indentation)
    var result = ""
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      for word in paragraph.split(separator: " ") {
        let length = line.count + 1 + word.count
        if !line.isEmpty, indentation + length > columns {
          result += margin + line + "\n"
          line = String(word)
        } else {
          line += line.isEmpty ? String(word) : " \(word)"
        }
      }
      result += line.isEmpty ? "\n" : margin + line + "\n"
    }
    return result
  }

  /// Terms with what they mean beside them, or below where a term is too long for that.
  ///
  /// - Parameters:
  ///   - rows: the terms and their meanings.
  ///   - columns: how long a line may be.
  /// - Returns: the lines, each with a line feed.
  static func definitions(
    _ rows: [(term: String, meaning: String)], columns: Int
  ) -> String {
    let longest = rows.map(\.term.count).max() ?? 0
    let meaningColumn = min(longest, columns / 3) + 4
    return rows.map { term, meaning in
      let text = wrapped(meaning, columns: columns, indentation: meaningColumn)
      let start = "  \(term)  "
      guard start.count <= meaningColumn else { return "  \(term)\n\(text)" }
      return start + String(repeating: " ", count: meaningColumn - start.count)
        + text.drop { $0 == " " }
    }.joined()
  }
}
