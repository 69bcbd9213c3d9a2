import CSV
import Records

extension TableLayout {
  /// The layout that a command line asks for, or the one that is found.
  ///
  /// - Parameters:
  ///   - head: the first records of a file.
  ///   - detection: what was found out of its dialect.
  ///   - request: what the command line says of the header.
  /// - Throws: `CommandFailure` where there is no record on the header's line.
  init(
    _ head: borrowing RecordBatch, _ detection: DialectDetection, _ request: HeaderRequest
  ) throws(CommandFailure) {
    switch request {
    case .find: self.init(head, detection)
    case .none: self.init(head, detection, header: nil)
    case .line(let line):
      guard let record = head.record(onLine: line) else {
        throw CommandFailure(
          .dataError, Message("expected the header on line \(line) but found no record there"))
      }
      self.init(head, detection, header: record)
    }
  }
}
