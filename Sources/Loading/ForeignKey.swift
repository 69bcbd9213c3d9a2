internal import SQLite

/// A foreign key of a table: which of its columns refer to which of another table's.
struct ForeignKey: Equatable {
  let columns: [String]
  let parent: String
  let parentColumns: [String]

  /// What SQLite says where a row has no parent.
  static let message = "FOREIGN KEY constraint failed"

  /// The foreign keys of a table.
  static func all(of table: String, in database: Database) throws(DatabaseError) -> [ForeignKey] {
    let rows = try database.rows(
      "SELECT id, \"table\", \"from\", \"to\" FROM pragma_foreign_key_list(?, 'main') ORDER BY id, seq",
      [.text(table)])
    var keys: [ForeignKey] = []
    for id in Set(rows.compactMap { $0[0].integer }).sorted() {
      let own = rows.filter { $0[0] == .integer(id) }
      guard let parent = own.first?[1].text else { continue }
      var parentColumns = own.compactMap { $0[3].text }
      // A key that names no columns of the parent refers to its primary key.
      if parentColumns.isEmpty {
        parentColumns = try database.rows(
          "SELECT name FROM pragma_table_info(?, 'main') WHERE pk > 0 ORDER BY pk", [.text(parent)]
        ).compactMap { $0[0].text }
      }
      let columns = own.compactMap { $0[2].text }
      guard columns.count == parentColumns.count else { continue }
      keys.append(ForeignKey(columns: columns, parent: parent, parentColumns: parentColumns))
    }
    return keys
  }

  /// The query for the rows of the batch that have no parent as things are stored.
  ///
  /// - Parameter table: the table.
  /// - Returns: nil where it can't be told from the columns of the file.
  func orphanQuery(of table: TargetTable) -> String? {
    let cells = columns.compactMap(table.cell)
    guard cells.count == columns.count else { return nil }
    // A join, and no sub-query: one cursor goes from parent to parent, which is short where the batch is in
    // their order. What a foreign key refers to is unique.
    return """
      SELECT b.rowid FROM temp.etl_batch AS b
        LEFT JOIN main.\(quoted(parent)) AS p ON \(isParent(cells.map { "b.c\($0)" }))
      WHERE \(cells.map { "b.c\($0) IS NOT NULL" }.joined(separator: " AND "))
        AND p.\(quoted(parentColumns[0])) IS NULL
      """
  }

  private func isParent(_ values: [String]) -> String {
    zip(parentColumns, values).map { "p.\(quoted($0)) = \($1)" }.joined(separator: " AND ")
  }

  /// Whether there is a parent of these values, as SQL.
  func isStored(_ values: [String]) -> String {
    "EXISTS (SELECT 1 FROM main.\(quoted(parent)) AS p WHERE \(isParent(values)))"
  }

  /// The same query without the rows that the key can't refuse, because they write nothing or leave
  /// what they refer to as it is: an earlier record of the file has their row, or it is stored so.
  ///
  /// Its parameter, where the table has a key, is the run.
  func orphanQuery(of table: TargetTable, seen: String) -> String? {
    guard let query = orphanQuery(of: table), !table.key.isEmpty else {
      return orphanQuery(of: table)
    }
    var join = KeyJoin.ofBatch()
    join.add(table, as: "o")
    let isKept = columns.compactMap { column in
      table.cell(of: column).map { "o.\(quoted(column)) IS b.c\($0)" }
    }
    // That there is no parent is said again, so that only rows without one are looked up.
    return query + "\n" + """
      AND NOT EXISTS (SELECT 1 FROM \(join.sources.dropFirst().joined(separator: " CROSS JOIN "))
        WHERE p.\(quoted(parentColumns[0])) IS NULL
          AND \(join.conditions.joined(separator: " AND "))
          AND CASE o.run_id WHEN ?1 THEN o.source_line < b.line
            ELSE \(seen)(o._rowid_, b.line) OR (\(isKept.joined(separator: " AND "))) END)
      """
  }

  /// Whether a value is the same in the table as in the parent: what it refers to can be looked up
  /// before it is stored.
  func isStoredAlike(in table: String, _ database: Database) throws(DatabaseError) -> Bool {
    for (own, other) in zip(columns, parentColumns) {
      guard
        try ColumnComparison.affinity(of: own, in: table, database)
          == ColumnComparison.affinity(of: other, in: parent, database)
      else { return false }
    }
    return true
  }

  /// The key as messages name it: SQLite itself says of none which one it is.
  func name(in table: String) -> String {
    let own = columns.map { "\(table).\($0)" }.joined(separator: ", ")
    return "\(own) refers to no row of \(parent) (\(parentColumns.joined(separator: ", ")))"
  }

  /// Whether SQLite may check a foreign key of a table, or one that refers to it, at the COMMIT only:
  /// some of these tables say DEFERRED.
  static func mayBeDeferred(of table: String, in database: Database) throws(DatabaseError) -> Bool {
    try database.value(
      """
      SELECT 1 FROM main.sqlite_schema AS s WHERE s.type = 'table' AND s.sql LIKE '%DEFERRED%'
        AND (s.name = ?1 COLLATE NOCASE OR EXISTS (SELECT 1
          FROM pragma_foreign_key_list(s.name, 'main') WHERE "table" = ?1 COLLATE NOCASE))
      """, [.text(table)]) != nil
  }
}
