internal import SQLite

/// How a column of a table compares values: by its affinity and its collation.
struct ColumnComparison {
  let affinity: String
  let collation: Collation

  /// As the definition of a column.
  var sql: String { "\(affinity) COLLATE \(collation.rawValue)" }

  /// Looks at a column as it is declared: so what refers to it is compared, whatever unique indexes it is in.
  ///
  /// - Throws: `DatabaseError`.
  init(of column: String, in table: String, _ database: Database) throws(DatabaseError) {
    let name = try database.collation(of: column, in: table)
    try self.init(
      of: column, in: table, collation: name.map { Collation($0) } ?? .binary, database)
  }

  /// Looks at a column of which the collation is known.
  ///
  /// - Throws: `DatabaseError`.
  init(
    of column: String, in table: String, collation: Collation, _ database: Database
  ) throws(DatabaseError) {
    affinity = try Self.affinity(of: column, in: table, database)
    self.collation = collation
  }

  /// The affinity of a column.
  ///
  /// "The affinity of a column is determined by the declared type of the column, according to the
  /// following rules in the order shown" (sqlite.org/datatype3.html).
  static func affinity(
    of column: String, in table: String, _ database: Database
  ) throws(DatabaseError) -> String {
    try database.value(
      """
      SELECT CASE WHEN type LIKE '%INT%' THEN 'INTEGER'
        WHEN type LIKE '%CHAR%' OR type LIKE '%CLOB%' OR type LIKE '%TEXT%' THEN 'TEXT'
        WHEN type LIKE '%BLOB%' OR type = '' THEN 'BLOB'
        WHEN type LIKE '%REAL%' OR type LIKE '%FLOA%' OR type LIKE '%DOUB%' THEN 'REAL'
        ELSE 'NUMERIC' END
      FROM pragma_table_xinfo(?, 'main') WHERE name = ? COLLATE NOCASE
      """, [.text(table), .text(column)])?.text ?? ""
  }
}
