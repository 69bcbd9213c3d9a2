internal import SQLite

/// A check under way.
struct CheckRun {
  private var check: Check
  private let session: Session
  private let migrations: MigrationSet
  /// For each migration, the schema before it was applied here.
  private var schemasBefore: [Int64: Schema] = [:]

  /// Checks migrations on a database.
  ///
  /// - Parameters:
  ///   - migrations: the files.
  ///   - path: the database that it is a copy of, if it is.
  ///   - session: a session on a database that nobody needs any more.
  /// - Returns: what was found.
  /// - Throws: `MigrationError` when the history can't be read, or `DatabaseError`.
  static func check(
    _ migrations: MigrationSet, path: String?, on session: Session
  ) throws -> Check {
    var run = CheckRun(check: Check(path: path), session: session, migrations: migrations)
    try run.run()
    return run.check
  }

  private var hasProblems: Bool { !check.problems.isEmpty }

  private mutating func run() throws {
    let plan = try Plan(migrations, session.database)
    check.problems = plan.objections()
    let rehearsal = try Rehearsal(
      for: session.database, isInterrupted: session.isInterrupted)
    check.problems += try Migrator.problems(in: plan.pending, rehearsal)
    if hasProblems { return }
    try apply(plan.pending, as: .up)
    if hasProblems { return }
    let schema = try Schema(of: session.database)
    verify()
    let undone = try undoAll()
    if hasProblems { return }
    try apply(undone.reversed(), as: .upAgain)
    if hasProblems { return }
    try compare(schema)
  }

  private mutating func apply(_ pending: [Migration], as name: Check.Stage.Name) throws {
    let start = ContinuousClock.now
    var count = 0
    for migration in pending {
      if name == .up { schemasBefore[migration.version] = try Schema(of: session.database) }
      do throws(MigrationError) {
        _ = try session.apply(migration)
        count += 1
      } catch {
        if error.kind == .statement(.interrupted) { throw error }
        check.problems += error.problems
        break
      }
    }
    finish(name, count, start)
  }

  private mutating func verify() {
    let start = ContinuousClock.now
    let migrations = migrations.migrations.filter { $0.verify != nil }
    check.problems += Migrator.verify(migrations, on: session.database, mayWrite: true).problems
    finish(.verify, migrations.count, start)
  }

  /// Undoes migrations down to the first that can't be.
  ///
  /// - Returns: what was undone, the newest first.
  private mutating func undoAll() throws -> [Migration] {
    let start = ContinuousClock.now
    var undone: [Migration] = []
    for applied in try History.read(session.database).reversed() {
      guard let migration = migrations.migration(applied.version) else { break }
      guard let script = applied.down else {
        check.notes.append(
          "\(migration.label) has no down file: it and those before it stay applied")
        break
      }
      // The text is the file's, else there would have been an objection.
      let down = MigrationScript(path: migration.down?.path ?? migration.up.path, text: script)
      do throws(MigrationError) {
        _ = try session.undo(applied.version, down)
      } catch {
        if error.kind == .statement(.interrupted) { throw error }
        check.problems += error.problems
        break
      }
      undone.append(migration)
      try compareUndone(migration, down)
    }
    finish(.down, undone.count, start)
    return undone
  }

  private mutating func compareUndone(_ migration: Migration, _ down: MigrationScript) throws {
    guard let before = schemasBefore[migration.version] else { return }
    let schema = try Schema(of: session.database)
    guard !schema.isEquivalent(to: before) else { return }
    check.problems.append(
      Problem(
        path: down.path, line: 1,
        message: "the schema after it is not the one before \(migration.up.path)",
        details: before.difference(to: schema)))
  }

  private mutating func compare(_ expected: Schema) throws {
    let schema = try Schema(of: session.database)
    guard !schema.isEquivalent(to: expected) else { return }
    check.problems.append(
      Problem(
        path: migrations.folder, message: "applying them again makes another schema",
        details: expected.difference(to: schema)))
  }

  private mutating func finish(
    _ name: Check.Stage.Name, _ count: Int, _ start: ContinuousClock.Instant
  ) {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    let duration = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    check.stages.append(Check.Stage(name: name, count: count, durationMilliseconds: duration))
  }
}
