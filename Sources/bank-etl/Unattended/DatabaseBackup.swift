import Migrations
import SQLite

/// A copy of a database, made while others use it, and looked at before it gets its name.
struct DatabaseBackup {
  /// The database.
  let source: DatabaseLocation
  /// How long to wait for a lock of another process, in seconds.
  let waitSeconds: Int64

  /// Makes the copy, and gives it its name when it is whole; what had the name before is replaced.
  ///
  /// - Parameter target: tells where the copy goes, from the time as `20261130T091500Z`.
  /// - Returns: the copy's path and its size in bytes.
  /// - Throws: `CommandFailure`; what is at the copy's path is then as before.
  func write(to target: (_ time: String) -> String) throws -> (path: String, bytes: Int64) {
    try source.read { database in
      let time = try database.value("SELECT strftime('%Y%m%dT%H%M%SZ', 'now')")?.text ?? ""
      let path = target(time)
      try Self.check(path, isNot: source.path)
      let draft = UnfinishedFile(of: path)
      do {
        try draft.create(asReadableAs: source.path)
        return (path, try copy(database, to: draft, path))
      } catch {
        draft.remove()
        throw failure(error, path)
      }
    }
  }

  private func copy(
    _ database: Database, to draft: UnfinishedFile, _ path: String
  ) throws -> Int64 {
    let patient = try Database(
      path: database.path, access: .readOnly, busyTimeout: Int32(clamping: waitSeconds * 1_000))
    do throws(DatabaseError) {
      let copy = try Database(path: draft.path, access: .readWrite)
      ProgressLine.work("copying", totalBytes: try Self.size(of: patient))
      try patient.copy(to: copy) {
        ProgressLine.note(bytes: FileStatus.size(draft.path) ?? 0)
        return Interruption.isRequested
      }
      // The copy of a database with a write-ahead log would want one too. "WAL … to DELETE": one
      // file, which can be read on read-only media.
      _ = try copy.value("PRAGMA journal_mode = DELETE")
    } catch {
      guard error.kind == .busy else { throw error }
      throw CommandFailure(error, at: source.path)
    }
    let bytes = try verify(draft.path, path)
    try draft.rename(to: path)
    return bytes
  }

  /// Reads the copy as whoever needs it will: through a connection of its own.
  private func verify(_ draft: String, _ path: String) throws -> Int64 {
    let copy = try Database(path: draft, access: .readOnly)
    ProgressLine.work("verifying")
    let watch = InterruptionWatch(copy, isRequested: ProgressLine.shallStop)
    defer { withExtendedLifetime(watch) {} }
    let findings = try copy.rows("PRAGMA integrity_check(1)").map(\.[0].plainText)
    guard findings == ["ok"] else {
      throw CommandFailure(
        .configuration,
        Message("the copy is not sound, and was thrown away: \(findings.joined())", at: path),
        "'bank-etl check\(source.hint)' says whether the database itself is")
    }
    return try Self.size(of: copy)
  }

  /// How many bytes a database has.
  private static func size(of database: Database) throws(DatabaseError) -> Int64 {
    try database.value(
      "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")?.integer ?? 0
  }

  /// Refuses to replace what is no backup.
  private static func check(_ path: String, isNot source: String) throws(CommandFailure) {
    guard !FileStatus.isSame(path, source) else {
      throw CommandFailure(
        .usage, Message("expected another file than the database itself", at: path))
    }
    guard FileStatus.exists(path) else { return }
    guard FileStatus.size(path) != nil else {
      throw CommandFailure(
        .cannotCreate, Message("expected a file but found a folder, a device or a pipe", at: path),
        "name another file")
    }
    do {
      try Database.reading(path, mayRecover: false) { database in
        _ = try database.value("PRAGMA schema_version")
      }
    } catch {
      throw CommandFailure(
        .cannotCreate,
        Message("expected nothing or an earlier backup but found something else", at: path),
        "name another file, or move that one away")
    }
  }

  /// An error about the copy, with its path.
  private func failure(_ error: any Error, _ path: String) -> CommandFailure {
    guard let error = error as? DatabaseError else { return CommandFailure(error) }
    if error.kind == .corrupt {
      return CommandFailure(
        .configuration,
        Message(
          "the database is damaged, and the copy was thrown away: \(error.message)", at: path),
        "'bank-etl check\(source.hint)' says more")
    }
    return CommandFailure(error, at: path)
  }
}
