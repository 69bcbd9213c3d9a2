import Migrations

/// `bank-etl migrate down`: undoes what was applied.
enum MigrateDownCommand {
  private static let steps = Option.valued(
    "steps", "N", .count, help: "undo the N newest migrations; 1 without it")
  private static let target = Option.valued(
    "to", "VERSION", .number(0...Int64.max),
    help: "undo everything newer than this migration; 0 for everything")

  static let command = Command(
    path: ["migrate", "down"],
    summary: "undo the newest migration, or several",
    options: [steps, target] + Option.migrateChange,
    examples: [
      Example("bank-etl migrate down", "undo the newest migration"),
      Example("bank-etl migrate down --to 3", "undo all that are newer than migration 3"),
    ],
    discussion: """
      What is run is the down text that was stored when the migration was applied, so that it works \
      after the file or its branch is gone. Where there was none, nothing is undone.
      """,
    action: MigrateReport.action(run))

  private static func run(
    _ arguments: ParsedArguments, _ report: MigrateReport
  ) throws -> ExitStatus {
    guard !arguments.has(steps) || !arguments.has(target) else {
      throw UsageError(message: "expected --steps or --to, not both", path: command.path)
    }
    let extent: Migrator.Extent =
      arguments.number(target).map { .to($0) } ?? .steps(arguments.number(steps) ?? 1)
    let settings = try MigrateSettings(arguments, needsFiles: false)
    try settings.migrator.requireDatabase()
    return try report.change(settings, otherwise: "nothing to do: nothing newer is applied") {
      migrator, lock in try migrator.down(extent, holding: lock)
    }
  }
}
