import Migrations

/// `bank-etl migrate lint`: warns about what destroys data or breaks readers.
enum MigrateLintCommand {
  private static let after = Option.valued(
    "after", "VERSION", .number(0...Int64.max),
    help: "leave out findings in migrations up to this one")

  static let command = Command(
    path: ["migrate", "lint"],
    summary: "warn about what destroys data or breaks readers",
    options: [after, .problemFormat, .migrations, .package, .json, .quiet],
    examples: [
      Example("bank-etl migrate lint", "look at all migrations; status 1 when something is found"),
      Example("bank-etl migrate lint --after 7", "look at those after migration 7 only"),
    ],
    discussion: """
      The migrations are run on an empty database in memory, each up, down and up again. A comment \
      on a line of its own in or before a statement allows what it does: '-- bank-etl: allow \
      drop-table'. The rules:

      \(rules)
      """,
    action: MigrateReport.action(run))

  private static let rules = LintRule.allCases.map { "\($0.rawValue): \($0.summary)" }
    .joined(separator: "\n")

  private static func run(
    _ arguments: ParsedArguments, _ report: MigrateReport
  ) throws -> ExitStatus {
    let migrations = try MigrateSettings.migrations(arguments)
    let findings = try Lint.findings(in: migrations, after: arguments.number(after) ?? 0)
    let format = arguments.choice(.problemFormat, as: ProblemFormat.self) ?? .text
    let text = findings.map { finding in
      format.lines(about: finding.problem, .warning, title: finding.rule.rawValue)
    }.joined()
    try report.show(
      ["findings": .array(findings.map(json))], isGood: findings.isEmpty,
      text: findings.isEmpty ? "nothing found\n" : text)
    return findings.isEmpty ? .success : .negative
  }

  private static func json(_ finding: LintFinding) -> JSON {
    let rule: [JSON.Member] = [
      JSON.Member(name: "rule", value: .string(finding.rule.rawValue)),
      JSON.Member(name: "version", value: .integer(finding.version)),
    ]
    guard case .object(let members) = finding.problem.json else { return .object(rule) }
    return .object(rule + members)
  }
}
