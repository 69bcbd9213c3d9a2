import Migrations

/// `bank-etl migrate create`: makes the files of a new migration.
enum MigrateCreateCommand {
  /// Where migrations are, when nothing names another folder.
  private static let standardFolder = "migrations"

  static let command = Command(
    path: ["migrate", "create"],
    summary: "make the files of a new migration",
    operands: [
      Operand(name: "NAME", kind: .text, help: "what the migration does, such as add_zip")
    ],
    options: [.migrations, .package, .json, .quiet],
    examples: [
      Example(
        "bank-etl migrate create add_zip", "make migrations/NNNN_add_zip.up.sql and .down.sql")
    ],
    discussion: """
      The number is the one after the highest, with as many digits. Where the numbers are times \
      (20260131120000), it is the present time in UTC.
      """,
    action: MigrateReport.action(run))

  private static func run(
    _ arguments: ParsedArguments, _ report: MigrateReport
  ) throws -> ExitStatus {
    let folder =
      try arguments.text(.migrations) ?? Declarations(arguments).migrationsFolder ?? standardFolder
    let paths = try MigrationFolder(path: folder).create(arguments.operands[0])
    try report.show(
      ["files": .array(paths.map(JSON.string))],
      text: paths.map { TerminalText.escaped($0) + "\n" }.joined())
    return .success
  }
}
