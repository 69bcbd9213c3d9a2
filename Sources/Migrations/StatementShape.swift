/// What a statement does to tables, by its first words; SQLite has accepted it before.
enum StatementShape: Equatable {
  /// `CREATE TABLE name`.
  case createTable(String)
  /// `DROP TABLE name`.
  case dropTable(String)
  /// `ALTER TABLE table ADD COLUMN column`.
  case addColumn(table: String, column: String)
  /// `ALTER TABLE table DROP COLUMN column`.
  case dropColumn(table: String, column: String)
  /// `ALTER TABLE from RENAME TO to`.
  case renameTable(from: String, to: String)
  /// `ALTER TABLE table RENAME COLUMN from TO to`.
  case renameColumn(table: String, from: String, to: String)
  /// Anything else.
  case other

  /// Whether and how a statement makes itself conditional on what is there.
  enum Condition: Equatable {
    case ifNotExists
    case ifExists
  }

  /// Reads the first words of a statement.
  ///
  /// - Parameter sql: one statement.
  /// - Returns: its shape, and its condition if it has one.
  static func of(_ sql: String) -> (shape: StatementShape, condition: Condition?) {
    var words = Words(SQLTokens(sql))
    switch words.take() {
    case "CREATE": return create(&words)
    case "DROP":
      let kind = words.take()
      let condition: Condition? = words.skip("IF", "EXISTS") ? .ifExists : nil
      guard kind == "TABLE", let name = words.name() else { return (.other, condition) }
      return (.dropTable(name), condition)
    case "ALTER":
      _ = words.take()
      guard let table = words.name() else { return (.other, nil) }
      return (alter(table, &words), nil)
    default: return (.other, nil)
    }
  }

  private static func create(_ words: inout Words) -> (StatementShape, Condition?) {
    var kind = words.take()
    let isTemporary = kind == "TEMP" || kind == "TEMPORARY"
    if isTemporary || kind == "UNIQUE" || kind == "VIRTUAL" { kind = words.take() }
    let condition: Condition? = words.skip("IF", "NOT", "EXISTS") ? .ifNotExists : nil
    guard kind == "TABLE", !isTemporary, let name = words.name() else { return (.other, condition) }
    return (.createTable(name), condition)
  }

  private static func alter(_ table: String, _ words: inout Words) -> StatementShape {
    let verb = words.take()
    if verb == "RENAME", words.skip("TO") {
      return words.name().map { .renameTable(from: table, to: $0) } ?? .other
    }
    _ = words.skip("COLUMN")
    guard let column = words.name() else { return .other }
    switch verb {
    case "ADD": return .addColumn(table: table, column: column)
    case "DROP": return .dropColumn(table: table, column: column)
    case "RENAME":
      guard words.skip("TO"), let new = words.name() else { return .other }
      return .renameColumn(table: table, from: column, to: new)
    default: return .other
    }
  }
}

/// The tokens at the start of a statement, taken one after another.
private struct Words {
  /// No statement needs more of them to show its shape.
  private static let limit = 16
  private var tokens: ArraySlice<SQLTokens.Token>

  init(_ tokens: SQLTokens) {
    self.tokens = Array(tokens.prefix(Words.limit))[...]
  }

  /// The next word in capitals; empty where there is none.
  mutating func take() -> String { tokens.popFirst()?.word ?? "" }

  /// Goes behind these words if they are next.
  mutating func skip(_ words: String...) -> Bool {
    guard tokens.prefix(words.count).map(\.word) == words else { return false }
    tokens = tokens.dropFirst(words.count)
    return true
  }

  /// A name, without the name of its database before it.
  mutating func name() -> String? {
    guard let first = tokens.popFirst() else { return nil }
    guard tokens.first?.text == "." else { return first.name }
    return tokens.dropFirst().first.map { second in
      tokens = tokens.dropFirst(2)
      return second.name
    }
  }
}
