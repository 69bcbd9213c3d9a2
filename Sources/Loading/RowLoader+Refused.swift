internal import Records
internal import SQLite

// MARK: Records that a row refuses which may go

extension RowLoader {
  /// What keeps the records that a UNIQUE constraint refuses until the rows are deleted that the file lacks.
  ///
  /// - Returns: nil where no table is replaced, where records wait for others, which would rely on these, or
  ///   where SQLite gives the id of a deleted row to another one, which `undo` could not tell from it.
  /// - Throws: `DatabaseError`.
  static func heldRecords(
    of tables: [TargetTable], in database: Database, columnCount: Int, memory: Int
  ) throws(DatabaseError) -> WaitingRecords? {
    guard tables.contains(where: \.isReplaced), try !tables.mayHaveParentsBehind(in: database)
    else { return nil }
    for table in tables {
      let keepsIDs = try database.value(
        """
        SELECT 1 FROM main.sqlite_schema
        WHERE type = 'table' AND name = ? COLLATE NOCASE AND sql LIKE '%AUTOINCREMENT%'
        """, [.text(table.name)])
      if keepsIDs == nil { return nil }
    }
    let keys = try RowKey.all(of: tables, in: database)
    guard !keys.isEmpty else { return nil }
    return try WaitingRecords(database, [], keys, columnCount: columnCount, memory: memory)
  }

  /// Loads the records once more that a UNIQUE constraint refused, in the order of the file.
  ///
  /// - Parameter account: takes in what became of some of them.
  /// - Throws: `DatabaseError`, or what `account` throws.
  func loadHeld(_ account: (_ rows: borrowing RowBatch, RunCounts) throws -> Void) throws {
    guard let held, held.count > 0 else { return }
    isHolding = false
    held.shrink()
    var page = try held.numbers(after: 0)
    while let last = page.last {
      for start in stride(from: 0, to: page.count, by: held.recordsAtOnce) {
        let due = Array(page[start..<min(start + held.recordsAtOnce, page.count)])
        var batch = RecordBatch()
        var rows = RowBatch(columnCount: held.columnCount)
        try held.fetch(due, &batch, &rows)
        let counts = try load(batch, &rows, after: 0)
        try account(rows, counts)
      }
      page = try held.numbers(after: last)
    }
  }

  /// Keeps the rows from being deleted that have what is unique of a record: it is refused for one of them,
  /// and the file would be lost with both.
  func protectRivals(
    ofRow row: Int, _ rows: borrowing RowBatch, in batch: borrowing RecordBatch
  ) throws(DatabaseError) {
    for target in targets {
      for columns in try target.table.uniqueColumns(in: database) {
        let cells = columns.compactMap { target.table.cell(of: $0.name) }
        guard cells.count == columns.count else { continue }
        let values = cells.map { rows.cells[row * rows.columnCount + $0].value(in: batch.bytes) }
        let isSame = columns.map { "\(quoted($0.name)) COLLATE \($0.collation.rawValue) = ?" }
        let rivals = try database.rows(
          "SELECT _rowid_ FROM \(target.table.sql) WHERE \(isSame.joined(separator: " AND "))",
          values)
        for rival in rivals { target.judge.protect(rival[0].integer ?? 0) }
      }
    }
  }
}

extension RowLoader.Refusal {
  /// Whether another row has what may be there once only; SQLite says so alike of each such constraint.
  var isForRival: Bool {
    guard case .constraint(let message) = reason else { return false }
    return message.hasPrefix("UNIQUE constraint failed")
  }
}
