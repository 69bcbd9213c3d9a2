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
}
