import CSV
import Records

extension TableLayout {
  /// The layout that a command line asks for, or the one that is found.
  ///
  /// - Parameters:
  ///   - head: the first records of a file.
  ///   - fieldCount: how many fields most of them have.
  ///   - dialect: how they are written; nil for the rows of a sheet.
  ///   - request: what the command line says of the header.
  /// - Throws: `CommandFailure` where there is no record on the header's line.
  init(
    _ head: borrowing RecordBatch, fieldCount: Int, dialect: Dialect?, _ request: HeaderRequest
  ) throws(CommandFailure) {
    switch request {
    case .find: self.init(head, fieldCount: fieldCount, dialect: dialect)
    case .none: self.init(head, fieldCount: fieldCount, dialect: dialect, header: 0..<0)
    case .line(let line):
      guard let record = head.record(onLine: line) else {
        throw CommandFailure(
          .dataError, Message("expected the header on line \(line) but found no record there"))
      }
      self.init(head, fieldCount: fieldCount, dialect: dialect, header: record..<record + 1)
    }
  }
}
