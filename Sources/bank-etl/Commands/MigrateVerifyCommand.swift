import Migrations

/// `bank-etl migrate verify`: runs the verify files.
enum MigrateVerifyCommand {
  static let command = Command(
    path: ["migrate", "verify"],
    summary: "run the verify files of the applied migrations",
    options: [.problemFormat] + Option.migrateDatabase + [.quiet],
    examples: [
      Example("bank-etl migrate verify", "say whether the database is what the files expect")
    ],
    discussion: """
      The statements of a verify file must succeed, and where they select, return no row. The \
      database is only read; statements that write run on a private copy. 'migrate up' runs a \
      migration's verify file too, before it commits the migration.
      """,
    action: MigrateReport.action(run))

  private static func run(
    _ arguments: ParsedArguments, _ report: MigrateReport
  ) throws -> ExitStatus {
    let verification = try MigrateSettings(arguments).read { try $0.verify() }
    let format = arguments.choice(.problemFormat, as: ProblemFormat.self) ?? .text
    let count = MigrateReport.count(verification.verified.count, "verify file")
    let problems = verification.problems
    try report.show(
      [
        "ok": .bool(problems.isEmpty),
        "verified": .array(verification.verified.map(JSON.string)),
        "problems": .array(problems.map(\.json)),
      ],
      isGood: problems.isEmpty,
      text: problems.isEmpty
        ? "\(count) ran, nothing was found\n" : problems.map { format.lines(about: $0) }.joined())
    return problems.isEmpty ? .success : .negative
  }
}
