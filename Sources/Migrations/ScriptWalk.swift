internal import SQLite

/// Goes through the statements of a migration file, within the rules for them, and says where
/// those that fail are.
struct ScriptWalk: ~Copyable {
  /// The file.
  let source: MigrationScript
  private let authorizer: Authorizer
  private var script: Script

  /// The statements of `source`, for a connection.
  init(_ source: MigrationScript, on database: Database) {
    self.source = source
    authorizer = Authorizer(database, protecting: History.protectedTables)
    script = Script(source.text, on: database)
  }

  /// Compiles the next statement; the one before must have been run.
  ///
  /// - Returns: the statement, or nil at the end.
  /// - Throws: `MigrationError` when SQLite can't compile it, or it may not be in a migration.
  mutating func next() throws(MigrationError) -> Statement? {
    authorizer.beginCompiling()
    defer { authorizer.endCompiling() }
    let statement: Statement?
    do throws(DatabaseError) { statement = try script.next() } catch { throw failure(error) }
    if let objection = objectionToPragma {
      throw MigrationError(.invalidFiles, [problem(objection)])
    }
    return statement
  }

  /// Whether a statement may have changed the connection, and not only the database.
  var hasChangedConnection: Bool { authorizer.hasChangedConnection }

  /// Whether the next statement can be compiled though the present one could not.
  var canSkip: Bool { script.hasReadStatement }

  /// The statement that is compiled now, as it is written.
  var statementText: String { script.statementText }

  /// The lines of the statement that is compiled now, counting from 1.
  var statementLines: ClosedRange<Int> {
    let first = script.position(of: script.statementStart).line
    return first...max(first, script.position(of: script.statementEnd - 1).line)
  }

  /// What an error of the present statement means for its file.
  ///
  /// - Parameter error: SQLite's refusal to compile or to run it.
  /// - Returns: the error, with the place.
  func failure(_ error: DatabaseError) -> MigrationError {
    let position = script.position(of: script.statementStart + (error.offset ?? 0))
    let message =
      if error.kind == .unauthorized, let refused = authorizer.refused {
        ScriptWalk.refusal(of: refused)
      } else {
        "\(error.reason)\(ScriptWalk.hint(for: error)), in: \(excerpt)"
      }
    return MigrationError(
      .statement(error.kind),
      [
        Problem(
          path: source.path, line: position.line, column: position.column, message: message)
      ])
  }

  /// A problem of the present statement.
  ///
  /// - Parameters:
  ///   - message: what is wrong.
  ///   - details: more lines.
  /// - Returns: the problem, with the place where the statement begins.
  func problem(_ message: String, details: [String] = []) -> Problem {
    let position = script.position(of: script.statementStart)
    return Problem(
      path: source.path, line: position.line, column: position.column, message: message,
      details: details)
  }

  /// The present statement on one line, cut where it is long.
  var excerpt: String {
    let words = statementText.split { $0.isWhitespace }.joined(separator: " ")
    let limit = ScriptWalk.excerptLimit
    return words.count > limit ? words.prefix(limit) + "…" : words
  }

  /// How many characters of a statement a message shows.
  private static let excerptLimit = 120

  /// What is wrong with a PRAGMA that can't work in a transaction, of which SQLite may say nothing.
  private var objectionToPragma: String? {
    guard source.isTransactional, authorizer.pragma == "journal_mode",
      statementText.contains("=") || statementText.contains("(")
    else { return nil }
    return "PRAGMA journal_mode can't be changed in a transaction; \(ScriptWalk.remedy)"
  }

  private static let remedy =
    "put it into a migration of its own whose first line is '-- bank-etl: no-transaction'"

  private static func refusal(of words: String) -> String {
    switch words {
    case _ where words.hasPrefix("a write to"):
      "\(words) is refused in a migration: bank-etl keeps that table itself; delete the statement"
    case "ATTACH", "DETACH", "VACUUM INTO":
      "\(words) is refused in a migration, which changes one database; delete the statement"
    default:
      "\(words) is refused in a migration, which is one transaction that bank-etl begins and "
        + "ends; delete the statement"
    }
  }

  /// What to do about an error whose message doesn't say it.
  private static func hint(for error: DatabaseError) -> String {
    isAboutTransaction(error) ? " (\(remedy))" : ""
  }

  /// Whether a statement failed because it can't run in a transaction.
  static func isAboutTransaction(_ error: DatabaseError) -> Bool {
    error.message.hasPrefix("cannot VACUUM")
      || error.message.hasSuffix("inside a transaction")
      || error.message.hasSuffix("within a transaction")
  }
}
