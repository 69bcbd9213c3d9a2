internal import SQLite

/// Compiles and runs scripts on a database in memory that has the tables of the real one and none
/// of its rows, to find what is wrong with the scripts before any of them is run for real.
struct Rehearsal {
  private var database: Database
  /// Whether the schema is what it will be for real when the next script begins.
  ///
  /// Otherwise only what no schema could make right is a problem.
  private var isFaithful = true
  private let isInterrupted: @Sendable () -> Bool
  private var watch: InterruptionWatch

  /// A rehearsal for a database.
  ///
  /// - Parameters:
  ///   - original: a connection to it; nil when it is to be made.
  ///   - isInterrupted: whether what runs is to be stopped.
  /// - Throws: `DatabaseError` when its schema can't be read.
  init(
    for original: Database?, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(DatabaseError) {
    let database = try Database(path: ":memory:", access: .create)
    self.database = database
    self.isInterrupted = isInterrupted
    watch = InterruptionWatch(database, isRequested: isInterrupted)
    guard let original else { return }
    for sql in try Rehearsal.definitions(in: original) {
      // A table of a module that this program hasn't, or in words that SQLite once allowed.
      do throws(DatabaseError) { try database.execute(sql) } catch { isFaithful = false }
    }
  }

  /// The statements that make the schema, each after what it needs.
  private static func definitions(in database: Database) throws(DatabaseError) -> [String] {
    // Shadow tables come with their virtual tables, and sqlite_sequence with the first table that
    // needs it.
    let shadows = try Schema.shadowTables(in: database)
    let rows = try database.rows(
      """
      SELECT sql, name FROM main.sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*'
      ORDER BY CASE type WHEN 'table' THEN 0 WHEN 'view' THEN 1 WHEN 'index' THEN 2 ELSE 3 END, rowid
      """
    ).filter { row in row[1].text.map { !shadows.contains($0) } ?? false }
    let hasStatistics =
      try database.value("SELECT 1 FROM main.sqlite_schema WHERE name = 'sqlite_stat1'") != nil
    return rows.compactMap { $0[0].text } + (hasStatistics ? ["ANALYZE sqlite_schema"] : [])
  }

  /// Rehearses one script after those before it.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - isKept: whether the next script is to find what this one did.
  /// - Returns: what is wrong with it: the first statement that can't be compiled, or may not be in
  ///   a migration.
  /// - Throws: `MigrationError` when it is stopped by a signal.
  mutating func problems(
    in script: MigrationScript, isKept: Bool = true
  ) throws(MigrationError) -> [Problem] {
    let wasFaithful = isFaithful
    if script.isTransactional { try? database.execute("BEGIN") }
    var walk = ScriptWalk(script, on: database)
    let problems = try problems(in: &walk)
    if isKept {
      if database.isInTransaction { try? database.execute("COMMIT") }
    } else {
      database.rollback()
      isFaithful = wasFaithful
    }
    if walk.hasChangedConnection { renew() }
    return problems
  }

  /// Says that something is missing before the next script that would be done for real.
  mutating func expectAnySchema() { isFaithful = false }

  /// Puts a new connection in the place of one that a script may have changed.
  private mutating func renew() {
    do throws(DatabaseError) {
      let new = try Database(path: ":memory:", access: .create)
      try database.copy(to: new)
      database = new
      watch = InterruptionWatch(new, isRequested: isInterrupted)
    } catch {
      isFaithful = false
    }
  }

  private mutating func problems(
    in walk: inout ScriptWalk
  ) throws(MigrationError) -> [Problem] {
    while true {
      do throws(MigrationError) {
        guard let statement = try walk.next() else { return [] }
        if let problems = try problems(running: statement, walk) { return problems }
      } catch {
        if error.kind == .statement(.interrupted) { throw error }
        let isProblem = isFaithful || Rehearsal.isCertain(error)
        isFaithful = false
        if isProblem { return error.problems }
        guard walk.canSkip else { return [] }
      }
    }
  }

  private mutating func problems(
    running statement: borrowing Statement, _ walk: borrowing ScriptWalk
  ) throws(MigrationError) -> [Problem]? {
    do throws(DatabaseError) {
      try statement.run()
      return nil
    } catch {
      if error.kind == .interrupted { throw walk.failure(error) }
      if error.kind == .unauthorized || ScriptWalk.isAboutTransaction(error) {
        return walk.failure(error).problems
      }
      // It may be for want of rows.
      isFaithful = false
      return nil
    }
  }

  /// Whether an error would be one in any database.
  private static func isCertain(_ error: MigrationError) -> Bool {
    if error.kind == .statement(.unauthorized) || error.kind == .invalidFiles { return true }
    return error.problems.contains { problem in
      ["syntax error", "unrecognized token", "incomplete input"].contains {
        problem.message.contains($0)
      }
    }
  }
}
