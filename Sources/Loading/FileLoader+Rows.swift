internal import Records
internal import SQLite

// MARK: Rows with the bytes of files

extension FileLoader {
  /// The columns of a row whose stored value is another than the record's.
  func changes(of row: Int64, _ record: Record) throws -> Set<String> {
    var changed: Set<String> = []
    let columns = record.values.map { quoted($0.column) } + record.files.map(stamp)
    let stored = try database.rows(
      "SELECT \(columns.joined(separator: ", ")) FROM \(table.sql) WHERE _rowid_ = ?",
      [.integer(row)])[0]
    for (index, value) in record.values.enumerated() where stored[index] != value.value {
      changed.insert(value.column)
    }
    for (index, file) in record.files.enumerated() {
      let size = stored[record.values.count + index]
      guard size == .optional(file.contents.map { Int64($0.byteCount) }) else {
        changed.insert(file.column)
        continue
      }
      guard let contents = file.contents else { continue }
      if try !isStored(contents, file.column, row) { changed.insert(file.column) }
    }
    return changed
  }

  /// The SQL of the size of a stored file; NULL where there is none, -1 for a value that is no BLOB.
  private func stamp(_ file: (column: String, contents: Contents?)) -> String {
    let name = quoted(file.column)
    return "CASE typeof(\(name)) WHEN 'blob' THEN length(\(name)) WHEN 'null' THEN NULL ELSE -1 END"
  }

  private func isStored(_ contents: Contents, _ column: String, _ row: Int64) throws -> Bool {
    let blob = try Blob(database, table: table.name, column: column, row: row, .read)
    var stored: [UInt8] = []
    var position = 0
    var isSame = true
    try contents.forEachPiece { piece in
      guard isSame, position + piece.count <= blob.byteCount else {
        isSame = false
        return
      }
      try blob.read(position..<position + piece.count, into: &stored)
      isSame = stored == piece
      position += piece.count
    }
    return isSame && position == blob.byteCount
  }

  /// Inserts a row, then writes the bytes into the room that was made for them.
  func insert(_ record: Record, run: Int64) throws -> Int64 {
    let columns =
      (record.values.map(\.column) + record.files.map(\.column) + TableShape.bookkeeping).map(
        quoted)
    let marks = record.values.map { _ in "?" } + record.files.map(room) + ["?", "?"]
    try database.execute(
      """
      INSERT INTO \(table.sql) (\(columns.joined(separator: ", ")))
      VALUES (\(marks.joined(separator: ", ")))
      """, values(of: record, record.files, run: run))
    let row = database.lastInsertRowID
    for file in record.files { try write(file, row) }
    return row
  }

  /// What a column is set to before its bytes are written: "zeroblob(N) returns a BLOB consisting of N
  /// bytes of 0x00. SQLite manages these zeroblobs very efficiently." (sqlite.org/lang_corefunc.html)
  private func room(_ file: (column: String, contents: Contents?)) -> String {
    file.contents == nil ? "?" : "zeroblob(?)"
  }

  private func values(
    of record: Record, _ files: [(column: String, contents: Contents?)], run: Int64
  ) -> [Value] {
    record.values.map(\.value)
      + files.map { .optional($0.contents.map { Int64($0.byteCount) }) }
      + [.integer(run), .integer(record.line)]
  }

  private func write(_ file: (column: String, contents: Contents?), _ row: Int64) throws {
    guard let contents = file.contents, contents.byteCount > 0 else { return }
    let blob = try Blob(database, table: table.name, column: file.column, row: row, .write)
    var position = 0
    try contents.forEachPiece { piece in
      try checkInterruption()
      guard position + piece.count <= contents.byteCount else {
        throw changedMeanwhile(file.column)
      }
      try blob.write(piece, at: position)
      position += piece.count
    }
    guard position == contents.byteCount else { throw changedMeanwhile(file.column) }
  }

  private func changedMeanwhile(_ column: String) -> LoadError {
    LoadError(.unstableFile, "\(column): the file was changed while it was read")
  }

  /// Changes a row, and keeps what it was before: an image of each column that differs.
  ///
  /// SQLite makes the images of bytes from the table, so that they are in memory one at a time.
  func update(_ row: Int64, _ record: Record, changed: Set<String>, run: Int64) throws {
    let files = record.files.filter { changed.contains($0.column) }
    let own: [(column: String, value: Value)] = [
      ("run_id", .integer(run)), ("source_line", .integer(record.line)),
    ]
    let scalars = record.values.filter { changed.contains($0.column) } + own
    for (column, value) in scalars {
      try database.execute(
        """
        \(imageInsertion(column)), ?4 FROM \(table.sql)
        WHERE _rowid_ = ?2 AND \(quoted(column)) COLLATE BINARY IS NOT ?4
        """, [.text(table.name), .integer(row), .integer(run), value])
    }
    for file in files {
      try database.execute(
        "\(imageInsertion(file.column)), NULL FROM \(table.sql) WHERE _rowid_ = ?2",
        [.text(table.name), .integer(row), .integer(run)])
    }
    let assignments =
      record.values.map { "\(quoted($0.column)) = ?" }
      + files.map { "\(quoted($0.column)) = \(room($0))" } + ["run_id = ?", "source_line = ?"]
    try database.execute(
      "UPDATE \(table.sql) SET \(assignments.joined(separator: ", ")) WHERE _rowid_ = ?",
      values(of: record, files, run: run) + [.integer(row)])
    for file in files {
      try write(file, row)
      try database.execute(
        """
        UPDATE main.etl_changes
        SET new = (SELECT \(quoted(file.column)) FROM \(table.sql) WHERE _rowid_ = ?2)
        WHERE table_name = ?1 AND row_id = ?2 AND run_id = ?3 AND column_name = ?4
        """, [.text(table.name), .integer(row), .integer(run), .text(file.column)])
    }
  }

  private func imageInsertion(_ column: String) -> String {
    let name = column.split(separator: "'", omittingEmptySubsequences: false).joined(
      separator: "''")
    return """
      INSERT INTO main.etl_changes (table_name, row_id, run_id, column_name, kind, old, new)
      SELECT ?1, ?2, ?3, '\(name)', 'update', \(quoted(column))
      """
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
