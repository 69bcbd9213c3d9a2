/// What one up file changed, and what the rules say about it.
struct UpChange {
  let migration: Migration
  let observation: UpObservation
  let before: Schema
  let after: Schema
  let tablesBefore: [String: TableFacts]
  let tablesAfter: [String: TableFacts]

  /// What the rules found, without what comments allow.
  var findings: [LintFinding] {
    let comments = Allowances(in: migration.up).comments
    var findings = observation.statements.flatMap { statement in
      let allowed = comments.filter { comment in
        observation.statement(at: comment.line)?.lines == statement.lines
      }.flatMap(\.names)
      return self.findings(for: statement).filter { !allowed.contains($0.rule.rawValue) }
    }
    let known = Set(LintRule.allCases.map(\.rawValue))
    for comment in comments {
      for name in comment.names where !known.contains(name) {
        let message = "expected the name of a rule after 'allow' but found '\(name)'"
        findings.append(finding(.unknownRule, comment.line, message))
      }
    }
    return findings
  }

  private func finding(
    _ rule: LintRule, _ line: Int, _ message: String, details: [String] = []
  ) -> LintFinding {
    LintFinding(
      rule: rule, version: migration.version,
      problem: Problem(path: migration.up.path, line: line, message: message, details: details))
  }

  private func findings(for statement: UpObservation.Statement) -> [LintFinding] {
    let line = statement.lines.lowerBound
    var findings: [LintFinding] = []
    switch statement.condition {
    case .ifNotExists:
      findings.append(
        finding(
          .ifNotExists, line,
          "IF NOT EXISTS hides that something else is there already; leave it out"))
    case .ifExists:
      findings.append(
        finding(.ifExists, line, "IF EXISTS hides that what should be there is not; leave it out"))
    case nil: break
    }
    switch statement.shape {
    case .dropTable(let name): findings += dropped(name, line)
    case .dropColumn(let table, let column) where had(table, column):
      findings.append(
        finding(.dropColumn, line, "\(table).\(column) is dropped with its values"))
    case .addColumn(let table, let column): findings += added(table, column, line)
    case .renameTable(let from, let to): findings += renamed(from, to, line)
    case .renameColumn(let table, let from, let to) where had(table, from):
      findings.append(
        finding(.rename, line, "those who read \(table).\(from) don't know it as \(to)"))
    case .createTable(let name): findings += tightened(name, line)
    default: break
    }
    return findings
  }

  // MARK: Rules

  private func dropped(_ name: String, _ line: Int) -> [LintFinding] {
    let original = originalName(ofDropped: name)
    guard let table = has(original, in: before) else { return [] }
    guard has(original, in: after) != nil else {
      return [finding(.dropTable, line, "the table \(table) is dropped with its rows")]
    }
    let lost = before.objects.filter { object in
      object.kind != .table && object.kind != .view && object.table == table
        && !after.objects.contains { $0.kind == object.kind && $0.name == object.name }
    }
    if lost.isEmpty { return [] }
    let names = lost.map { "\($0.kind) \($0.name)" }.joined(separator: ", ")
    return [
      finding(.incompleteRebuild, line, "the table \(table) is rebuilt without its \(names)")
    ]
  }

  /// The name at the beginning of the table that was dropped under this one.
  private func originalName(ofDropped name: String) -> String {
    var seen = UpObservation()
    for statement in observation.statements {
      if case .dropTable(name) = statement.shape { break }
      if case .renameTable(let from, let to) = statement.shape { seen.rename(from, to: to) }
    }
    return seen.originalName(name)
  }

  private func renamed(_ from: String, _ to: String, _ line: Int) -> [LintFinding] {
    guard let table = has(from, in: before), has(from, in: after) == nil else { return [] }
    return [finding(.rename, line, "those who read the table \(table) don't know it as \(to)")]
  }

  private func added(_ table: String, _ column: String, _ line: Int) -> [LintFinding] {
    guard has(table, in: before) != nil, needsValue(table, column, in: tablesAfter) else {
      return []
    }
    return [
      finding(
        .notNullWithoutDefault, line,
        "\(table).\(column) is NOT NULL without a default, which fails where the table has rows")
    ]
  }

  /// Columns that could be NULL before a rebuild and can't after it.
  private func tightened(_ name: String, _ line: Int) -> [LintFinding] {
    // The table that was made on this line may have another name at the end.
    let tables = tablesAfter.keys.filter { observation.line(of: $0) == line }
    guard let table = tables.first, let old = tablesBefore[table], let new = tablesAfter[table],
      !observation.statements.contains(where: \.handlesNull)
    else { return [] }
    let nullable = Set(old.columns.filter(\.isNullable).map { $0.name.lowercased() })
    return new.columns.filter { !$0.isNullable && nullable.contains($0.name.lowercased()) }.map {
      finding(
        .notNullWithoutDefault, line,
        "\(table).\($0.name) becomes NOT NULL, which fails where rows have no value for it")
    }
  }

  // MARK: Facts

  private func has(_ table: String, in schema: Schema) -> String? {
    schema.objects.first {
      $0.kind == .table && $0.name.lowercased() == table.lowercased()
    }?.name
  }

  private func had(_ table: String, _ column: String) -> Bool {
    tablesBefore[table.lowercased()]?.columns.contains {
      $0.name.lowercased() == column.lowercased()
    } ?? false
  }

  private func needsValue(
    _ table: String, _ column: String, in tables: [String: TableFacts]
  ) -> Bool {
    tables[table.lowercased()]?.columns.contains {
      $0.name.lowercased() == column.lowercased() && $0.needsValue
    } ?? false
  }
}
