internal import SQLite

/// A foreign key of a table: which of its columns refer to which of another table's.
struct ForeignKey: Equatable {
  let columns: [String]
  let parent: String
  let parentColumns: [String]

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

  /// The query that has a row where those of the batch have no parent; nil where the file does not
  /// have all the columns.
  func orphanQuery(of table: TargetTable) -> String? {
    let cells = columns.compactMap(table.cell)
    guard cells.count == columns.count else { return nil }
    let isThere = zip(parentColumns, cells).map { "p.\(quoted($0)) = b.c\($1)" }
    return """
      SELECT 1 FROM temp.etl_batch AS b
      WHERE \(cells.map { "b.c\($0) IS NOT NULL" }.joined(separator: " AND "))
        AND NOT EXISTS (SELECT 1 FROM main.\(quoted(parent)) AS p
          WHERE \(isThere.joined(separator: " AND ")))
      """
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
