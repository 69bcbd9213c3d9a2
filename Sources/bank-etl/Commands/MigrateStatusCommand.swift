import Migrations
import SQLite

/// `bank-etl migrate status`: what is applied and what is pending.
enum MigrateStatusCommand {
  private static let exitCode = Option.flag(
    "exit-code", help: "end with status 1 unless everything is applied")

  static let command = Command(
    path: ["migrate", "status"],
    summary: "list the migrations and how each stands",
    options: [exitCode] + Option.migrateDatabase + [.color, .quiet],
    examples: [
      Example("bank-etl migrate status", "list what is applied and what is pending"),
      Example("bank-etl migrate status --exit-code -q", "only say by the status whether all is"),
    ],
    discussion: """
      A migration is applied, pending, out of order (pending, though a newer one is applied), \
      edited (its files are not what was applied), or missing (applied, and its files are gone).
      """,
    action: MigrateReport.action(run))

  private static func run(
    _ arguments: ParsedArguments, _ report: MigrateReport
  ) throws -> ExitStatus {
    let settings = try MigrateSettings(arguments)
    let plan = try settings.read { try $0.plan() }
    if arguments.has(.json) || arguments.has(.quiet) {
      var members = [
        JSON.Member(name: "database", value: .string(settings.path)),
        JSON.Member(name: "migrations", value: .array(plan.entries.map(\.json))),
      ]
      members += counts(plan).map { JSON.Member(name: $0.word, value: .integer(Int64($1))) }
      try report.show(.object(members), text: "")
    } else {
      try showTable(plan, arguments)
    }
    let isDone = plan.entries.allSatisfy { $0.state == .applied }
    return arguments.has(exitCode) && !isDone ? .negative : .success
  }

  private static func counts(_ plan: Plan) -> [(state: Plan.State, count: Int)] {
    Plan.State.allCases.map { state in (state, plan.entries.count { $0.state == state }) }
  }

  private static func showTable(_ plan: Plan, _ arguments: ParsedArguments) throws {
    let color = arguments.choice(.color, as: Style.When.self) ?? .auto
    if !plan.entries.isEmpty {
      var writer = RowWriter(
        labels: ["migration", "state", "applied at", "ms"], format: .table, color: color)
      for entry in plan.entries {
        try writer.write([
          .text(entry.label), .text(entry.state.rawValue), .text(entry.applied?.appliedAt ?? ""),
          entry.applied.map { .integer($0.durationMilliseconds) } ?? .text(""),
        ])
      }
      try writer.finish()
    }
    let words = counts(plan).filter { $0.count > 0 || $0.state == .pending || $0.state == .applied }
    var output = Output(.output)
    try output.write(
      words.map { "\($0.count) \($0.state.rawValue)" }.joined(separator: ", ") + "\n")
    try output.flush()
  }
}
