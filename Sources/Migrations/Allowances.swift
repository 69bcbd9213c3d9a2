/// The rules that comments of a file allow: `-- bank-etl: allow drop-table, rename`.
struct Allowances {
  /// One such comment.
  struct Comment: Equatable {
    /// The line, counting from 1.
    let line: Int
    /// The names after `allow`.
    let names: [String]
  }

  /// The comments, in order.
  let comments: [Comment]

  /// The comments of a file; each is alone on its line.
  init(in script: MigrationScript) {
    let lines = script.text.split(omittingEmptySubsequences: false) { $0.isNewline }
    comments = lines.enumerated().compactMap { index, line in
      guard let directive = MigrationScript.directive(in: line), directive.hasPrefix("allow ")
      else { return nil }
      let names = directive.dropFirst("allow ".count).split { $0 == "," || $0 == " " }
      return Comment(line: index + 1, names: names.map(String.init))
    }
  }

  /// All the names.
  var names: Set<String> { Set(comments.flatMap(\.names)) }
}
