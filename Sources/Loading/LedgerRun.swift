package import SQLite

/// A run as the ledger has it.
package struct LedgerRun: Sendable, Equatable {
  /// Its number.
  package let id: Int64
  /// The dataset's name.
  package let dataset: String
  /// The file's path as it was given.
  package let source: String
  /// How it stands.
  package let status: RunStatus
  /// When it started, as RFC 3339 in UTC.
  package let startedAt: String
  /// The source text of the file's header; NULL where it isn't known.
  package let header: Value
  /// Whether what it changed is no longer kept.
  package let isPruned: Bool
  /// The tables that it may have written, each behind those that its rows refer to.
  package let tables: [String]

  /// Looks a run up.
  ///
  /// - Parameters:
  ///   - id: its number.
  ///   - database: a database with a ledger of this program's version.
  /// - Throws: `LoadError` of kind `noSuchRun`, or `DatabaseError`.
  package init(_ id: Int64, in database: Database) throws {
    let found = try database.rows(
      """
      SELECT dataset, source, status, started_at, header, pruned_at IS NOT NULL
      FROM main.etl_runs WHERE id = ?
      """, [.integer(id)])
    guard let row = found.first else { throw LoadError(.noSuchRun, "no such run: \(id)") }
    self.id = id
    dataset = row[0].text ?? ""
    source = row[1].text ?? ""
    status = row[2].text.flatMap(RunStatus.init) ?? .failed
    startedAt = row[3].text ?? ""
    header = row[4]
    isPruned = row[5] == 1
    tables = try database.rows(
      "SELECT table_name FROM main.etl_run_tables WHERE run_id = ? ORDER BY position",
      [.integer(id)]
    ).compactMap { $0[0].text }
  }

  /// Checks that what the run changed is still kept.
  ///
  /// - Throws: `LoadError` of kind `pruned`.
  package func requireImages() throws(LoadError) {
    guard isPruned else { return }
    throw LoadError(.pruned, "what run \(id) changed is no longer kept: it was pruned")
  }
}
