internal import SQLite

/// What CI wants to know about migrations: that they can all be applied, verified, undone and
/// applied again, and make the same schema each time.
package struct Check: Sendable {
  /// One part of it.
  package struct Stage: Sendable, Equatable {
    /// What was done.
    package enum Name: String, Sendable {
      case up
      case verify
      case down
      case upAgain = "up again"
    }

    /// What was done.
    package let name: Name
    /// With how many migrations.
    package let count: Int
    /// How long it took, in milliseconds.
    package let durationMilliseconds: Int64
  }

  /// The database; nil for an empty one.
  package let path: String?
  /// What was done, in order, up to the first stage with a problem.
  package internal(set) var stages: [Stage] = []
  /// What went wrong.
  package internal(set) var problems: [Problem] = []
  /// What could not be checked, as one line each.
  package internal(set) var notes: [String] = []

  /// A check that found problems before it could begin, or none yet.
  package init(path: String? = nil, problems: [Problem] = []) {
    self.path = path
    self.problems = problems
  }
}

extension Check {
  /// Checks migrations on an empty database in memory.
  ///
  /// - Parameters:
  ///   - migrations: the files.
  ///   - isInterrupted: whether what runs is to be stopped; asked often.
  /// - Returns: what was found.
  /// - Throws: `DatabaseError` when SQLite has no memory for it.
  package static func onEmptyDatabase(
    _ migrations: MigrationSet, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws -> Check {
    try CheckRun.check(migrations, path: nil, on: Session(isInterrupted: isInterrupted))
  }

  /// Checks migrations on a private copy of a database, which stays as it is.
  ///
  /// - Parameters:
  ///   - path: the database.
  ///   - migrations: the files.
  ///   - isInterrupted: whether what runs is to be stopped; asked often.
  /// - Returns: what was found.
  /// - Throws: `MigrationError` or `DatabaseError` when it can't be read or copied.
  package static func onCopy(
    of path: String, _ migrations: MigrationSet,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws -> Check {
    try Migrator(path: path, migrations: migrations).requireDatabase()
    let copy = try Database.reading(path) { database in
      try PrivateCopy(of: database, isInterrupted: isInterrupted)
    }
    return try copy.withSession { try CheckRun.check(migrations, path: path, on: $0) }
  }
}
