internal import CSQLite
internal import Glibc
internal import Records

extension Database {
  /// Lends the database at a path for reading, and leaves no trace of it.
  ///
  /// Merely reading a WAL database through SQLite makes two files beside it, which a connection
  /// that may not write leaves behind. So a database that is at rest is read as it lies there; if
  /// it turns out that it was not at rest, what was read is thrown away and read again with locks.
  ///
  /// - Parameters:
  ///   - path: the file; it must exist.
  ///   - mayRecover: whether a transaction that a crash left unfinished may be rolled back in order
  ///     to read; without it such a database is refused.
  ///   - body: what is to be read; it may be run twice.
  /// - Returns: what `body` returned last.
  /// - Throws: what `body` throws, or `DatabaseError`: of kind `readOnly` for a database that would
  ///   have to be recovered.
  package static func reading<Result: ~Copyable>(
    _ path: String, mayRecover: Bool = true, _ body: (Database) throws -> Result
  ) throws -> Result {
    // What SQLite puts beside a database is beside the file itself, not beside a link to it.
    let realPath = DatabaseLock.realPath(path)
    if let before = RestingFile(realPath) {
      let result = Swift.Result { () throws in
        try body(Database(path: path, access: .immutable))
      }
      if RestingFile(realPath) == before { return try result.get() }
    }
    do {
      return try body(Database(path: path, access: .readOnly))
    } catch let error as DatabaseError where error.kind == .readOnly && mayRecover {
      // SQLITE_READONLY_ROLLBACK: "a database cannot be opened because it has a hot journal that
      // needs to be rolled back but cannot because the database is readonly"
      // (sqlite.org/rescode.html)
      return try body(Database(path: path, access: .readWrite))
    }
  }
}

/// The state of a database file that no process has a transaction open on.
private struct RestingFile: Equatable {
  private let inode: UInt
  private let size: Int
  private let modifiedSeconds: Int
  private let modifiedNanoseconds: Int

  /// Looks at a file; nil when there is none, or a journal or a write-ahead log is beside it.
  init?(_ path: String) {
    guard let status = RestingFile.status(path),
      RestingFile.status(path + "-wal") == nil, RestingFile.status(path + "-journal") == nil
    else { return nil }
    inode = UInt(status.st_ino)
    size = Int(status.st_size)
    modifiedSeconds = status.st_mtim.tv_sec
    modifiedNanoseconds = status.st_mtim.tv_nsec
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return unsafe stat(FileName.cString(path), &status) == 0 ? status : nil
  }
}
