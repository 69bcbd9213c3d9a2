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
      var length = 0
      for word in paragraph.split(separator: " ") {
        let width = DisplayWidth.of(String(word))
        if !line.isEmpty, indentation + length + 1 + width > columns {
          result += margin + line + "\n"
          (line, length) = (String(word), width)
        } else {
          length += line.isEmpty ? width : width + 1
          line += line.isEmpty ? String(word) : " \(word)"
        }
      }
      result += line.isEmpty ? "\n" : margin + line + "\n"
    }
    return result
  }

  /// The lines of a text for a terminal, none of which it would have to break.
  ///
  /// - Parameters:
  ///   - text: words, without line feeds; one that is longer than a line is broken.
  ///   - columns: how long a line may be.
  /// - Returns: the lines, without line feeds; the text as it is where it fits.
  static func lines(_ text: String, columns: Int) -> [String] {
    guard DisplayWidth.of(text) > columns else { return [text] }
    let words = text.split(separator: " ").map { pieces(of: $0, columns: columns) }
    return wrapped(words.joined(separator: " "), columns: columns).split(separator: "\n").map(
      String.init)
  }

  /// A word, with spaces where it has to be broken.
  private static func pieces(of word: Substring, columns: Int) -> String {
    guard DisplayWidth.of(String(word)) > columns else { return String(word) }
    var text = ""
    var length = 0
    for character in word {
      let width = DisplayWidth.of(String(character))
      if length > 0, length + width > columns {
        text += " "
        length = 0
      }
      text.append(character)
      length += width
    }
    return text
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
