import Loading

/// `bank-etl diff`: what an import would change.
enum DiffCommand {
  /// What it shares with `bank-etl import`.
  private static let importOptions: [Option] =
    [
      .database, .dataset, .encoding, .delimiter, .quote, .escape, .headerLine, .noHeader,
      .skipFooter, .dateOrder, .decimal, .sheet, .member, .noSizeLimit, .policy, .guardLimit,
      .allow, .repair,
      .migrate, .rejectsAccepted, .package,
    ] + Option.transfer

  static let command = Command(
    path: ["diff"],
    summary: "list what importing a file would change",
    operands: [
      Operand(name: "FILE", kind: .file, help: "the file, its URL, or - for standard input")
    ],
    options: importOptions + [.limit, .format, .color],
    examples: [
      Example("bank-etl diff banklist.csv", "each value that is another in the file"),
      Example("bank-etl diff banklist.csv --format csv > diff.csv", "the same, as CSV"),
    ],
    discussion: """
      The file is imported into a copy of the database: what is listed is what 'bank-etl runs \
      changes' would list of 'bank-etl import --force', so that a file that was loaded before is \
      compared too. Of an import that was interrupted, only what is still to come \
      is listed. The exit status is the import's. The database is not changed.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let importing = arguments.forwarded(
      to: ImportCommand.command, adding: ["dry-run": [""], "force": [""], "quiet": [""]])
    let session = try ImportSession(importing, showsProgress: true) {
      target, run, package, line in
      try ChangeListing(LedgerRun(run, in: target), in: target, package, after: line).write(
        as: arguments.choice(.format, as: RowFormat.self) ?? .table,
        color: arguments.choice(.color, as: Style.When.self) ?? .auto,
        limit: arguments.number(.limit))
    }
    try session.load(arguments.operands)
    return try session.finish()
  }
}
