import Records

/// A record that is larger than it may be, above the first one that shows what the columns are.
struct EarlyReject {
  let line: Int64
  let problem: RecordProblem
  /// As much of its text as a reject keeps.
  let source: [UInt8]

  /// The only record of a batch.
  init?(_ batch: borrowing RecordBatch) {
    guard let record = batch.records.first, let problem = batch.problems.first else { return nil }
    line = record.line
    self.problem = problem
    source = batch.rejectText(ofRecord: 0)
  }

  /// Appends it.
  func append(to batch: inout RecordBatch) {
    batch.appendProblem(problem.code, problem.message, line: line, source: source.span)
  }
}
