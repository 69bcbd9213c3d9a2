internal import Records
internal import SQLite

// MARK: Rejects

extension RowLoader {
  /// Adds what the table refused to the rejects of a batch.
  func addRejects(
    _ outcome: Outcome, _ batch: borrowing RecordBatch, _ rows: inout RowBatch
  ) throws(DatabaseError) {
    guard !outcome.refused.isEmpty else { return }
    for refusal in outcome.refused {
      let key = key(ofRow: refusal.row, rows)
      if table.isReplaced { try protect(key, in: batch) }
      let record = Int(rows.records[refusal.row])
      rows.rejects.append(
        Reject(
          line: batch.records[record].line, record: rows.numbers[refusal.row], column: nil,
          code: refusal.code, message: message(refusal, batch, rows),
          raw: batch.rejectText(ofRecord: record), key: Reject.keyText(key, in: batch.bytes)))
    }
    rows.rejects.sort { $0.record < $1.record }
  }

  private func message(
    _ refusal: Refusal, _ batch: borrowing RecordBatch, _ rows: borrowing RowBatch
  ) -> String {
    switch refusal.reason {
    case .constraint(let message):
      return "expected a row that the table takes but found: \(message)"
    case .duplicate(let firstLine):
      let key = table.keyPositions.map { position in
        let cell = rows.cells[refusal.row * rows.columnCount + position]
        return "\(table.columns[position]) \(cell.value(in: batch.bytes).description)"
      }
      let first = firstLine.map { "it is on line \($0)" } ?? "it is on an earlier line"
      return "expected each key once but found \(key.joined(separator: ", ")) again "
        + "with other values: \(first)"
    }
  }
}

// MARK: Rows that the file lacks

extension RowLoader {
  /// Keeps the row with a key from being deleted.
  func protect(_ key: [Cell], in batch: borrowing RecordBatch) throws(DatabaseError) {
    let conditions = table.keyPositions.map { "\(quoted(table.columns[$0])) = ?" }
    let sql = """
      SELECT _rowid_ FROM main.\(quoted(table.name)) WHERE \(conditions.joined(separator: " AND "))
      """
    let values = key.map { $0.value(in: batch.bytes) }
    if let row = try database.value(sql, values)?.integer { judge.protect(row) }
  }

  /// The key of a row, in the order of the columns.
  private func key(ofRow row: Int, _ rows: borrowing RowBatch) -> [Cell] {
    table.keyPositions.map { rows.cells[row * rows.columnCount + $0] }
  }

  /// Deletes the rows that no record of the file was about, and keeps what they were.
  ///
  /// - Returns: how many there were.
  func deleteAbsentRows(run: Int64) throws(DatabaseError) -> Int64 {
    let columns = try database.rows("SELECT name FROM pragma_table_info(?)", [.text(table.name)])
    for statement in table.deletion(allColumns: columns.compactMap { $0[0].text }) {
      try database.execute(statement, [.integer(run)])
    }
    return database.changes
  }
}

extension Cell {
  /// The value, copied.
  fileprivate func value(in bytes: [UInt8]) -> Value {
    switch kind {
    case .null: .null
    case .integer: .integer(payload)
    case .real: .real(double)
    case .text:
      .text(String(decoding: bytes[Int(payload)..<Int(payload) + Int(length)], as: UTF8.self))
    }
  }
}

extension Value {
  /// The value as text, for messages.
  fileprivate var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let text): text
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}
