internal import SQLite

/// Runs verify files, whose statements must succeed and return no row.
enum Verification {
  /// Runs one verify file; what it writes stays in the transaction that is open.
  ///
  /// - Parameters:
  ///   - script: the file.
  ///   - database: a connection.
  /// - Throws: `MigrationError` for the first statement that fails or returns a row.
  static func run(_ script: MigrationScript, on database: Database) throws(MigrationError) {
    var walk = ScriptWalk(script, on: database)
    while let statement = try walk.next() {
      let hasRow: Bool
      do throws(DatabaseError) { hasRow = try statement.step() } catch { throw walk.failure(error) }
      guard !hasRow else {
        let row = describe(statement)
        throw MigrationError(
          .verification,
          [walk.problem("expected no row but found \(row), in: \(walk.excerpt)")])
      }
    }
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
