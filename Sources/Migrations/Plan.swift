package import SQLite

/// The migration files against what was applied to a database.
package struct Plan: Sendable {
  /// How a migration stands.
  package enum State: String, Sendable, CaseIterable {
    /// Applied, and its files say what was applied.
    case applied
    /// Not applied yet.
    case pending
    /// Not applied, though one with a higher number is.
    case outOfOrder = "out of order"
    /// Applied, and its files were changed since.
    case edited
    /// Applied, and its files are not there.
    case missing
  }

  /// One migration, in the files or in the database or in both.
  package struct Entry: Sendable {
    /// The number.
    package let version: Int64
    /// The migration as the files have it.
    package let migration: Migration?
    /// The migration as the database has it.
    package let applied: AppliedMigration?
    /// How it stands.
    package let state: State

    /// Number and name, of the files where they are there.
    package var label: String { migration?.label ?? applied?.label ?? String(version) }
  }

  /// What may be overlooked.
  package struct Permissions: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Files that were changed since they were applied.
    package static let edited = Permissions(rawValue: 1)
    /// Files that are not there though they were applied.
    package static let missing = Permissions(rawValue: 2)
    /// Pending files with a lower number than an applied one.
    package static let outOfOrder = Permissions(rawValue: 4)
  }

  /// The migrations by ascending version.
  package let entries: [Entry]
  /// The files.
  package let migrations: MigrationSet

  /// Compares files with what was applied.
  ///
  /// - Parameters:
  ///   - migrations: the files.
  ///   - applied: what was applied, by ascending version.
  package init(_ migrations: MigrationSet, applied: [AppliedMigration]) {
    self.migrations = migrations
    let newest = applied.last?.version ?? 0
    var entries: [Entry] = []
    entries.reserveCapacity(max(applied.count, migrations.migrations.count))
    var rest = applied[...]
    for migration in migrations.migrations {
      while let next = rest.first, next.version < migration.version {
        entries.append(Plan.missing(rest.removeFirst()))
      }
      if rest.first?.version == migration.version {
        let applied = rest.removeFirst()
        let state = Plan.isSame(migration, applied) ? State.applied : .edited
        entries.append(
          Entry(
            version: migration.version, migration: migration, applied: applied, state: state))
      } else {
        let state = migration.version < newest ? State.outOfOrder : .pending
        entries.append(
          Entry(version: migration.version, migration: migration, applied: nil, state: state))
      }
    }
    self.entries = entries + rest.map(Plan.missing)
  }

  /// Compares files with a database.
  ///
  /// - Parameters:
  ///   - migrations: the files.
  ///   - database: a connection.
  /// - Throws: `MigrationError` or `DatabaseError` when the history can't be read.
  package init(_ migrations: MigrationSet, _ database: Database) throws {
    self.init(migrations, applied: try History.read(database))
  }

  private static func missing(_ applied: AppliedMigration) -> Entry {
    Entry(version: applied.version, migration: nil, applied: applied, state: .missing)
  }

  private static func isSame(_ migration: Migration, _ applied: AppliedMigration) -> Bool {
    guard MigrationScript.isSame(migration.up.text, applied.up) else { return false }
    return switch (migration.down?.text, applied.down) {
    case (nil, nil): true
    case (let file?, let stored?): MigrationScript.isSame(file, stored)
    default: false
    }
  }

  /// The migrations that are not applied, by ascending version.
  package var pending: [Migration] {
    entries.filter { $0.applied == nil }.compactMap(\.migration)
  }

  /// The migrations in a state.
  package func entries(_ state: State) -> [Entry] { entries.filter { $0.state == state } }
}
