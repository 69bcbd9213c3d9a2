package import SQLite

// MARK: What the schema says of the table

extension TargetTable {
  /// Whether the table has no rows.
  ///
  /// - Throws: `DatabaseError` when it can't be read.
  package func isEmpty(in database: Database) throws(DatabaseError) -> Bool {
    try database.value("SELECT 1 FROM \(sql) LIMIT 1") == nil
  }

  /// Whether the table has triggers of its own.
  func hasTriggers(in database: Database) throws(DatabaseError) -> Bool {
    try database.value(
      "SELECT 1 FROM main.sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE",
      [.text(name)]) != nil
  }

  /// Whether it makes no difference which of two records with different keys comes first.
  ///
  /// It does where they can be in each other's way: in another unique index than the key's, by a
  /// foreign key to a row of the same table, or through a trigger.
  func takesRowsInAnyOrder(in database: Database) throws(DatabaseError) -> Bool {
    guard try !hasTriggers(in: database) else { return false }
    let refersToItself = try database.value(
      "SELECT 1 FROM pragma_foreign_key_list(?1, 'main') WHERE \"table\" = ?1 COLLATE NOCASE",
      [.text(name)])
    guard refersToItself == nil else { return false }
    let indexed = try database.rows(
      """
      SELECT l.name, l.partial, lower(i.name) FROM pragma_index_list(?, 'main') AS l
        JOIN pragma_index_info(l.name, 'main') AS i
      WHERE l."unique"
      """, [.text(name)])
    let own = Set(key.map { $0.lowercased() })
    return Dictionary(grouping: indexed) { $0[0].text }.values.allSatisfy { columns in
      Set(columns.map { $0[2].text ?? "" }) == own && columns.allSatisfy { $0[1] == 0 }
    }
  }

  /// Whether rows of a batch may be updated before its other rows are written: each for itself, and
  /// refused only for what it holds.
  func takesUpdatesFirst(in database: Database) throws(DatabaseError) -> Bool {
    guard columns.count <= StoredRow.columnsWithBit, try takesRowsInAnyOrder(in: database) else {
      return false
    }
    return try database.value(
      "SELECT 1 FROM pragma_foreign_key_list(?, 'main')", [.text(name)]) == nil
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

// MARK: Columns of the key

extension TargetTable {
  /// The columns that no update changes: those of the key, whose values are the same then.
  ///
  /// Not so where its collation takes different texts for the same (NOCASE): such a column is stored as the
  /// last file has it, as the others are.
  func fixedColumns(in database: Database) throws(DatabaseError) -> [String] {
    let loose = (try keyIndex(in: database) ?? []).filter { $0.collation != .binary }.map {
      $0.name.lowercased()
    }
    return key.filter { !loose.contains($0.lowercased()) }
  }

  /// The columns of the constraint that makes the key unique, with the collations by which it does: of
  /// several, the one that ON CONFLICT takes, which is the first that is not partial.
  func keyIndex(
    in database: Database
  ) throws(DatabaseError) -> [(name: String, collation: Collation)]? {
    let own = Set(key.map { $0.lowercased() })
    return try uniqueColumns(ofAllRows: true, in: database).first {
      Set($0.map { $0.name.lowercased() }) == own
    }
  }

  /// How values of a column of the key are compared.
  func keyCollation(of column: String, in database: Database) throws(DatabaseError) -> Collation {
    let own = try keyIndex(in: database)?.first { $0.name.lowercased() == column.lowercased() }
    if let own { return own.collation }
    return try ColumnComparison(of: column, in: name, database).collation
  }
}

// MARK: Columns that the file lacks

extension TargetTable {
  /// A column of the table that the file does not have.
  struct MissingColumn: Equatable {
    let name: String
    /// What a new row has there, as SQL.
    let initial: String
  }

  /// The columns that a row of the file is to be completed with from the row that is there, so that it
  /// can be updated: all that the file lacks where one of them must not be NULL and has no default.
  ///
  /// "The UPSERT … only applies to uniqueness constraints" (sqlite.org/lang_upsert.html): a row that
  /// lacks a value is refused before it is found to be there. A new row stays without, and is refused.
  ///
  /// - Throws: `DatabaseError`.
  func columnsToComplete(in database: Database) throws(DatabaseError) -> [MissingColumn] {
    let present = Set((writtenColumns + TableShape.bookkeeping).map { $0.lowercased() })
    // Columns that are generated are hidden, and the rowid's own column gets its value by itself.
    let missing = try database.rows(
      """
      SELECT name, dflt_value, "notnull" FROM pragma_table_xinfo(?1)
      WHERE hidden = 0 AND NOT (pk = 1 AND upper(type) = 'INTEGER'
        AND (SELECT count(*) FROM pragma_table_info(?1) WHERE pk > 0) = 1)
      """, [.text(name)]
    ).filter { !present.contains($0[0].text?.lowercased() ?? "") }
    guard missing.contains(where: { $0[1] == .null && $0[2] == 1 }) else { return [] }
    return missing.compactMap { row in
      row[0].text.map { MissingColumn(name: $0, initial: row[1].text.map { "(\($0))" } ?? "NULL") }
    }
  }
}
