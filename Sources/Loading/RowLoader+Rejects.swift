internal import Records
internal import SQLite

// MARK: Rejects

extension RowLoader {
  /// Adds what the table refused to the rejects of a batch, but for the records that wait or are held.
  func addRejects(
    _ outcome: Outcome, _ batch: borrowing RecordBatch, _ rows: inout RowBatch
  ) throws(DatabaseError) {
    guard !outcome.refused.isEmpty else { return }
    for refusal in outcome.refused.sorted(by: { $0.row < $1.row }) {
      if case .orphan = refusal.reason, let waiting, stage != .last {
        if stage == .reading {
          waiting.add(row: refusal.row, of: batch, &rows)
        } else {
          goOnWaiting(rows.numbers[refusal.row], &rows)
        }
        continue
      }
      let key = key(ofRow: refusal.row, rows)
      if tables.contains(where: \.isReplaced) {
        try protect(key, in: batch)
        if refusal.isForRival {
          if let held, isHolding {
            held.add(row: refusal.row, of: batch, &rows)
            continue
          }
          if held == nil { try protectRivals(ofRow: refusal.row, rows, in: batch) }
        }
      }
      let record = Int(rows.records[refusal.row])
      rows.rejects.append(
        Reject(
          line: batch.records[record].line, record: rows.numbers[refusal.row], column: nil,
          code: refusal.code, message: message(refusal, batch, rows),
          raw: batch.rejectText(ofRecord: record), key: Reject.keyText(key, in: batch.bytes)))
    }
    rows.rejects.sort { $0.record < $1.record }
    if stage == .reading { try waiting?.write() }
    try held?.write()
  }

  private func message(
    _ refusal: Refusal, _ batch: borrowing RecordBatch, _ rows: borrowing RowBatch
  ) -> String {
    switch refusal.reason {
    case .constraint(let message), .orphan(let message):
      return "expected a row that the table takes but found: \(message)"
    case .duplicate(let firstLine):
      let key = tables.keyCells.map { position in
        let cell = rows.cells[refusal.row * rows.columnCount + position]
        return "\(tables.column(ofCell: position)) \(cell.value(in: batch.bytes).description)"
      }
      let first = firstLine.map { "it is on line \($0)" } ?? "it is on an earlier line"
      return "expected each key once but found \(key.joined(separator: ", ")) again "
        + "with other values: \(first)"
    }
  }
}

// MARK: Rows that the file lacks

extension RowLoader {
  /// Keeps the rows with a key from being deleted: its values are in the order of the cells.
  func protect(_ key: [Cell], in batch: borrowing RecordBatch) throws(DatabaseError) {
    let values = Dictionary(
      zip(tables.keyCells, key.map { $0.value(in: batch.bytes) }), uniquingKeysWith: { $1 })
    for target in targets where !target.table.key.isEmpty {
      let own = target.table.rowKeyCells.compactMap { values[$0] }
      guard let row = try database.value(target.table.lookUpStatement, own)?.integer else {
        continue
      }
      target.judge.protect(row)
    }
  }

  /// The key of a row, in the order of the cells.
  func key(ofRow row: Int, _ rows: borrowing RowBatch) -> [Cell] {
    tables.keyCells.map { rows.cells[row * rows.columnCount + $0] }
  }

  /// Deletes the rows that no record of the file was about, and keeps what they were.
  ///
  /// - Returns: how many there were.
  /// - Throws: `DatabaseError`, or `LoadError` of kind `referredTo`.
  func deleteAbsentRows() throws -> Int64 {
    guard tables.contains(where: \.isReplaced) else { return 0 }
    let absent = try AbsentRows(of: targets, in: database, run: run)
    defer { absent.drop() }
    // A record that is held may get a new id when those of these rows are gone.
    for table in tables { try Ledger.keepIDs(of: table.name, in: database) }
    return try absent.delete()
  }
}

extension Cell {
  /// The value, copied.
  func value(in bytes: [UInt8]) -> Value {
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
