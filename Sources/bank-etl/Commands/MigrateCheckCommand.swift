import Migrations

/// `bank-etl migrate check`: everything that CI wants to know.
enum MigrateCheckCommand {
  static let command = Command(
    path: ["migrate", "check"],
    summary: "in CI: everything up, verified, down and up again, on databases of its own",
    options: [.problemFormat] + Option.migrateDatabase + [.quiet],
    examples: [
      Example("bank-etl migrate check", "check the migrations on an empty database"),
      Example("bank-etl migrate check --db bank.db", "on a private copy of bank.db too"),
      Example(
        "bank-etl migrate check --format github", "show problems beside the lines of a change"),
    ],
    discussion: """
      Applies all migrations, runs their verify files, undoes them all and applies them again; the \
      schema must be the same each time, and after each down file the one before its up file. \
      With --db the same is done on a private copy of that database. Status 0 or 1.
      """,
    action: MigrateReport.action(run))

  private static func run(
    _ arguments: ParsedArguments, _ report: MigrateReport
  ) throws -> ExitStatus {
    let checks = try checks(arguments)
    let problems = checks.flatMap(\.problems)
    let format = arguments.choice(.problemFormat, as: ProblemFormat.self) ?? .text
    try report.show(
      ["ok": .bool(problems.isEmpty), "checks": .array(checks.map(json))],
      isGood: problems.isEmpty,
      text: checks.map { text($0, format) }.joined())
    return problems.isEmpty ? .success : .negative
  }

  private static func checks(_ arguments: ParsedArguments) throws -> [Check] {
    let migrations: MigrationSet
    do {
      migrations = try MigrateSettings.migrations(arguments)
    } catch let error as MigrationError where error.kind == .invalidFiles {
      return [Check(problems: error.problems)]
    }
    Interruption.takeOver()
    let isInterrupted = { @Sendable in Interruption.isRequested }
    var checks = [try Check.onEmptyDatabase(migrations, isInterrupted: isInterrupted)]
    // What the environment names is not asked for here: CI has a database of its own, or none.
    if let path = arguments.text(.database) {
      do {
        checks.append(try Check.onCopy(of: path, migrations, isInterrupted: isInterrupted))
      } catch {
        throw CommandFailure(error, database: path)
      }
    }
    return checks
  }

  private static func text(_ check: Check, _ format: ProblemFormat) -> String {
    let problems = check.problems.map { format.lines(about: $0) }.joined()
    guard format == .text else { return problems }
    let name = check.path.map { "a copy of \(TerminalText.escaped($0))" } ?? "an empty database"
    let stages = check.stages.map { stage in
      "  \(stage.name.rawValue): \(MigrateReport.count(stage.count, "migration")), "
        + "\(stage.durationMilliseconds) ms\n"
    }.joined()
    let notes = check.notes.map { "  note: \(TerminalText.escaped($0))\n" }.joined()
    return "\(check.problems.isEmpty ? "ok" : "not ok"): \(name)\n" + stages + notes + problems
  }

  private static func json(_ check: Check) -> JSON {
    [
      "database": .optional(check.path), "ok": .bool(check.problems.isEmpty),
      "stages": .array(
        check.stages.map { stage in
          [
            "name": .string(stage.name.rawValue), "migrations": .integer(Int64(stage.count)),
            "duration_ms": .integer(stage.durationMilliseconds),
          ]
        }),
      "problems": .array(check.problems.map(\.json)),
      "notes": .array(check.notes.map(JSON.string)),
    ]
  }
}
