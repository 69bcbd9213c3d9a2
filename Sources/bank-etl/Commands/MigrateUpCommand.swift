import Migrations

/// `bank-etl migrate up`: applies what is pending.
enum MigrateUpCommand {
  private static let target = Option.valued(
    "to", "VERSION", .count, help: "stop after this migration")
  private static let dryRun = Option.flag(
    "dry-run", help: "try it on a private copy, show what would change, and change nothing")

  static let command = Command(
    path: ["migrate", "up"],
    summary: "apply the pending migrations",
    options: [target, dryRun] + Option.migrateChange + Option.allowances + Option.unattended,
    examples: [
      Example("bank-etl migrate up", "apply everything that is pending"),
      Example("bank-etl migrate up --dry-run", "show what that would change"),
      Example("bank-etl migrate up --backup before.db", "keep a copy of the database as it was"),
    ],
    discussion: """
      Each migration runs in one transaction, which also records it: it is applied whole or not at \
      all. Before the first one, all files are checked and their statements are compiled against \
      an empty copy of the tables. Foreign keys are off while a migration runs, and the rows are \
      checked before and after, so that a table can be rebuilt without losing those that refer to \
      it.

      It refuses while the files are not what was applied: edited, missing, or out of order.
      """,
    action: MigrateReport.action(run))

  private static func run(
    _ arguments: ParsedArguments, _ report: MigrateReport
  ) throws -> ExitStatus {
    let settings = try MigrateSettings(arguments)
    let target = arguments.number(target)
    if arguments.has(dryRun) {
      let preview = try settings.read { try $0.dryRun(to: target) }
      return try show(preview, settings, report)
    }
    let count = MigrateReport.count(settings.migrations.migrations.count, "migration")
    return try report.change(settings, otherwise: "nothing to do: \(count) known") {
      migrator, lock in try migrator.up(to: target, holding: lock)
    }
  }

  private static func show(
    _ preview: DryRun, _ settings: MigrateSettings, _ report: MigrateReport
  ) throws -> ExitStatus {
    try report.show(
      [
        "database": .string(settings.path), "dry_run": true,
        "steps": .array(preview.steps.map(json)),
        "schema_difference": .array(preview.schemaDifference.map(JSON.string)),
        "row_counts": .array(preview.rowCounts.map(json)),
        "problems": .array(preview.failure?.problems.map(\.json) ?? []),
      ],
      text: text(preview))
    if let failure = preview.failure { throw failure }
    return .success
  }

  private static func json(_ step: DryRun.Step) -> JSON {
    [
      "action": "applied", "version": .integer(step.version), "name": .string(step.label),
      "duration_ms": .integer(step.durationMilliseconds),
      "rows_written": .integer(step.writtenRows),
    ]
  }

  private static func json(_ count: DryRun.RowCount) -> JSON {
    [
      "table": .string(count.table), "before": .optional(count.before),
      "after": .optional(count.after),
    ]
  }

  private static func text(_ preview: DryRun) -> String {
    if preview.steps.isEmpty, preview.failure == nil { return "nothing to do\n" }
    var text = preview.steps.map { step in
      "would apply  \(TerminalText.escaped(step.label))  \(step.durationMilliseconds) ms, "
        + MigrateReport.count(Int(clamping: step.writtenRows), "row") + " written\n"
    }.joined()
    if !preview.schemaDifference.isEmpty {
      text += "schema:\n" + MigrateReport.lines(of: preview.schemaDifference)
    }
    if !preview.rowCounts.isEmpty {
      text += "rows:\n"
      for count in preview.rowCounts {
        let before = count.before.map { String($0) } ?? "no table"
        let after = count.after.map { String($0) } ?? "no table"
        text += "    \(TerminalText.escaped(count.table)): \(before) -> \(after)\n"
      }
    }
    return text
  }
}
