/// A mistake in a declaration file.
package struct DeclarationError: Error, Equatable, CustomStringConvertible {
  /// The file, as it was named.
  package let file: String
  /// The line of the mistake, counting from 1.
  package let line: Int
  /// Where the mistake is in the JSON, as `resources[0].schema.fields[2].type`; empty at the top.
  package let path: String
  /// What was expected, what was found, and what to do.
  package let message: String

  /// `file:line: path: message`.
  package var description: String {
    path.isEmpty ? "\(file):\(line): \(message)" : "\(file):\(line): \(path): \(message)"
  }
}
