package import SQLite

/// Whether the account that the ledger gives and the tables that it accounts for agree.
package struct LedgerCheck: Sendable, Equatable {
  /// What does not agree, as one line each.
  package private(set) var findings: [String] = []
  /// What could not be compared, and why, as one line each.
  package private(set) var notes: [String] = []

  /// Compares a ledger with the tables.
  ///
  /// - Parameter database: a database with a ledger of this program's version, in a transaction, so
  ///   that nothing changes between two looks.
  /// - Throws: `DatabaseError`.
  /// - Complexity: the number of rejects, and of rows of each table that a run wrote.
  package init(_ database: Database) throws(DatabaseError) {
    try compareCounts(in: database)
    try compareRejects(in: database)
    let tables = try database.rows(
      "SELECT min(table_name) FROM main.etl_run_tables GROUP BY table_name COLLATE NOCASE")
    for table in tables.compactMap({ $0[0].text }) { try compareRows(of: table, in: database) }
  }

  private mutating func compareCounts(in database: Database) throws(DatabaseError) {
    let rows = try database.rows(
      """
      SELECT id, read, inserted + updated + unchanged + rejected + skipped FROM main.etl_runs
      WHERE status NOT IN ('running', 'failed') AND
        read <> inserted + updated + unchanged + rejected + skipped
      """)
    for row in rows {
      findings.append(
        "run \(number(row[0])): expected \(number(row[1])) records accounted for "
          + "but found \(number(row[2]))")
    }
  }

  private mutating func compareRejects(in database: Database) throws(DatabaseError) {
    let rows = try database.rows(
      """
      SELECT id, rejected, found FROM (
        SELECT id, rejected,
          (SELECT count(*) FROM main.etl_rejects WHERE run_id = etl_runs.id) AS found
        FROM main.etl_runs
        WHERE status IN ('succeeded', 'succeeded_with_rejects') AND pruned_at IS NULL)
      WHERE rejected <> found
      """)
    for row in rows {
      findings.append(
        "run \(number(row[0])): expected \(number(row[1])) rejects but found \(number(row[2]))")
    }
  }

  private mutating func compareRows(of table: String, in database: Database) throws(DatabaseError) {
    let columns = try database.rows("SELECT name FROM pragma_table_info(?)", [.text(table)])
    guard !columns.isEmpty else {
      findings.append("expected a table \(quoted(table)), which imports wrote, but found none")
      return
    }
    if columns.contains(["run_id"]) {
      let strays = try database.value(
        """
        SELECT count(*) FROM main.\(quoted(table))
        WHERE run_id IS NOT NULL AND run_id NOT IN (SELECT id FROM main.etl_runs)
        """)
      if let count = strays?.integer, count > 0 {
        findings.append("\(quoted(table)): \(count) rows are of runs that the ledger does not know")
      }
    }
    if try database.value(
      "SELECT sql LIKE '%AUTOINCREMENT%' FROM main.sqlite_schema WHERE type = 'table' AND name = ?",
      [.text(table)]) == 0
    {
      notes.append(
        "\(quoted(table)): not AUTOINCREMENT: the id of a row that is gone may be given to another "
          + "one, and the account of both is kept under it")
    }
    guard let last = try database.rows(Self.lastRunQuery, [.text(table)]).first else { return }
    guard last[2] == 0 else {
      notes.append(
        "\(quoted(table)): its rows can't be counted against run \(number(last[0])): "
          + "another run was undone or stopped since")
      return
    }
    let found = try database.value("SELECT count(*) FROM main.\(quoted(table))") ?? .null
    if found != last[1] {
      findings.append(
        "\(quoted(table)): expected \(number(last[1])) rows, as run \(number(last[0])) left them, "
          + "but found \(number(found)): another program changed it")
    }
  }

  /// The last good run that wrote a table, how many rows it left there, and whether something else
  /// that the ledger knows of wrote the table since.
  private static let lastRunQuery = """
    SELECT r.id, t.rows_after, EXISTS (
        SELECT 1 FROM main.etl_runs AS other
        JOIN main.etl_run_tables AS t ON t.run_id = other.id AND t.table_name = ?1 COLLATE NOCASE
        WHERE other.undone_after >= r.id
          OR other.id > r.id AND other.status IN ('running', 'failed')
            AND other.committed_records > 0)
    FROM main.etl_runs AS r
    JOIN main.etl_run_tables AS t ON t.run_id = r.id AND t.table_name = ?1 COLLATE NOCASE
    WHERE r.status IN ('succeeded', 'succeeded_with_rejects') AND t.rows_after IS NOT NULL
    ORDER BY r.id DESC LIMIT 1
    """

  private func number(_ value: Value) -> Int64 { value.integer ?? 0 }
}
