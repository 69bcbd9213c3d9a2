import Migrations

/// `bank-etl migrate repair`: accepts edited files.
enum MigrateRepairCommand {
  private static let yes = Option.flag(
    "yes", help: "accept the differences; without it they are only shown")

  static let command = Command(
    path: ["migrate", "repair"],
    summary: "accept the text of files that were edited since they were applied",
    operands: [
      Operand(
        name: "VERSION", kind: .count,
        help: "a migration to accept; all that were edited without it",
        isOptional: true, isRepeated: true)
    ],
    options: [yes] + Option.migrateChange,
    examples: [
      Example("bank-etl migrate repair", "show how the files differ from what was applied"),
      Example("bank-etl migrate repair 3 --yes", "accept the text of migration 3 as it is now"),
    ],
    discussion: """
      Nothing is run: the database only remembers the new text, and undoes by the new down file. \
      It is for edits that change nothing: a comment, a better down file.
      """,
    action: MigrateReport.action(run))

  private static func run(
    _ arguments: ParsedArguments, _ report: MigrateReport
  ) throws -> ExitStatus {
    let versions = arguments.operands.compactMap { Int64($0) }
    let settings = try MigrateSettings(arguments)
    let edits = try settings.read { try $0.edits(of: versions) }
    let accepted =
      arguments.has(yes) && !edits.isEmpty
      ? try settings.change { migrator, lock in try migrator.repair(versions, holding: lock) } : []
    try report.show(
      [
        "database": .string(settings.path), "edits": .array(edits.map(\.json)),
        "accepted": .array(accepted.map(\.json)),
      ],
      isGood: edits.isEmpty || !accepted.isEmpty, text: text(edits, accepted))
    guard !edits.isEmpty, accepted.isEmpty else { return .success }
    Message.show([Message("nothing was changed; 'bank-etl migrate repair --yes' accepts it")])
    return .negative
  }

  private static func text(_ edits: [Problem], _ accepted: [Migration]) -> String {
    if edits.isEmpty { return "nothing to do: no applied file was edited\n" }
    return edits.map { ProblemFormat.text.lines(about: $0) }.joined()
      + accepted.map { "accepted  \(TerminalText.escaped($0.label))\n" }.joined()
  }
}
