internal import CSQLite

extension Database {
  /// Copies everything in this database over what is in another one, page by page.
  ///
  /// What other connections write meanwhile is in the copy whole or not at all.
  ///
  /// - Parameters:
  ///   - destination: a connection that has no transaction open.
  ///   - isCancelled: asked, between pieces, whether to give up.
  /// - Throws: `DatabaseError`, of kind `busy` when a lock is not released within the time that
  ///   this connection waits, of kind `interrupted` when it was to give up; what the destination
  ///   held before is then still there.
  package func copy(
    to destination: Database, unless isCancelled: () -> Bool = { false }
  ) throws(DatabaseError) {
    // "If the source database is modified by an external process or via a database connection other
    // than the one being used by the backup operation, then the backup will be automatically
    // restarted by the next call to sqlite3_backup_step()." A read transaction keeps the snapshot.
    let isOwn = !isInTransaction
    if isOwn { try execute("BEGIN") }
    defer { if isOwn { rollback() } }
    _ = try value("SELECT 1 FROM main.sqlite_schema")
    try copyPages(to: destination, unless: isCancelled)
  }

  /// How many pages are copied before it is asked whether to give up.
  private static let pagesAtOnce: Int32 = 4_096

  private func copyPages(
    to destination: Database, unless isCancelled: () -> Bool
  ) throws(DatabaseError) {
    guard
      let backup = unsafe sqlite3_backup_init(destination.handle, "main", handle, "main")
    else {
      // "If an error occurs within sqlite3_backup_init(D,N,S,M), then NULL is returned and an
      // error code and error message are stored in the destination database connection D."
      // (sqlite.org/c3ref/backup_finish.html)
      throw destination.error(unsafe sqlite3_errcode(destination.handle), sql: nil)
    }
    // "If sqlite3_backup_step(B,N) successfully copies N pages and there are still more pages to be
    // copied, then the function returns SQLITE_OK." The busy handlers of both connections wait for
    // locks.
    var stepped: Int32
    repeat {
      stepped = unsafe sqlite3_backup_step(backup, Database.pagesAtOnce)
    } while stepped == SQLITE_OK && !isCancelled()
    let finished = unsafe sqlite3_backup_finish(backup)
    guard stepped != SQLITE_OK else {
      throw DatabaseError(code: SQLITE_INTERRUPT, message: "interrupted")
    }
    guard stepped == SQLITE_DONE else { throw destination.error(stepped, sql: nil) }
    guard finished == SQLITE_OK else { throw destination.error(finished, sql: nil) }
  }
}
