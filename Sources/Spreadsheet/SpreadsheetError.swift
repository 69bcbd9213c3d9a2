/// Why a workbook could not be written.
package struct SpreadsheetError: Error, Equatable, CustomStringConvertible {
  /// What went wrong.
  package enum Kind: Sendable, Equatable {
    /// More rows, columns or characters than a sheet can have.
    case tooLarge
    /// The file, or a temporary one, can't be written.
    case writing
  }

  /// What went wrong.
  package let kind: Kind
  /// What was expected and what was found, as one line.
  package let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
