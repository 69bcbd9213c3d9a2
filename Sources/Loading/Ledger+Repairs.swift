internal import Records
internal import SQLite

// MARK: Records that were loaded as one small change made them

extension Ledger {
  /// Writes down the repaired records of a batch that no table refused.
  ///
  /// - Parameters:
  ///   - rows: the batch, with what became a reject.
  ///   - done: how many records of the file were written down by the same run before.
  ///   - run: the run.
  /// - Returns: how many there are.
  /// - Throws: `DatabaseError`.
  func insertRepairs(
    of rows: borrowing RowBatch, after done: Int64, run: Int64
  ) throws(DatabaseError) -> Int64 {
    guard !rows.repairs.isEmpty else { return 0 }
    let refused = Set(rows.rejects.map(\.record))
    let loaded = rows.repairs.filter { $0.record > done && !refused.contains($0.record) }
    for repair in loaded {
      try database.execute(
        "INSERT INTO main.etl_repairs (run_id, record, line, message, raw) VALUES (?, ?, ?, ?, ?)",
        [
          .integer(run), .integer(repair.record), .integer(repair.line), .text(repair.message),
          Ledger.textOrBytes(repair.raw),
        ])
    }
    return Int64(loaded.count)
  }
}
