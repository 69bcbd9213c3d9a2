internal import Records
package import SQLite

// MARK: Rejects that a later import has made good

extension Ledger {
  /// How many rejects of a run no later import has made good.
  ///
  /// - Parameter run: the run.
  /// - Returns: their number.
  /// - Throws: `DatabaseError`.
  package func openRejects(of run: Int64) throws(DatabaseError) -> Int64 {
    try database.value(
      "SELECT count(*) FROM main.etl_rejects WHERE run_id = ? AND resolved_by IS NULL",
      [.integer(run)])?.integer ?? 0
  }

  /// Marks the rejects of a run that a file has mended, in the caller's transaction.
  ///
  /// The file has them one for one, in their order, as `runs rejects --raw` prints them: those that it
  /// does not reject again are resolved. Where it has more or fewer records, none is.
  ///
  /// - Parameters:
  ///   - mended: the run whose rejects they were.
  ///   - run: the run that has loaded the file.
  ///   - read: how many records the file has.
  /// - Throws: `DatabaseError`.
  func resolveRejects(of mended: Int64, by run: Int64, read: Int64) throws(DatabaseError) {
    // What --raw leaves out, because only its beginning is kept, is in no file.
    try database.execute(
      """
      UPDATE main.etl_rejects SET resolved_by = ?1 WHERE run_id = ?2 AND record IN (
        SELECT record FROM (
          SELECT record, row_number() OVER (ORDER BY record) AS place, count(*) OVER () AS number
          FROM main.etl_rejects WHERE run_id = ?2 AND resolved_by IS NULL
            AND length(CAST(raw AS BLOB)) < \(RecordBatch.maximumRejectBytes))
        WHERE number = ?3 AND place NOT IN (SELECT record FROM main.etl_rejects WHERE run_id = ?1))
      """, [.integer(run), .integer(mended), .integer(read)])
  }

  /// Marks the rejects of earlier runs that a run resolves, in the caller's transaction.
  ///
  /// A reject is resolved by the first later run of its dataset whose file has a record with the
  /// same key and loads it, or finds it loaded, and rejects no record with that key. A reject whose
  /// key could not be read stays open, and so does one whose key was what was wrong.
  ///
  /// - Parameters:
  ///   - run: the run, with all its records loaded and the functions of its load still there.
  ///   - dataset: its dataset.
  ///   - tables: where its rows went.
  ///   - functions: for each of them, the functions of its judge.
  /// - Throws: `DatabaseError`.
  /// - Complexity: the number of rejects of the dataset, each open one looked up by its key.
  func resolveRejects(
    _ run: Int64, of dataset: String, in tables: [TargetTable], _ functions: [Judge.Names]
  ) throws(DatabaseError) {
    let keyed = zip(tables, functions).filter { !$0.0.key.isEmpty }
    guard !keyed.isEmpty else { return }
    let open = try Statement(
      database,
      """
      SELECT j.run_id, j.record, j.record_key
      FROM main.etl_runs AS r CROSS JOIN main.etl_rejects AS j ON j.run_id = r.id
      WHERE r.dataset = ?1 AND r.id < ?2 AND r.rejected > 0 AND j.resolved_by IS NULL
        AND j.record_key IS NOT NULL AND j.record_key NOT IN (
          SELECT record_key FROM main.etl_rejects WHERE run_id = ?2 AND record_key IS NOT NULL)
      """)
    try open.bind([.text(dataset), .integer(run)])
    let cells = tables.keyCells
    var join = KeyJoin { "?\((cells.firstIndex(of: $0) ?? 0) + 1)" }
    let isLoaded = keyed.map { table, functions in
      let row = join.add(table)
      return "(\(row).run_id = ?\(cells.count + 1) OR \(functions.seen)(\(row)._rowid_))"
    }
    let loaded = try Statement(
      database, "SELECT 1 \(join.sql) AND \(isLoaded.joined(separator: " AND "))", isReused: true)
    var resolved: [[Value]] = []
    while try open.step() {
      guard let key = open.value(at: 2).text else { continue }
      let texts = key.split(separator: Reject.keySeparator, omittingEmptySubsequences: false)
      guard texts.count == cells.count else { continue }
      try loaded.bind(texts.map { .text(String($0)) } + [.integer(run)])
      if try loaded.step() { resolved.append([open.value(at: 0), open.value(at: 1)]) }
      loaded.reset()
    }
    for reject in resolved {
      try database.execute(
        "UPDATE main.etl_rejects SET resolved_by = ? WHERE run_id = ? AND record = ?",
        [.integer(run)] + reject)
    }
  }
}
