internal import SQLite

/// The indexes of a table that are not needed while its first rows are loaded.
///
/// An index that is built at once over all rows is written in order; one that is kept up to date
/// row by row is written all over. So for a first load the indexes that are no constraint are
/// dropped, and made again in the same transaction. One on a column by which rows refer to others of
/// the table stays: "an index should be created on the child key columns" (sqlite.org/foreignkeys.html),
/// because SQLite looks for the children of each row that comes in while some have no parent yet.
struct SecondaryIndexes {
  private let statements: [String]

  /// The page cache while indexes are made, in KiB.
  private static let sortingCache = 6_144

  /// Drops the indexes of an empty table, within the caller's transaction.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - database: the database.
  /// - Throws: `DatabaseError` when one can't be dropped.
  init(of table: TargetTable, in database: Database) throws(DatabaseError) {
    let indexes = try database.rows(
      """
      SELECT s.name, s.sql FROM main.sqlite_schema AS s
      JOIN pragma_index_list(?1, 'main') AS i ON i.name = s.name
      WHERE s.type = 'index' AND s.sql IS NOT NULL AND i."unique" = 0
        AND NOT EXISTS (SELECT 1 FROM pragma_index_info(i.name, 'main') AS c
          JOIN pragma_foreign_key_list(?1, 'main') AS f ON f."from" = c.name COLLATE NOCASE
          WHERE c.seqno = 0 AND f."table" = ?1 COLLATE NOCASE)
      """, [.text(table.name)])
    var statements: [String] = []
    for index in indexes {
      guard let name = index[0].text, let statement = index[1].text else { continue }
      try database.execute("DROP INDEX main.\(quoted(name))")
      statements.append(statement)
    }
    self.statements = statements
  }

  /// Makes the indexes again, in the same transaction.
  ///
  /// - Parameter database: the database.
  /// - Throws: `DatabaseError`.
  func restore(in database: Database) throws(DatabaseError) {
    // "The text in the sqlite_schema.sql column is a copy of the original CREATE statement text"
    // (sqlite.org/schematab.html)
    guard !statements.isEmpty, let pages = try database.value("PRAGMA main.cache_size")?.integer
    else { return }
    // SQLite sorts as many bytes at once as the page cache may have, beside the cache itself.
    try database.execute("PRAGMA main.cache_size = -\(Self.sortingCache)")
    for statement in statements { try database.execute(statement) }
    try database.execute("PRAGMA main.cache_size = \(pages)")
  }
}
