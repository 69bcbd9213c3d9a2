internal import CSQLite

extension Database {
  /// Copies everything in this database over what is in another one, page by page.
  ///
  /// What other connections write meanwhile is in the copy whole or not at all.
  ///
  /// - Parameter destination: a connection that has no transaction open.
  /// - Throws: `DatabaseError`, of kind `busy` when a lock is not released within the time that
  ///   this connection waits; what the destination held before is then still there.
  package func copy(to destination: Database) throws(DatabaseError) {
    guard
      let backup = unsafe sqlite3_backup_init(destination.handle, "main", handle, "main")
    else {
      // "If an error occurs within sqlite3_backup_init(D,N,S,M), then NULL is returned and an
      // error code and error message are stored in the destination database connection D."
      // (sqlite.org/c3ref/backup_finish.html)
      throw destination.error(unsafe sqlite3_errcode(destination.handle), sql: nil)
    }
    // "If N is negative, all remaining source pages are copied." The busy handlers of both
    // connections wait for locks.
    let stepped = unsafe sqlite3_backup_step(backup, -1)
    let finished = unsafe sqlite3_backup_finish(backup)
    guard stepped == SQLITE_DONE else { throw destination.error(stepped, sql: nil) }
    guard finished == SQLITE_OK else { throw destination.error(finished, sql: nil) }
  }
}
