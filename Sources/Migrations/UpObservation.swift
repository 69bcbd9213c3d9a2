/// What the statements of one up file did to tables, and on which lines.
struct UpObservation {
  /// A statement.
  struct Statement {
    let shape: StatementShape
    let condition: StatementShape.Condition?
    let lines: ClosedRange<Int>
    /// Whether it says what is to be in the place of NULL.
    let handlesNull: Bool
  }

  /// The statements, in order.
  private(set) var statements: [Statement] = []
  /// For a table that got another name, the name it had at the beginning.
  private var originalNames: [String: String] = [:]
  /// Where the table that has this name now was made or altered last.
  private var lines: [String: Int] = [:]

  /// Adds a statement.
  mutating func add(_ sql: String, _ lines: ClosedRange<Int>) {
    let (shape, condition) = StatementShape.of(sql)
    statements.append(
      Statement(
        shape: shape, condition: condition, lines: lines,
        handlesNull: UpObservation.handlesNull(sql)))
    switch shape {
    case .createTable(let name): self.lines[name.lowercased()] = lines.lowerBound
    case .addColumn(let table, _): self.lines[table.lowercased()] = lines.lowerBound
    case .renameTable(let from, let to):
      rename(from, to: to)
      self.lines[to.lowercased()] = self.lines.removeValue(forKey: from.lowercased())
    default: break
    }
  }

  /// Notes that a table got another name.
  mutating func rename(_ from: String, to: String) {
    originalNames[to.lowercased()] = originalName(from)
    originalNames[from.lowercased()] = nil
  }

  /// Whether a statement that writes rows says something about NULL.
  private static func handlesNull(_ sql: String) -> Bool {
    var tokens = SQLTokens(sql)
    guard let first = tokens.next()?.word,
      ["INSERT", "UPDATE", "DELETE", "REPLACE", "WITH"].contains(first)
    else { return false }
    while let token = tokens.next() {
      if ["NULL", "NOTNULL", "COALESCE", "IFNULL"].contains(token.word) { return true }
    }
    return false
  }

  /// The name that a table had at the beginning, of the one that has this name now.
  func originalName(_ name: String) -> String { originalNames[name.lowercased()] ?? name }

  /// Where the table that has this name at the end was made or altered last.
  func line(of table: String) -> Int? { lines[table.lowercased()] }

  /// The statement that begins on a line or includes it, else the next one.
  func statement(at line: Int) -> Statement? {
    statements.first { $0.lines.upperBound >= line }
  }
}
