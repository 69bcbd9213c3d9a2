import Migrations

/// `bank-etl migrate redo`: undoes the newest migration and applies it again.
enum MigrateRedoCommand {
  static let command = Command(
    path: ["migrate", "redo"],
    summary: "undo the newest migration and apply it again, as its file is now",
    options: Option.migrateChange,
    examples: [
      Example("bank-etl migrate redo", "after an edit of the newest migration, while writing it")
    ],
    discussion: "Both happen in one transaction: when the new text fails, the old one stays.",
    action: MigrateReport.action(run))

  private static func run(
    _ arguments: ParsedArguments, _ report: MigrateReport
  ) throws -> ExitStatus {
    let settings = try MigrateSettings(arguments)
    try settings.migrator.requireDatabase()
    return try report.change(settings, otherwise: "nothing to do: nothing is applied") {
      migrator, lock in try migrator.redo(holding: lock)
    }
  }
}
