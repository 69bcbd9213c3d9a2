internal import SQLite

/// What pending migrations would do to a database, found by running them on a private copy of it.
package struct DryRun: Sendable {
  /// How many rows a table has, before and after.
  package struct RowCount: Sendable, Equatable {
    /// The table.
    package let table: String
    /// The rows before; nil when the table isn't there.
    package let before: Int64?
    /// The rows after; nil when the table isn't there.
    package let after: Int64?
  }

  /// What one migration would do.
  package struct Step: Sendable, Equatable {
    /// The migration's number.
    package let version: Int64
    /// Number and name.
    package let label: String
    /// How many rows it would insert, update or delete, one as often as it is written.
    package let writtenRows: Int64
    /// How long it took on the copy, in milliseconds.
    package let durationMilliseconds: Int64
  }

  /// The migrations that ran, in order.
  package let steps: [Step]
  /// The lines in which the schema would differ.
  package let schemaDifference: [String]
  /// The tables whose number of rows would change, by name.
  package let rowCounts: [RowCount]
  /// Why the next migration failed, which `up` would do too; nil when all of them ran.
  package let failure: MigrationError?
}

extension Migrator {
  /// Runs what is pending on a private copy of the database, and leaves the database untouched,
  /// byte for byte.
  ///
  /// - Parameter target: the version to stop after; nil for the newest.
  /// - Returns: what would happen.
  /// - Throws: `MigrationError` when `up` would refuse before it starts, or `DatabaseError` of kind
  ///   `readOnly` when the database would have to be recovered after a crash in order to be read.
  package func dryRun(to target: Int64? = nil) throws -> DryRun {
    guard DatabaseFile.exists(path) else {
      let pending = try pending(in: nil, to: target)
      return try Migrator.dryRun(pending, in: Session(isInterrupted: isInterrupted))
    }
    var pending: [Migration] = []
    let copy: PrivateCopy? = try Database.reading(path, mayRecover: false) { database in
      pending = try self.pending(in: database, to: target)
      return pending.isEmpty ? nil : try PrivateCopy(of: database, isInterrupted: isInterrupted)
    }
    guard let copy else { return try Migrator.dryRun([], in: Session()) }
    return try copy.withSession { try Migrator.dryRun(pending, in: $0) }
  }

  private static func dryRun(_ pending: [Migration], in session: Session) throws -> DryRun {
    let schemaBefore = try Schema(of: session.database)
    let countsBefore = try rowCounts(session.database)
    var steps: [DryRun.Step] = []
    var failure: MigrationError?
    for migration in pending {
      do throws(MigrationError) {
        let duration = try session.apply(migration)
        steps.append(
          DryRun.Step(
            version: migration.version, label: migration.label,
            writtenRows: session.writtenRows, durationMilliseconds: duration))
      } catch {
        failure = error
        break
      }
    }
    let schemaAfter = try Schema(of: session.database)
    return DryRun(
      steps: steps, schemaDifference: schemaBefore.difference(to: schemaAfter),
      rowCounts: differences(countsBefore, try rowCounts(session.database)), failure: failure)
  }

  private static func rowCounts(_ database: Database) throws(DatabaseError) -> [String: Int64] {
    var counts: [String: Int64] = [:]
    for object in try Schema(of: database).objects where object.kind == .table {
      let count = try database.value("SELECT count(*) FROM main.\(quoted(object.name))")
      counts[object.name] = count?.integer
    }
    return counts
  }

  private static func differences(
    _ before: [String: Int64], _ after: [String: Int64]
  ) -> [DryRun.RowCount] {
    Set(before.keys).union(after.keys).sorted().compactMap { table in
      before[table] == after[table]
        ? nil : DryRun.RowCount(table: table, before: before[table], after: after[table])
    }
  }
}
