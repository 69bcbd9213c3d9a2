/// `bank-etl runs changes`: what an import changed.
enum RunsChangesCommand {
  static let command = Command(
    path: ["runs", "changes"],
    summary: "list what an import inserted, updated and deleted, column by column",
    operands: [Operand(name: "RUN", kind: .count, help: "the number of the import")],
    options: [.limit, .format, .database, .package, .color],
    examples: [
      Example("bank-etl runs changes 4", "each value that import 4 changed, old and new"),
      Example("bank-etl runs changes 4 --format markdown", "the same, for a web page"),
    ],
    discussion: """
      A row that was inserted is shown by its new values, one that was deleted by its old ones; \
      empty ones are left out. The key is that of the dataset or, where --package does not name its \
      declaration, what is unique in the table. The line is that of the file that was imported. \
      What an undone import had changed is still listed; what 'bank-etl prune' dropped is not.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let package = try Declarations(arguments).package
    try DatabaseLocation(arguments).read(run: Int64(arguments.operands[0]) ?? 0) { database, run in
      try ChangeListing(run, in: database, package).write(
        as: arguments.choice(.format, as: RowFormat.self) ?? .table,
        color: arguments.choice(.color, as: Style.When.self) ?? .auto,
        limit: arguments.number(.limit))
    }
    return .success
  }
}
