internal import SQLite

/// A copy of a database on which anything can be tried, gone with its owner.
struct PrivateCopy: ~Copyable {
  private let folder: PrivateFolder
  private let isInterrupted: @Sendable () -> Bool

  /// Copies a database.
  ///
  /// - Parameters:
  ///   - original: a connection to it, which may be for reading only.
  ///   - isInterrupted: whether what runs is to be stopped.
  /// - Throws: `MigrationError` when there is no room for the copy, or `DatabaseError`.
  init(of original: Database, isInterrupted: @escaping @Sendable () -> Bool) throws {
    let folder = try PrivateFolder()
    let watch = InterruptionWatch(original, isRequested: isInterrupted)
    try withExtendedLifetime(watch) {
      try PrivateCopy.copy(original, to: folder.databasePath)
    }
    self.folder = folder
    self.isInterrupted = isInterrupted
  }

  private static func copy(_ original: Database, to path: String) throws {
    do throws(DatabaseError) {
      // "The VACUUM INTO command … leaves the original database file unchanged"
      // (sqlite.org/lang_vacuum.html)
      try original.execute("VACUUM INTO ?1", [.text(path)])
    } catch {
      guard error.kind == .full else { throw error }
      throw MigrationError(
        .statement(.full),
        [Problem(path: path, message: "no room for a private copy of the database")],
        advice: ["name a folder with more room in TMPDIR"])
    }
  }

  /// Lends a session on the copy, with nothing done for the case that the power fails.
  ///
  /// - Parameter body: what is to be tried.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws, or `DatabaseError`.
  borrowing func withSession<Result>(_ body: (Session) throws -> Result) throws -> Result {
    try body(
      Session(
        path: folder.databasePath, access: .readWrite,
        settings: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF",
        isInterrupted: isInterrupted))
  }
}
