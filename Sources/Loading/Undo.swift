package import SQLite

/// Takes imports back: what they inserted goes, what they updated and deleted is as before.
///
/// The ledger keeps both, the run with status `undone` and what it changed. Whatever can't be as it
/// was before the run refuses the whole undo. Edits that something else made to inserted rows can't
/// be seen, because an insert has no image; they go with the rows.
package struct Undo {
  private let database: Database

  /// What an undo came to.
  package enum Outcome: Sendable, Equatable {
    /// These runs were taken back, the newest first.
    case undone([UndoneRun])
    /// Nothing was changed: these are in the way.
    case refused([UndoConflict])
    /// The run was taken back before.
    case wasUndone
  }

  /// A run that was taken back.
  package struct UndoneRun: Sendable, Equatable {
    /// The run's number.
    package let run: Int64
    /// How many rows that it had inserted are gone.
    package internal(set) var removed: Int64 = 0
    /// How many rows that it had updated are as before.
    package internal(set) var reverted: Int64 = 0
    /// How many rows that it had deleted are there again.
    package internal(set) var restored: Int64 = 0
  }

  /// Undoing in a database.
  ///
  /// - Parameter database: the database, with its ledger prepared, locked for this program.
  package init(_ database: Database) { self.database = database }

  /// Takes a run back, in one transaction.
  ///
  /// - Parameters:
  ///   - run: its number.
  ///   - cascades: whether later runs that are in the way are taken back too, the newest first.
  ///   - isRehearsal: whether the transaction is rolled back in the end.
  /// - Returns: what was done, or would be.
  /// - Throws: `LoadError` of kind `noSuchRun`, `pruned` or `unsuitableTable`, or `DatabaseError`.
  /// - Complexity: the number of rows of the tables concerned, of changes in the ledger, and of rows
  ///   with foreign keys.
  package func takeBack(_ run: Int64, cascades: Bool, isRehearsal: Bool = false) throws -> Outcome {
    let first = try LedgerRun(run, in: database)
    guard first.status != .undone else { return .wasUndone }
    try first.requireImages()
    // Whether foreign keys hold is checked at the end, for all tables: see `ReferenceCheck`.
    let enforcesKeys = try database.value("PRAGMA foreign_keys") == 1
    try database.execute("PRAGMA foreign_keys = OFF")
    defer { if enforcesKeys { try? database.execute("PRAGMA foreign_keys = ON") } }
    try database.execute("BEGIN IMMEDIATE")
    do {
      let outcome = try search(from: run, cascades: cascades)
      if case .undone = outcome, !isRehearsal {
        try database.commit()
      } else {
        database.rollback()
      }
      return outcome
    } catch {
      database.rollback()
      throw error
    }
  }

  /// Tries to take the run back, each time with the later runs that were in the way the last time.
  private func search(from run: Int64, cascades: Bool) throws -> Outcome {
    var runs = [run]
    while true {
      try database.execute("SAVEPOINT etl_undo")
      let (undone, conflicts) = try attempt(runs)
      guard !conflicts.isEmpty else { return .undone(undone) }
      try database.execute("ROLLBACK TO etl_undo; RELEASE etl_undo")
      let inTheWay = conflicts.map(\.run)
      let later = Set(inTheWay.compactMap { $0 }.filter { $0 > run && !runs.contains($0) })
      guard cascades, inTheWay.allSatisfy({ $0.map(later.contains) ?? false }) else {
        return .refused(conflicts)
      }
      runs = (runs + later).sorted(by: >)
    }
  }

  /// Takes runs back, the newest first, as far as nothing is in the way.
  private func attempt(_ runs: [Int64]) throws -> ([UndoneRun], [UndoConflict]) {
    let references = try ReferenceCheck(database)
    var undone: [UndoneRun] = []
    for run in runs {
      let (account, conflicts) = try takeBack(LedgerRun(run, in: database))
      guard conflicts.isEmpty else { return ([], conflicts) }
      undone.append(account)
    }
    return (undone, try references.conflicts())
  }

  private func takeBack(_ run: LedgerRun) throws -> (UndoneRun, [UndoConflict]) {
    var account = UndoneRun(run: run.id)
    // Rows that refer to others go before those.
    for table in run.tables.reversed() {
      var reversal = try TableReversal(database, run: run.id, TableShape(table, in: database))
      var conflicts = try reversal.conflicts()
      guard conflicts.isEmpty else { return (account, conflicts) }
      let counts: TableReversal.Counts
      (counts, conflicts) = try reversal.apply()
      guard conflicts.isEmpty else { return (account, conflicts) }
      account.removed += counts.removed
      account.reverted += counts.reverted
      account.restored += counts.restored
    }
    try database.execute(
      """
      UPDATE main.etl_runs SET status = 'undone', undone_at = \(Ledger.now),
        undone_after = (SELECT max(id) FROM main.etl_runs)
      WHERE id = ?
      """, [.integer(run.id)])
    try database.execute(
      "UPDATE main.etl_rejects SET resolved_by = NULL WHERE resolved_by = ?", [.integer(run.id)])
    return (account, [])
  }
}
