internal import SQLite

/// What the verify files say, whose statements must succeed and return no row.
package struct Verification: Sendable, Equatable {
  /// The migrations that have a verify file.
  package let verified: [String]
  /// What was found wrong, one problem for each migration at most.
  package let problems: [Problem]
}

// MARK: One file

extension Verification {
  /// Runs one verify file; what it writes stays in the transaction that is open.
  ///
  /// - Parameters:
  ///   - script: the file.
  ///   - database: a connection.
  ///   - mayWrite: whether statements that write are run.
  /// - Returns: whether all statements were run; false when one was met that writes and may not.
  /// - Throws: `MigrationError` for the first statement that fails or returns a row.
  @discardableResult
  static func run(
    _ script: MigrationScript, on database: Database, mayWrite: Bool = true
  ) throws(MigrationError) -> Bool {
    var walk = ScriptWalk(script, on: database)
    while let statement = try walk.next() {
      guard mayWrite || statement.isReadOnly else { return false }
      let hasRow: Bool
      do throws(DatabaseError) { hasRow = try statement.step() } catch { throw walk.failure(error) }
      guard !hasRow else {
        let row = describe(statement)
        throw MigrationError(
          .verification,
          [walk.problem("expected no row but found \(row), in: \(walk.excerpt)")])
      }
    }
    return true
  }

  private static func describe(_ statement: borrowing Statement) -> String {
    (0..<statement.columnCount).map { index in
      "\(statement.columnName(at: index)) = \(literal(statement.value(at: index)))"
    }.joined(separator: ", ")
  }

  private static func literal(_ value: Value) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let integer): String(integer)
    case .real(let real): real.description
    case .text(let text): "'\(text.prefix(60))'"
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}

// MARK: All files

extension Migrator {
  /// Verifies every applied migration that has a verify file.
  ///
  /// The database is only read: statements that write are run on a private copy.
  ///
  /// - Returns: what was found.
  /// - Throws: `MigrationError` or `DatabaseError` when the database can't be read or copied.
  package func verify() throws -> Verification {
    try requireDatabase()
    return try Database.reading(path) { database in
      let applied = try Plan(migrations, database).entries.filter { $0.applied != nil }
      let migrations = applied.compactMap(\.migration).filter { $0.verify != nil }
      let (problems, writing) = Migrator.verify(migrations, on: database, mayWrite: false)
      var written: [Problem] = []
      if !writing.isEmpty {
        let copy = try PrivateCopy(of: database, isInterrupted: isInterrupted)
        written = try copy.withSession { session in
          try session.database.execute("PRAGMA foreign_keys = ON")
          return Migrator.verify(writing, on: session.database, mayWrite: true).problems
        }
      }
      return Verification(verified: migrations.map(\.label), problems: problems + written)
    }
  }

  /// Runs the verify files of migrations, each in a transaction that is rolled back.
  ///
  /// - Parameters:
  ///   - migrations: migrations that are applied.
  ///   - database: a connection.
  ///   - mayWrite: whether statements that write are run.
  /// - Returns: what was found wrong, and the migrations with statements that write and may not.
  static func verify(
    _ migrations: [Migration], on database: Database, mayWrite: Bool
  ) -> (problems: [Problem], writing: [Migration]) {
    var problems: [Problem] = []
    var writing: [Migration] = []
    for migration in migrations {
      guard let script = migration.verify else { continue }
      if mayWrite { try? database.execute("BEGIN") }
      defer { database.rollback() }
      do throws(MigrationError) {
        let isComplete = try Verification.run(script, on: database, mayWrite: mayWrite)
        if !isComplete { writing.append(migration) }
      } catch {
        problems += error.problems
      }
    }
    return (problems, writing)
  }
}
