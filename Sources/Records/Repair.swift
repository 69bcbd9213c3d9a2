/// A record that is loaded as one small change made it, with its text as the file has it.
package struct Repair: Sendable, Equatable {
  /// The physical line the record starts on, counting from 1.
  package var line: Int64
  /// The number of the data record in its file, counting from 1 after the header.
  package var record: Int64
  /// What was expected and found, and what was changed, as one line.
  package var message: String
  /// The record's source text, as UTF-8.
  package var raw: [UInt8]

  /// A repair with all its parts.
  package init(line: Int64, record: Int64, message: String, raw: [UInt8]) {
    self.line = line
    self.record = record
    self.message = message
    self.raw = raw
  }
}
