package import SQLite

/// Why migrations were not applied, undone or accepted.
package struct MigrationError: Error, Equatable, CustomStringConvertible {
  /// What went wrong, as far as callers act on it.
  package enum Kind: Sendable, Equatable {
    /// The migration files are wrong; nothing was applied.
    case invalidFiles
    /// What was applied is not what the files say: edited, missing, out of order, newer.
    case history
    /// Migrations are pending.
    case pending
    /// A migration has no down text.
    case irreversible
    /// No migration has the version that was asked for.
    case noSuchVersion
    /// A statement failed, and this is what SQLite said.
    case statement(DatabaseError.Kind)
    /// Rows would refer to rows that aren't there.
    case foreignKeys
    /// A verify file found something.
    case verification
    /// The file or folder that was to be made is there already, or can't be made.
    case cannotCreate
    /// There is no permission to make it.
    case forbidden
    /// A file or folder can't be read.
    case unreadable
    /// There is no such database.
    case noDatabase
    /// A name can't be that of a migration.
    case invalidName
  }

  /// What went wrong.
  package let kind: Kind
  /// Where and why, at least one.
  package var problems: [Problem]
  /// What was done before, what was not, and what to do next, each as one line.
  package var advice: [String]

  /// An error with what a user needs to know about it.
  package init(_ kind: Kind, _ problems: [Problem], advice: [String] = []) {
    self.kind = kind
    self.problems = problems
    self.advice = advice
  }

  /// The problems and the advice, a line each.
  package var description: String {
    (problems.map(\.description) + advice).joined(separator: "\n")
  }
}
