internal import Records
internal import SQLite

// MARK: Rows with the bytes of files

extension FileLoader {
  /// The columns of a row whose stored value is another than the record's.
  func changes(of row: Int64, _ record: Record) throws -> Set<String> {
    var changed: Set<String> = []
    if !record.values.isEmpty {
      let columns = record.values.map { quoted($0.column) }.joined(separator: ", ")
      let stored = try database.rows(
        "SELECT \(columns) FROM \(table.sql) WHERE _rowid_ = ?", [.integer(row)])[0]
      for (value, stored) in zip(record.values, stored) where stored != value.value {
        changed.insert(value.column)
      }
    }
    for file in record.files where try !place(of: file, row).equals(file.contents) {
      changed.insert(file.column)
    }
    return changed
  }

  private func place(of file: FileColumn, _ row: Int64) -> StoredBytes {
    StoredBytes(database: database, table: table.name, column: file.column, row: row)
  }

  /// Inserts a row, then writes the bytes into the room that was made for them.
  func insert(_ record: Record, run: Int64) throws -> Int64 {
    let columns = record.values.map(\.column) + record.files.map(\.column) + TableShape.bookkeeping
    let marks = record.values.map { _ in "?" } + record.files.map(StoredBytes.room) + ["?", "?"]
    try database.execute(
      """
      INSERT INTO \(table.sql) (\(columns.map(quoted).joined(separator: ", ")))
      VALUES (\(marks.joined(separator: ", ")))
      """, values(of: record, record.files, run: run))
    let row = database.lastInsertRowID
    for file in record.files { try write(file, row) }
    return row
  }

  private func values(of record: Record, _ files: [FileColumn], run: Int64) -> [Value] {
    record.values.map(\.value) + files.map(StoredBytes.roomSize)
      + [.integer(run), .integer(record.line)]
  }

  private func write(_ file: FileColumn, _ row: Int64) throws {
    guard let contents = file.contents else { return }
    try place(of: file, row).write(contents, check: checkInterruption)
  }

  /// Changes a row, and keeps what it was before: an image of each column that differs.
  func update(_ row: Int64, _ record: Record, changed: Set<String>, run: Int64) throws {
    let files = record.files.filter { changed.contains($0.column) }
    let own: [(column: String, value: Value)] = [
      ("run_id", .integer(run)), ("source_line", .integer(record.line)),
    ]
    let scalars = record.values.filter { changed.contains($0.column) } + own
    for (column, value) in scalars {
      try database.execute(
        """
        INSERT INTO main.etl_changes (table_name, row_id, run_id, column_name, kind, old, new)
        SELECT ?1, ?2, ?3, ?4, 'update', \(quoted(column)), ?5 FROM \(table.sql)
        WHERE _rowid_ = ?2 AND \(quoted(column)) COLLATE BINARY IS NOT ?5
        """, [.text(table.name), .integer(row), .integer(run), .text(column), value])
    }
    let kept = KeptFiles(database)
    let replaced = try files.map { try kept.keep(place(of: $0, row)) }
    let assignments =
      record.values.map { "\(quoted($0.column)) = ?" }
      + files.map { "\(quoted($0.column)) = \(StoredBytes.room($0))" }
      + ["run_id = ?", "source_line = ?"]
    try database.execute(
      "UPDATE \(table.sql) SET \(assignments.joined(separator: ", ")) WHERE _rowid_ = ?",
      values(of: record, files, run: run) + [.integer(row)])
    for (file, old) in zip(files, replaced) {
      try write(file, row)
      let place = place(of: file, row)
      try kept.note(.updated, old: old, new: kept.name(of: place), at: place, run: run)
    }
  }
}

extension Ledger {
  /// Marks earlier rejects with a key as resolved by a run that loaded a record with it.
  func resolveRejects(_ run: Int64, of dataset: String, key: String) throws(DatabaseError) {
    try database.execute(
      """
      UPDATE main.etl_rejects SET resolved_by = ?1
      WHERE record_key = ?3 AND resolved_by IS NULL AND run_id < ?1
        AND run_id IN (SELECT id FROM main.etl_runs WHERE dataset = ?2 AND rejected > 0)
      """, [.integer(run), .text(dataset), .text(key)])
  }
}
