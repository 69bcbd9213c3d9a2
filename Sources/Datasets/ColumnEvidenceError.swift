/// That the values of a column don't decide how it is to be read.
package struct ColumnEvidenceError: Error, Equatable, CustomStringConvertible {
  /// One value that shows why.
  package struct Example: Sendable, Equatable {
    /// The value, in quotes and escaped.
    package let text: String
    /// The physical line (or the sheet's row) of its record, counting from 1.
    package let line: Int64
    /// What the value can be, in words; empty where that goes without saying.
    package let meanings: [String]

    var words: String {
      let meanings = meanings.joined(separator: " or ")
      return "\(text) (line \(line)\(meanings.isEmpty ? "" : ", \(meanings)"))"
    }
  }

  /// The column's label, as the file has it.
  package let column: String
  /// What was expected of the values.
  package let expected: String
  /// One or two values that show why it is left open.
  package let examples: [Example]
  /// The option or the declaration that decides.
  package let advice: String

  /// An error with these parts.
  init(
    column: String, expected: String, examples: [(text: String, line: Int64, meanings: [String])],
    advice: String
  ) {
    self.column = column
    self.expected = expected
    self.examples = examples.map { Example(text: $0.text, line: $0.line, meanings: $0.meanings) }
    self.advice = advice
  }

  /// The physical line (or the sheet's row) of the first value shown, counting from 1.
  package var line: Int64? { examples.first?.line }

  /// The values that leave it open, and the option that decides it, on one line without the place.
  package var description: String {
    let found = examples.map(\.words).joined(separator: " and ")
    return "\(QuotedText.quoted(column)): expected \(expected) but found \(found); \(advice)"
  }
}
