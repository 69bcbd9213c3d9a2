package import SQLite

/// Drops what the ledger keeps of old runs: the images of what they changed, and their rejects.
///
/// The runs themselves stay, and so do the rows of all datasets. What is dropped is always that of
/// the oldest runs, up to one of them: a run whose images are kept can be undone whatever was pruned.
package enum Prune {
  /// What was dropped.
  package struct Counts: Sendable, Equatable {
    /// The runs that had not been pruned before.
    package let runs: Int64
    /// Their changed columns.
    package let changes: Int64
    /// Their rejects.
    package let rejects: Int64
  }

  /// Drops what is older than a number of days, in one transaction.
  ///
  /// - Parameters:
  ///   - database: the database, with its ledger prepared, locked for this program.
  ///   - days: the age, in days before now.
  ///   - isRehearsal: whether the transaction is rolled back in the end.
  /// - Returns: what was dropped, or would be.
  /// - Throws: `DatabaseError`.
  package static func run(
    _ database: Database, keepingDays days: Int64, isRehearsal: Bool = false
  ) throws -> Counts {
    try database.execute("BEGIN IMMEDIATE")
    do {
      let counts = try drop(database, before: try firstKeptRun(database, days))
      if isRehearsal { database.rollback() } else { try database.commit() }
      return counts
    } catch {
      database.rollback()
      throw error
    }
  }

  /// The first run that is young enough: an older one that started after it (the clock was wrong)
  /// stays with it.
  private static func firstKeptRun(
    _ database: Database, _ days: Int64
  ) throws(DatabaseError) -> Int64 {
    let found = try database.value(
      """
      SELECT min(id) FROM main.etl_runs
      WHERE status = 'running' OR julianday(started_at) > julianday('now') - ?
      """, [.integer(days)])
    return found?.integer ?? .max
  }

  private static func drop(
    _ database: Database, before run: Int64
  ) throws(DatabaseError) -> Counts {
    // The images of a row that is gone stay while a later run's rest on them: an update has none of
    // the columns that it left as they were, the key among them.
    try database.execute(
      """
      DELETE FROM main.etl_changes AS c WHERE c.run_id < ?1 AND NOT (c.kind = 'insert' AND EXISTS (
        SELECT 1 FROM main.etl_changes AS later
        WHERE later.table_name = c.table_name AND later.row_id = c.row_id AND later.run_id >= ?1))
      """, [.integer(run)])
    let changes = database.changes
    try KeptFiles(database).prune()
    try database.execute("DELETE FROM main.etl_rejects WHERE run_id < ?", [.integer(run)])
    let rejects = database.changes
    try database.execute("DELETE FROM main.etl_repairs WHERE run_id < ?", [.integer(run)])
    try database.execute(
      """
      UPDATE main.etl_runs SET pruned_at = \(Ledger.now), header = NULL
      WHERE id < ? AND pruned_at IS NULL
      """, [.integer(run)])
    return Counts(runs: database.changes, changes: changes, rejects: rejects)
  }
}
