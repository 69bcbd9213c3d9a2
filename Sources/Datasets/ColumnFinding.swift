/// How a column is read where its values had to show it, and a value that did.
package struct ColumnFinding: Sendable, Equatable, CustomStringConvertible {
  /// The column's label, as the file has it.
  package let column: String
  /// How it is read, in words: `day/month/year`, `decimal comma`.
  package let words: String
  /// A value that can't be read otherwise, or in fewer ways than others, in quotes and escaped.
  package let text: String
  /// The physical line (or the sheet's row) of its record, counting from 1.
  package let line: Int64

  /// The finding and its proof, on one line.
  package var description: String {
    "\(QuotedText.quoted(column)): \(words), as \(text) (line \(line)) shows"
  }
}
