internal import SQLite

// MARK: What the schema says of the table

extension TargetTable {
  /// Whether the table has triggers of its own.
  func hasTriggers(in database: Database) throws(DatabaseError) -> Bool {
    try database.value(
      "SELECT 1 FROM main.sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE",
      [.text(name)]) != nil
  }

  /// Whether it makes no difference which of two records with different keys comes first.
  ///
  /// It does where they can be in each other's way: in a second unique index, by a foreign key to a
  /// row of the same table, or through a trigger.
  func takesRowsInAnyOrder(in database: Database) throws(DatabaseError) -> Bool {
    guard try !hasTriggers(in: database) else { return false }
    return try database.value(
      """
      SELECT (SELECT count(*) FROM pragma_index_list(?1, 'main') WHERE "unique") <= 1
        AND NOT EXISTS (SELECT 1 FROM pragma_foreign_key_list(?1, 'main')
          WHERE "table" = ?1 COLLATE NOCASE)
      """, [.text(name)]) == 1
  }

  /// Whether it is known what an update stores, so that the images need no trigger: no trigger of
  /// the table changes it, and the bytes of a BLOB are those of the same text.
  func storesWhatItIsGiven(in database: Database) throws(DatabaseError) -> Bool {
    guard parents.isEmpty, Set(cells).count == cells.count, try !hasTriggers(in: database)
    else { return false }
    return try database.value("PRAGMA main.encoding") == "UTF-8"
  }

  /// Whether a record whose row is stored already passes the constraints of a new row: those that
  /// the file's columns alone can't, because another one may not be NULL.
  func takesRowsOfFile(in database: Database) throws(DatabaseError) -> Bool {
    let present = Set((writtenColumns + TableShape.bookkeeping).map { $0.lowercased() })
    return try database.rows(
      """
      SELECT name FROM pragma_table_xinfo(?, 'main')
      WHERE "notnull" AND dflt_value IS NULL AND NOT pk AND hidden = 0
      """, [.text(name)]
    ).allSatisfy { row in row[0].text.map { present.contains($0.lowercased()) } ?? true }
  }
}
