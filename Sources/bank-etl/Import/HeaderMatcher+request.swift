import Datasets
import Records

extension HeaderMatcher {
  /// The header that a command line asks for, or the first record that fits.
  ///
  /// - Parameters:
  ///   - head: the first records of a file.
  ///   - request: what the command line says.
  ///   - fieldCount: how many fields most records have.
  /// - Returns: the match.
  /// - Throws: `HeaderMismatch`, or `CommandFailure` where what was asked for can't be.
  func match(
    _ head: borrowing RecordBatch, _ request: HeaderRequest, fieldCount: Int?
  ) throws -> HeaderMatch {
    switch request {
    case .find: return try match(head)
    case .line(let line):
      guard let record = head.record(onLine: line) else {
        throw CommandFailure(
          .dataError, Message("expected the header on line \(line) but found no record there"))
      }
      return try match(head, record: record)
    case .none:
      guard let match = matchByPosition(fieldCount: fieldCount ?? 0) else {
        throw CommandFailure(
          .usage, Message("--no-header needs --dataset: nothing else tells what the columns are"))
      }
      return match
    }
  }
}

extension RecordBatch {
  /// The record that is on a physical line.
  ///
  /// - Parameter line: the line, counting from 1.
  /// - Returns: the record's index; nil where none is there.
  func record(onLine line: Int64) -> Int? {
    records.firstIndex { ($0.line..<$0.line + Int64($0.lineCount)).contains(line) }
  }
}
