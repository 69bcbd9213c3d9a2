internal import SQLite

/// Looks for what destroys data or breaks readers, by running the migrations on an empty database
/// in memory, each up, down and up again.
package struct Lint {
  private let migrations: MigrationSet
  private var session: Session
  private var findings: [LintFinding] = []
  /// The tables as they are now, by name in small letters.
  private var tables: [String: TableFacts] = [:]
  private var schema: Schema
  /// Where each foreign key came from.
  private var origins: [TableFacts.ForeignKey: (migration: Migration, line: Int?)] = [:]

  private init(_ migrations: MigrationSet) throws {
    self.migrations = migrations
    session = try Session()
    schema = try Schema(of: session.database)
  }

  /// Looks at migrations.
  ///
  /// - Parameters:
  ///   - migrations: all of them.
  ///   - version: findings in migrations up to this one are left out.
  /// - Returns: what was found, by file and line, without what comments allow.
  /// - Throws: `MigrationError` when a migration can't be applied.
  package static func findings(
    in migrations: MigrationSet, after version: Int64 = 0
  ) throws -> [LintFinding] {
    var lint = try Lint(migrations)
    for migration in migrations.migrations { try lint.add(migration) }
    lint.addForeignKeys()
    return lint.findings.filter { $0.version > version }.sorted {
      ($0.version, $0.problem.path ?? "", $0.problem.line ?? 0)
        < ($1.version, $1.problem.path ?? "", $1.problem.line ?? 0)
    }
  }

  private mutating func add(_ migration: Migration) throws {
    let before = (schema: schema, tables: tables)
    var observation = UpObservation()
    session.onStatement = { observation.add($0, $1) }
    do throws(MigrationError) { _ = try session.apply(migration) } catch {
      throw error.explained(done: [], rest: [migration.label], verb: "applied to an empty database")
    }
    session.onStatement = nil
    schema = try Schema(of: session.database)
    let changed = try updateTables(since: before.schema)
    let change = UpChange(
      migration: migration, observation: observation, before: before.schema, after: schema,
      tablesBefore: before.tables, tablesAfter: tables)
    findings += change.findings
    for key in changed.flatMap(\.foreignKeys) where origins[key] == nil {
      origins[key] = (migration, observation.line(of: key.table))
    }
    try checkDown(of: migration, before: before.schema)
  }

  /// Looks again at the tables whose statements or indexes are not what they were.
  ///
  /// - Returns: what is so of these tables now.
  private mutating func updateTables(since before: Schema) throws -> [TableFacts] {
    var changed: [TableFacts] = []
    let difference = schema.objects.difference(from: before.objects)
    for table in Set(difference.map(\.element.table)) {
      let isPresent = schema.objects.contains { $0.kind == .table && $0.name == table }
      let facts = isPresent ? try TableFacts(of: table, in: session.database) : nil
      tables[table.lowercased()] = facts
      if let facts { changed.append(facts) }
    }
    return changed
  }

  // MARK: Rules about more than the statements

  /// Undoes a migration and applies it again.
  private mutating func checkDown(of migration: Migration, before: Schema) throws {
    guard let down = migration.down else { return }
    do throws(MigrationError) {
      _ = try session.undo(migration.version, down)
    } catch {
      return report(.downDoesNotUndo, migration, error.problems.first, allowedBy: down)
    }
    let undone = try Schema(of: session.database)
    guard undone.isEquivalent(to: before) else {
      let problem = Problem(
        path: down.path, line: 1,
        message: "the schema after it is not the one before \(migration.up.path)",
        details: before.difference(to: undone))
      report(.downDoesNotUndo, migration, problem, allowedBy: down)
      return try restart(through: migration)
    }
    try applyAgain(migration, down)
  }

  private mutating func applyAgain(_ migration: Migration, _ down: MigrationScript) throws {
    do throws(MigrationError) {
      _ = try session.apply(migration)
    } catch {
      if var problem = error.problems.first {
        problem.message = "can't be applied again after \(down.path): \(problem.message)"
        report(.downDoesNotUndo, migration, problem, allowedBy: down)
      }
      return try restart(through: migration)
    }
    let again = try Schema(of: session.database)
    if !again.isEquivalent(to: schema) {
      let problem = Problem(
        path: down.path, line: 1, message: "after it, \(migration.up.path) makes another schema",
        details: schema.difference(to: again))
      report(.downDoesNotUndo, migration, problem, allowedBy: down)
      try restart(through: migration)
    }
  }

  /// Makes the schema anew that the migrations up to this one make.
  private mutating func restart(through last: Migration) throws {
    session = try Session()
    for migration in migrations.migrations where migration.version <= last.version {
      _ = try session.apply(migration)
    }
  }

  private mutating func report(
    _ rule: LintRule, _ migration: Migration, _ problem: Problem?, allowedBy script: MigrationScript
  ) {
    guard let problem, !Allowances(in: script).names.contains(rule.rawValue) else { return }
    findings.append(LintFinding(rule: rule, version: migration.version, problem: problem))
  }

  /// Reports the foreign keys that have no index when all the migrations are applied.
  private mutating func addForeignKeys() {
    for key in tables.values.flatMap(\.foreignKeysWithoutIndex) {
      guard let origin = origins[key] else { continue }
      let script = origin.migration.up
      if Allowances(in: script).names.contains(LintRule.foreignKeyWithoutIndex.rawValue) {
        continue
      }
      let columns = key.columns.joined(separator: ", ")
      findings.append(
        LintFinding(
          rule: .foreignKeyWithoutIndex, version: origin.migration.version,
          problem: Problem(
            path: script.path, line: origin.line,
            message: "\(key.table) (\(columns)) refers to \(key.parent) without an index; "
              + "CREATE INDEX … ON \(key.table) (\(columns))")))
    }
  }
}

extension CollectionDifference.Change {
  /// What was removed or inserted.
  fileprivate var element: ChangeElement {
    switch self {
    case .insert(_, let element, _), .remove(_, let element, _): element
    }
  }
}
