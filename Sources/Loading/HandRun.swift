package import SQLite

/// A run that a person makes by hand: rows written one at a time, in one transaction with the
/// account of it.
///
/// It keeps what an import keeps: who wrote each row, and what rows were before. So `RowHistory`
/// tells it, and `Undo` takes it back. Nothing of it is there before `finish`.
package final class HandRun {
  /// A column with what it is to be.
  package typealias Assignment = (column: String, value: Value)

  private let database: Database
  private let ledger: Ledger
  private var isOpen = true

  /// The run's number in the ledger.
  package let run: Int64
  /// What became of the records: what one person's word is about counts as a record.
  package private(set) var counts = RunCounts()

  /// Opens the run and its transaction.
  ///
  /// - Parameters:
  ///   - database: the database, with its ledger prepared, locked for this program.
  ///   - start: what the ledger is to say of the run; the source is the command.
  /// - Throws: `DatabaseError`.
  package init(_ database: Database, _ start: Ledger.Start) throws {
    self.database = database
    ledger = try Ledger(database)
    try database.execute("PRAGMA foreign_keys = ON")
    try database.execute("BEGIN IMMEDIATE")
    do {
      run = try ledger.insert(start)
    } catch {
      database.rollback()
      throw error
    }
  }

  deinit { if isOpen { database.rollback() } }

  /// Counts a record whose rows were written.
  ///
  /// - Parameter outcome: the count that it belongs to.
  package func count(_ outcome: WritableKeyPath<RunCounts, Int64>) {
    // A row that is deleted is no record that was read.
    if outcome != \.deleted { counts.read += 1 }
    counts[keyPath: outcome] += 1
  }

  /// Ends the run and commits it.
  ///
  /// - Throws: `DatabaseError`; nothing of the run is there then.
  package func finish() throws {
    try ledger.update(run, counts, Ledger.Progress(records: counts.read))
    try ledger.noteRows(run)
    try ledger.finish(run, .succeeded, sha256: nil, bytes: nil, absent: nil, message: nil)
    try database.commit()
    isOpen = false
  }

  /// Takes everything back: the ledger does not know of the run.
  package func abandon() {
    database.rollback()
    isOpen = false
  }
}

// MARK: Rows

extension HandRun {
  /// Inserts a row.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - values: the columns that are not to be left to the table's defaults.
  ///   - files: the columns whose values are the bytes of files.
  /// - Returns: the row's id.
  /// - Throws: `DatabaseError`, of kind `constraint` where the table does not take the row, or what
  ///   lending the bytes of a file throws.
  package func insert(
    into table: String, _ values: [Assignment], files: [FileColumn] = []
  ) throws -> Int64 {
    let columns = values.map { quoted($0.column) } + files.map { quoted($0.column) } + ["run_id"]
    let marks = values.map { _ in "?" } + files.map(StoredBytes.room) + ["?"]
    try write(
      table,
      """
      INSERT INTO main.\(quoted(table)) (\(columns.joined(separator: ", ")))
      VALUES (\(marks.joined(separator: ", ")))
      """, values.map(\.value) + files.map(StoredBytes.roomSize) + [.integer(run)])
    let row = database.lastInsertRowID
    for file in files {
      guard let contents = file.contents else { continue }
      try place(table, file.column, row).write(contents)
    }
    return row
  }

