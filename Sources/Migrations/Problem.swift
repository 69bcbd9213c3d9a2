/// Something that is wrong, or worth a look, with the place where it is.
package struct Problem: Sendable, Equatable, CustomStringConvertible {
  /// The file, or nil where it is about no file.
  package var path: String?
  /// The line, counting from 1.
  package var line: Int?
  /// The column in Unicode scalars, counting from 1.
  package var column: Int?
  /// What was expected and what was found, as one line.
  package var message: String
  /// More lines: a difference.
  package var details: [String]

  /// A problem with its place.
  package init(
    path: String?, line: Int? = nil, column: Int? = nil, message: String, details: [String] = []
  ) {
    self.path = path
    self.line = line
    self.column = column
    self.message = message
    self.details = details
  }

  /// The place: `migrations/0003_zip.up.sql:4`, or nil where it is about no file.
  package var place: String? {
    path.map { path in line.map { "\(path):\($0)" } ?? path }
  }

  /// The place and the message, on one line.
  package var description: String {
    place.map { "\($0): \(message)" } ?? message
  }
}
