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

  /// The foreign keys that refer to a table, with the tables that have them.
  static func all(
    to parent: String, in database: Database
  ) throws(DatabaseError) -> [(child: String, key: ForeignKey)] {
    let children = try database.rows(
      """
      SELECT DISTINCT s.name
      FROM main.sqlite_schema AS s, pragma_foreign_key_list(s.name, 'main') AS f
      WHERE s.type = 'table' AND f."table" = ? COLLATE NOCASE ORDER BY 1
      """, [.text(parent)]
    ).compactMap { $0[0].text }
    var keys: [(child: String, key: ForeignKey)] = []
    for child in children {
      keys += try all(of: child, in: database)
        .filter { $0.parent.lowercased() == parent.lowercased() }.map { (child, $0) }
    }
    return keys
  }

  /// The condition that a row `c` of the child refers to a row of the parent, by the collation of the
  /// parent's column, which comes first.
  func refers(to parent: String) -> String {
    zip(parentColumns, columns).map { "\(parent).\(quoted($0)) = c.\(quoted($1))" }
      .joined(separator: " AND ")
  }

  /// The query for stored rows that the records of the batch are about and give another key, though rows of
  /// a child's table refer to the one that they have.
  ///
  /// - Returns: nil where the records have none of its columns, or no key to find their rows by.
  func abandonedQuery(of child: String, by table: TargetTable) -> String? {
    let changed = parentColumns.compactMap { column in
      table.cell(of: column).map { "o.\(quoted(column)) IS NOT b.c\($0)" }
    }
    guard !changed.isEmpty, !table.key.isEmpty else { return nil }
    var join = KeyJoin.ofBatch()
    join.add(table, as: "o")
    return """
      SELECT 1 \(join.sql) AND (\(changed.joined(separator: " OR ")))
        AND EXISTS (SELECT 1 FROM main.\(quoted(child)) AS c WHERE \(refers(to: "o")))
      """
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

  /// The key as messages name it where the parent's row would change.
  func nameOfAbandoned(_ child: String) -> String {
    let own = columns.map { "\(child).\($0)" }.joined(separator: ", ")
    return "\(own) refers to \(parent) (\(parentColumns.joined(separator: ", "))) as it is stored"
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
