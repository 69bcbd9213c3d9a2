internal import Records
internal import SQLite

// MARK: Records that come in after all, or don't

extension WaitingRecords {
  /// Copies records as a batch.
  ///
  /// - Parameters:
  ///   - numbers: the records, ascending.
  ///   - records: gets them.
  ///   - rows: gets their rows.
  /// - Throws: `DatabaseError`.
  func fetch(
    _ numbers: [Int64], _ records: inout RecordBatch, _ rows: inout RowBatch
  ) throws(DatabaseError) {
    for number in numbers {
      try selectRecord.bind(.integer(number), at: 1)
      guard try selectRecord.step() else { continue }
      let row = selectRecord.row()
      selectRecord.reset()
      let rawStart = Int32(records.raw.count)
      if case .blob(let raw) = row[3] { records.raw += raw }
      let line = row[1].integer ?? 0
      rows.beginPart(lacking: absentColumns[Int(row[4].integer ?? 0)])
      rows.records.append(Int32(records.records.count))
      rows.numbers.append(number)
      records.records.append(
        RecordBatch.Record(
          firstField: 0, fieldCount: 0, rawStart: rawStart, rawEnd: Int32(records.raw.count),
          line: line, lineCount: Int32(row[2].integer ?? 1)))
      if let message = row[5].text {
        var repair = Repair(line: line, record: number, message: message, raw: [])
        if case .blob(let raw) = row[6] { repair.raw = raw }
        rows.repairs.append(repair)
      }
      rows.cells += row.dropFirst(7).map { $0.cell(appendingTo: &records.bytes) }
    }
  }

  /// Forgets all of them, or those that are gone.
  ///
  /// - Parameter gone: whether a record is.
  /// - Throws: `DatabaseError`.
  func remove(_ gone: (Int64) -> Bool) throws(DatabaseError) {
    for name in try database.rows(
      "SELECT name FROM temp.sqlite_schema WHERE tbl_name = 'etl_waiting_keys' AND type = 'index'")
    {
      try database.execute("DROP INDEX temp.\(quoted(name[0].text ?? ""))")
    }
    guard count > 0 else { return try removeAll() }
    let deletions = [
      try SharedStatement(database, "DELETE FROM temp.etl_waiting WHERE record = ?"),
      try SharedStatement(database, "DELETE FROM temp.etl_waiting_keys WHERE record = ?"),
    ]
    var page = try numbers(after: 0)
    while let last = page.last {
      for number in page where gone(number) {
        for deletion in deletions { try deletion.statement.run([.integer(number)]) }
      }
      page = try numbers(after: last)
    }
  }

  /// Some of the records that come behind another in the file, in its order.
  func numbers(after number: Int64) throws(DatabaseError) -> [Int64] {
    try database.rows(
      "SELECT record FROM temp.etl_waiting_keys WHERE record > ? ORDER BY record LIMIT 1000",
      [.integer(number)]
    ).compactMap { $0[0].integer }
  }
}

extension Value {
  /// The value as a cell; a text is appended to bytes.
  fileprivate func cell(appendingTo bytes: inout [UInt8]) -> Cell {
    switch self {
    case .integer(let value): return .integer(value)
    case .real(let value): return .real(value)
    case .text(let text):
      let start = bytes.count
      bytes += text.utf8
      return .text(start..<bytes.count)
    case .null, .blob: return .null
    }
  }
}
