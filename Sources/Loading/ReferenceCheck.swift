internal import SQLite

/// Finds the rows whose foreign keys refer to nothing since a point in a transaction.
///
/// It is for connections that do not enforce foreign keys: an action such as ON DELETE CASCADE
/// would take rows along that nobody asked to lose.
struct ReferenceCheck: ~Copyable {
  private let database: Database

  /// Remembers the rows that refer to nothing already.
  ///
  /// - Throws: `DatabaseError`.
  /// - Complexity: the number of rows in tables with foreign keys.
  init(_ database: Database) throws(DatabaseError) {
    self.database = database
    try database.execute(
      """
      DROP TABLE IF EXISTS temp.etl_references;
      CREATE TEMP TABLE etl_references AS SELECT * FROM pragma_foreign_key_check;
      """)
  }

  deinit {
    // A failure here can't matter to the undo: the next one drops the table before it makes it.
    try? database.execute("DROP TABLE IF EXISTS temp.etl_references")
  }

  /// The rows that have come to refer to nothing since, by the run that wrote them.
  ///
  /// - Throws: `DatabaseError`.
  func conflicts() throws(DatabaseError) -> [UndoConflict] {
    let query = try Statement(
      database,
      """
      SELECT "table", rowid, parent, fkid FROM pragma_foreign_key_check EXCEPT
      SELECT "table", rowid, parent, fkid FROM temp.etl_references ORDER BY 1, 3, 2
      """)
    var conflicts: [UndoConflict] = []
    while try query.step() {
      let row = query.row()
      guard let child = row[0].text, let parent = row[2].text else { continue }
      let run: Int64? = if let id = row[1].integer { try writer(of: id, in: child) } else { nil }
      let reason = UndoConflict.Reason.referring(to: parent)
      let known = conflicts.firstIndex {
        $0.table == child && $0.reason == reason && $0.run == run
      }
      if let known {
        conflicts[known].add(row: row[1].integer)
      } else {
        conflicts.append(UndoConflict(child, reason, run: run, row: row[1].integer))
      }
    }
    return conflicts
  }

  /// The run that wrote a row; nil where the table does not say.
  private func writer(of row: Int64, in table: String) throws(DatabaseError) -> Int64? {
    let hasRun =
      try database.value(
        "SELECT 1 FROM pragma_table_info(?) WHERE name = 'run_id'", [.text(table)]) != nil
    guard hasRun else { return nil }
    return try database.value(
      "SELECT run_id FROM main.\(quoted(table)) WHERE _rowid_ = ?", [.integer(row)])?.integer
  }
}
