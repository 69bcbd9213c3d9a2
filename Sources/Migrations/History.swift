package import SQLite

/// The table in which the database remembers what was applied to it: `schema_migrations`.
package enum History {
  /// The table's name.
  package static let table = "schema_migrations"

  /// The tables of the program itself, which no migration may write.
  static let protectedTables: Set<String> = [
    table, "etl_ledger", "etl_runs", "etl_rejects", "etl_changes", "etl_run_tables", "etl_repairs",
    "etl_downloads", "etl_files",
  ]

  /// The number in the header of the databases that this program makes: `beT` and 1, so that
  /// `file(1)` and other programs can tell them (`PRAGMA application_id`).
  package static let applicationID: Int32 = 0x6265_5401

  private static let definition = """
    CREATE TABLE schema_migrations (
      version INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      up TEXT NOT NULL,
      down TEXT,
      applied_at TEXT NOT NULL,
      duration_ms INTEGER NOT NULL
    ) STRICT
    """

  private static let columns = ["version", "name", "up", "down", "applied_at", "duration_ms"]

  /// What was applied, by ascending version.
  ///
  /// - Parameter database: a connection.
  /// - Returns: nothing when the database has no such table.
  /// - Throws: `MigrationError` of kind `history` when another program made a table of this name,
  ///   or `DatabaseError`.
  package static func read(_ database: Database) throws -> [AppliedMigration] {
    guard try exists(in: database) else { return [] }
    let statement = try Statement(
      database,
      "SELECT version, name, up, down, applied_at, duration_ms FROM main.schema_migrations "
        + "ORDER BY version")
    var applied: [AppliedMigration] = []
    while try statement.step() {
      applied.append(
        AppliedMigration(
          version: statement.value(at: 0).integer ?? 0, name: statement.value(at: 1).text ?? "",
          up: statement.value(at: 2).text ?? "", down: statement.value(at: 3).text,
          appliedAt: statement.value(at: 4).text ?? "",
          durationMilliseconds: statement.value(at: 5).integer ?? 0))
    }
    return applied
  }

  /// Whether the table is there.
  private static func exists(in database: Database) throws -> Bool {
    let rows = try database.rows("SELECT name FROM pragma_table_info('schema_migrations', 'main')")
    if rows.isEmpty { return false }
    let found = Set(rows.compactMap { $0.first?.text })
    guard found.isSuperset(of: columns) else {
      throw MigrationError(
        .history,
        [
          Problem(
            path: database.path,
            message: "expected the columns \(columns.joined(separator: ", ")) in the table "
              + "schema_migrations but found \(found.sorted().joined(separator: ", "))")
        ],
        advice: [
          "another program made the table: rename it, then 'bank-etl migrate baseline VERSION'"
        ])
    }
    return true
  }

  /// Makes the table if it isn't there; in a database that nothing was ever made in, also says in
  /// the header whose it is.
  static func prepare(_ database: Database) throws {
    guard try !exists(in: database) else { return }
    // "The schema version is … incremented every time the schema changes"
    // (sqlite.org/pragma.html#pragma_schema_version)
    if try database.value("PRAGMA schema_version") == 0 {
      try database.execute("PRAGMA application_id = \(applicationID)")
    }
    try database.execute(definition)
  }

  /// Remembers a migration.
  static func insert(
    _ migration: Migration, durationMilliseconds: Int64, in database: Database
  ) throws(DatabaseError) {
    try database.execute(
      """
      INSERT INTO main.schema_migrations (version, name, up, down, applied_at, duration_ms)
      VALUES (?1, ?2, ?3, ?4, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?5)
      """,
      [
        .integer(migration.version), .text(migration.name), .text(migration.up.text),
        .optional(migration.down?.text), .integer(durationMilliseconds),
      ])
  }

  /// Replaces what is remembered of a migration by what its files say now.
  static func update(_ migration: Migration, in database: Database) throws(DatabaseError) {
    try database.execute(
      "UPDATE main.schema_migrations SET name = ?2, up = ?3, down = ?4 WHERE version = ?1",
      [
        .integer(migration.version), .text(migration.name), .text(migration.up.text),
        .optional(migration.down?.text),
      ])
  }

  /// Forgets a migration.
  static func delete(_ version: Int64, in database: Database) throws(DatabaseError) {
    try database.execute(
      "DELETE FROM main.schema_migrations WHERE version = ?1", [.integer(version)])
  }
}
