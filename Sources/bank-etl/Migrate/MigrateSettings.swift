import Migrations
import SQLite

/// What a `migrate` command works on: a database, and migration files.
struct MigrateSettings {
  /// The database.
  let path: String
  /// The files.
  let migrations: MigrationSet
  private let arguments: ParsedArguments

  /// What the arguments name.
  ///
  /// - Parameters:
  ///   - arguments: of a command with `Option.migrateDatabase`.
  ///   - needsFiles: whether the command looks at the files at all.
  /// - Throws: `CommandFailure`, `MigrationError` or `DeclarationError` when they can't be found, or
  ///   are wrong.
  init(_ arguments: ParsedArguments, needsFiles: Bool = true) throws {
    self.arguments = arguments
    path = try DatabaseLocation(arguments).path
    migrations =
      try needsFiles ? Self.migrations(arguments) : MigrationSet(files: [], folder: "")
  }

  /// The migration files that the arguments name: `--migrations`, else those of the declarations.
  ///
  /// - Parameter arguments: of a command with `--migrations` and `--package`.
  /// - Returns: the migrations.
  /// - Throws: `MigrationError`, `DeclarationError` or `CommandFailure`.
  static func migrations(_ arguments: ParsedArguments) throws -> MigrationSet {
    if let folder = arguments.text(.migrations) { return try MigrationFolder(path: folder).read() }
    return try Declarations(arguments).migrations()
  }

  /// A migrator, with what the options allow.
  var migrator: Migrator {
    var migrator = Migrator(path: path, migrations: migrations)
    migrator.isInterrupted = { Interruption.isRequested }
    if has(.wait) { migrator.busyTimeout = Int32(clamping: waitSeconds * 1_000) }
    if has(.backup) { migrator.backupPath = arguments.text(.backup) }
    if has(.allowEdited), arguments.has(.allowEdited) { migrator.permissions.insert(.edited) }
    if has(.allowMissing), arguments.has(.allowMissing) { migrator.permissions.insert(.missing) }
    if has(.allowOutOfOrder), arguments.has(.allowOutOfOrder) {
      migrator.permissions.insert(.outOfOrder)
    }
    return migrator
  }

  private var waitSeconds: Int64 { arguments.number(.wait) ?? 0 }

  /// Whether the command has an option.
  private func has(_ option: Option) -> Bool {
    arguments.command.options.contains { $0.name == option.name }
  }

  /// Lends a migrator while this process alone may change the database.
  ///
  /// - Parameter body: what is to be done.
  /// - Returns: what `body` returns.
  /// - Throws: `DatabaseLock.Failure` when another process holds the lock too long, and what `body`
  ///   throws. Where there is no database then, no lock is left behind either.
  func change<Result>(
    _ body: (Migrator, borrowing DatabaseLock) throws -> Result
  ) throws -> Result {
    do {
      let waiting = { (holder: Int32?) in
        let process = holder.map { " (process \($0))" } ?? ""
        Message.show([Message("waiting for another process\(process)", at: path)])
      }
      let lock = try DatabaseLock(
        databasePath: path, waitingSeconds: waitSeconds, onWait: waiting,
        unless: { Interruption.isRequested })
      // Who waits for the lock can be stopped in the ordinary way; from here on there is something
      // to put in order first.
      Interruption.takeOver()
      do {
        return try body(migrator, lock)
      } catch {
        // The lock is held: whoever waits for it finds that its file is another one.
        if !DatabaseFile.exists(path) { FileStatus.remove([lock.path]) }
        throw error
      }
    } catch let error as MigrationError {
      throw error
    } catch {
      throw CommandFailure(error, database: path)
    }
  }

  /// Does what only reads the database.
  ///
  /// - Parameter body: what is to be done.
  /// - Returns: what `body` returns.
  /// - Throws: `CommandFailure`.
  func read<Result>(_ body: (Migrator) throws -> Result) throws -> Result {
    Interruption.takeOver()
    do {
      return try body(migrator)
    } catch let error as DatabaseError {
      throw CommandFailure(error, at: path, isInput: true)
    }
  }
}
