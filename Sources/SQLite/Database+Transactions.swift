internal import CSQLite

// MARK: Transactions

extension Database {
  /// Whether a transaction is open.
  package var isInTransaction: Bool {
    // "The sqlite3_get_autocommit() interface returns non-zero or zero if the given database
    // connection is or is not in autocommit mode" (sqlite.org/c3ref/get_autocommit.html)
    unsafe sqlite3_get_autocommit(handle) == 0
  }

  /// Whether the open transaction has written rows whose foreign keys refer to nothing: a COMMIT
  /// would be refused.
  package var hasOpenReferences: Bool {
    // "This parameter returns zero for the current value if and only if all foreign key constraints
    // (deferred or immediate) have been resolved." (sqlite.org/c3ref/c_dbstatus_options.html)
    var (current, highest): (Int32, Int32) = (0, 0)
    unsafe sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
    return current != 0
  }

  /// How a transaction begins.
  package enum TransactionKind: String, Sendable {
    /// Without any lock, which comes with the first read or write.
    case deferred = "DEFERRED"
    /// With the lock for writing, so that nothing can be read and then be refused a write.
    case immediate = "IMMEDIATE"
  }

  /// Runs `body` in a transaction: commits when it returns, rolls back when it throws.
  ///
  /// - Parameters:
  ///   - kind: how the transaction begins.
  ///   - body: what is to be done whole or not at all.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws, or `DatabaseError` when the transaction can't begin or commit;
  ///   the first error is thrown, never one of the rollback.
  package func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    try execute("BEGIN \(kind.rawValue)")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      rollback()
      throw error
    }
  }

  /// Commits the open transaction, waiting for readers that hold the database.
  ///
  /// - Parameter isCancelled: asked, between attempts, whether to give up.
  /// - Throws: `DatabaseError`; of kind `busy` when the readers stayed. The transaction is open
  ///   then.
  package func commit(unless isCancelled: () -> Bool = { false }) throws(DatabaseError) {
    // "An attempt to execute COMMIT might also result in an SQLITE_BUSY return code if there is an
    // another thread or process has an open read connection. When COMMIT fails in this way, the
    // transaction remains active and the COMMIT can be retried later after the reader has had a
    // chance to clear." (sqlite.org/lang_transaction.html)
    var attempts = Database.commitAttempts
    while true {
      do throws(DatabaseError) {
        return try execute("COMMIT")
      } catch {
        attempts -= 1
        guard error.kind == .busy, attempts > 0, !isCancelled() else { throw error }
      }
    }
  }

  /// How often a COMMIT is tried; each waits as long as the connection's busy time-out.
  private static let commitAttempts = 12

  /// Brings what is in the write-ahead log into the database and empties the log, so that no reader
  /// has to read it; where another connection reads, the log stays for the next time.
  ///
  /// Closing the last connection does the same, unless that one can only read.
  package func emptyWriteAheadLog() {
    // Nobody is waited for: "TRUNCATE … invokes the busy-handler" like RESTART, which "blocks (calls
    // the busy-handler callback) until all readers are reading from the database file only"
    // (sqlite.org/c3ref/wal_checkpoint_v2.html).
    unsafe sqlite3_busy_timeout(handle, 0)
    _ = try? value("PRAGMA wal_checkpoint(TRUNCATE)")
    unsafe sqlite3_busy_timeout(handle, busyTimeout)
  }

  /// Rolls back the open transaction, if there still is one.
  package func rollback() {
    // "If the transaction has already been rolled back automatically by the error response, then
    // the ROLLBACK command will fail with an error, but no harm is caused by this."
    // (sqlite.org/lang_transaction.html)
    unsafe sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }
}
