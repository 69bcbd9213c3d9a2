import Migrations

/// `bank-etl migrate baseline`: adopts an existing database.
enum MigrateBaselineCommand {
  static let command = Command(
    path: ["migrate", "baseline"],
    summary: "take an existing database for one that has migrations applied",
    operands: [
      Operand(
        name: "VERSION", kind: .count,
        help: "the newest migration whose tables the database already has")
    ],
    options: Option.migrateChange,
    examples: [
      Example("bank-etl migrate baseline 3", "from now on, migrations 1 to 3 count as applied")
    ],
    discussion: """
      Nothing is run. Where the tables are not those that the migrations make, the difference is \
      shown: lines with - are what the migrations make, lines with + what the database has.
      """,
    action: MigrateReport.action(run))

  private static func run(
    _ arguments: ParsedArguments, _ report: MigrateReport
  ) throws -> ExitStatus {
    let version = Int64(arguments.operands[0]) ?? 0
    let settings = try MigrateSettings(arguments)
    try settings.migrator.requireDatabase()
    let (adopted, difference) = try settings.change { migrator, lock in
      try migrator.baseline(version, holding: lock)
    }
    try report.show(
      [
        "database": .string(settings.path), "adopted": .array(adopted.map(\.json)),
        "schema_difference": .array(difference.map(JSON.string)),
      ],
      text: adopted.map { "adopted  \(TerminalText.escaped($0.label))\n" }.joined())
    if !difference.isEmpty, !arguments.has(.json) {
      let title = "the tables are not those that the migrations make:"
      Message.show(([title] + difference).map { Message($0, at: settings.path) })
    }
    return .success
  }
}