  /// Updates a row, where something of it changes.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - row: the row's id.
  ///   - values: the columns that are to be other than they are.
  ///   - files: the columns whose values are the bytes of files.
  /// - Returns: whether anything changed.
  /// - Throws: `DatabaseError`, of kind `constraint` where the table does not take the row;
  ///   `LoadError` where the table has no such columns; what lending the bytes of a file throws.
  package func update(
    _ table: String, row: Int64, _ values: [Assignment], files: [FileColumn] = []
  ) throws -> Bool {
    let shape = try TableShape(table, in: database)
    let target = TargetTable(
      name: table,
      columns: shape.columns.filter {
        !TableShape.bookkeeping.contains($0) && !shape.byteColumns.contains($0)
      }, key: [])
    try database.execute(target.imageTrigger("etl_image"))
    defer { try? database.execute("DROP TRIGGER IF EXISTS temp.etl_image") }
    let files = try files.filter { try !place(table, $0.column, row).equals($0.contents) }
    // What is no bytes in such a column: NULL, above all.
    let bytes = try values.filter { assignment in
      try shape.byteColumns.contains(assignment.column)
        && place(table, assignment.column, row).otherValue() != assignment.value
    }
    guard !values.isEmpty || !files.isEmpty else { return false }
    let kept = KeptFiles(database)
    let replaced = try (files.map(\.column) + bytes.map(\.column)).map { column in
      let place = place(table, column, row)
      return (place: place, old: try kept.keep(place))
    }
    try write(
      table, updateSQL(shape, values, files),
      values.map(\.value) + files.map(StoredBytes.roomSize) + [.integer(run), .integer(row)],
      images: shape.columns.count)
    guard database.changes > 0 else { return false }
    for file in files {
      guard let contents = file.contents else { continue }
      try place(table, file.column, row).write(contents)
    }
    for (place, old) in replaced {
      try kept.note(.updated, old: old, new: kept.name(of: place), at: place, run: run)
    }
    return true
  }

  /// The update of a row in which something is to change: parameters are the values, the sizes of the
  /// files, the run and the row.
  private func updateSQL(
    _ shape: TableShape, _ values: [Assignment], _ files: [FileColumn]
  ) -> String {
    let columns = values.map { quoted($0.column) }
    let assignments =
      columns.map { "\($0) = ?" } + files.map { "\(quoted($0.column)) = \(StoredBytes.room($0))" }
    let differences =
      columns.indices.map { "\(columns[$0]) COLLATE BINARY IS NOT ?\($0 + 1)" }
      + files.map { _ in "true" }
    return """
      UPDATE \(shape.sql)
      SET \((assignments + ["run_id = ?", "source_line = NULL"]).joined(separator: ", "))
      WHERE _rowid_ = ? AND (\(differences.joined(separator: " OR ")))
      """
  }

  private func place(_ table: String, _ column: String, _ row: Int64) -> StoredBytes {
    StoredBytes(database: database, table: table, column: column, row: row)
  }

  /// Deletes a row, and keeps what it was.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - row: the row's id.
  /// - Throws: `DatabaseError`, of kind `constraint` where other rows refer to it; `LoadError` where
  ///   there is no such table.
  package func delete(from table: String, row: Int64) throws {
    let shape = try TableShape(table, in: database)
    let kept = KeptFiles(database)
    for column in shape.columns {
      let place = place(table, column, row)
      if shape.byteColumns.contains(column) {
        try kept.note(.deleted, old: kept.keep(place), new: .null, at: place, run: run)
        continue
      }
      try database.execute(
        """
        INSERT INTO main.etl_changes (table_name, row_id, run_id, column_name, kind, old)
        SELECT ?1, _rowid_, ?2, ?3, 'delete', \(quoted(column)) FROM \(shape.sql)
        WHERE _rowid_ = ?4
        """, [.text(table), .integer(run), .text(column), .integer(row)])
    }
    try Ledger.keepIDs(of: table, in: database)
    try write(
      table, "DELETE FROM \(shape.sql) WHERE _rowid_ = ?", [.integer(row)])
  }

  /// Runs a statement that writes one row, and no other row than that.
  ///
  /// What the action of a foreign key (ON DELETE CASCADE) writes besides has no image: it could not
  /// be taken back. What triggers do is their own affair, as in an import.
  private func write(
    _ table: String, _ sql: String, _ values: [Value], images: Int = 0
  ) throws(DatabaseError) {
    let before = database.totalChanges
    try database.execute(sql, values)
    guard database.totalChanges - before > 1 + Int64(images),
      try !TargetTable(name: table, columns: [], key: []).hasTriggers(in: database)
    else { return }
    // As a key without an action would refuse it.
    throw .foreignKeyViolation("other rows refer to it, and would be deleted or changed with it")
  }
}
