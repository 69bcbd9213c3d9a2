/// The records of a header, one above the other: their texts are joined to one label a column.
package struct HeaderLines: Sendable, Equatable {
  /// How many records a header takes at most.
  package static let recordsMax = 3

  /// For each record, from the first to the last, the texts of its fields.
  package let lines: [[String]]

  /// A header of these texts, without white space around them.
  package init(_ lines: [[String]]) { self.lines = lines }

  /// How many columns the header has.
  package var width: Int { lines.map(\.count).max() ?? 0 }

  /// The label of a column: its texts with a space between.
  ///
  /// - Parameters:
  ///   - column: the column, counting from 0.
  ///   - isSpanned: whether a text also stands for the empty fields right of it, as one over several
  ///     columns does; in the last line none does.
  /// - Returns: the label; empty where there is none.
  package func label(ofColumn column: Int, spanned isSpanned: Bool = true) -> String {
    lines.indices.compactMap { line in
      let texts = lines[line]
      guard column < texts.count else { return nil }
      let text =
        isSpanned && line < lines.count - 1
        ? texts[...column].last { !$0.isEmpty } : texts[column]
      return text.flatMap { $0.isEmpty ? nil : $0 }
    }.joined(separator: " ")
  }
}
