import Migrations

/// `bank-etl migrate validate`: the files against the database.
enum MigrateValidateCommand {
  static let command = Command(
    path: ["migrate", "validate"],
    summary: "check the files against the database, without changing it",
    options: [.problemFormat] + Option.migrateDatabase + [.quiet] + Option.allowances,
    examples: [
      Example("bank-etl migrate validate", "say whether 'migrate up' could go ahead")
    ],
    discussion: """
      Finds files with wrong names, numbers or encoding; files that were edited since they were \
      applied, are missing, out of order, or older than the database; and statements of pending \
      files that SQLite can't compile.
      """,
    action: MigrateReport.action(run))

  private static func run(
    _ arguments: ParsedArguments, _ report: MigrateReport
  ) throws -> ExitStatus {
    let problems: [Problem]
    do {
      problems = try MigrateSettings(arguments).read { try $0.validate() }
    } catch let error as MigrationError where error.kind == .invalidFiles {
      problems = error.problems
    }
    let format = arguments.choice(.problemFormat, as: ProblemFormat.self) ?? .text
    try report.show(
      ["ok": .bool(problems.isEmpty), "problems": .array(problems.map(\.json))],
      isGood: problems.isEmpty,
      text: problems.isEmpty ? "all is well\n" : problems.map { format.lines(about: $0) }.joined())
    return problems.isEmpty ? .success : .configuration
  }
}
