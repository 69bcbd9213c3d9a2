import Datasets
import Loading
import SQLite

/// `bank-etl delete`: rows deleted by hand.
enum DeleteCommand {
  private static let yes = Option.flag("yes", help: "delete them; without it, they are only shown")

  static let command = Command(
    path: ["delete"],
    summary: "delete rows by hand",
    operands: [
      .rowDataset,
      Operand(
        name: "KEY", kind: .text,
        help: "the value of the dataset's key where that is one column, else the row's id",
        isRepeated: true),
    ],
    options: [yes, .importWait, .database, .package, .json, .quiet],
    examples: [
      Example("bank-etl delete contacts 3", "what would be deleted"),
      Example("bank-etl delete contacts 3 5 --yes", "two contacts, both or none"),
    ],
    discussion: """
      Nothing is ever asked: without --yes the rows are shown and stay, and the exit status is 1. \
      With it all of them are deleted, or none where one of them can't be. The command is a run of \
      its own: 'bank-etl undo' brings the rows back with their ids.
      """,
    action: .run { arguments in try run(arguments) })

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    guard arguments.has(yes) else { return try show(arguments) }
    let editor = try RowEditor(arguments)
    let targets = editor.rows.dataset.targets
    let keys = Array(arguments.operands.dropFirst())
    let report = try editor.run(command) { run in
      var deleted: [Int64] = []
      for row in try Self.rows(keys, of: editor.rows, in: editor.database) {
        // Those that refer to others first.
        for (target, id) in zip(targets, row.ids).reversed() {
          if let id { try run.delete(from: target.table, row: id) }
        }
        run.count(\.deleted)
        deleted += [row.ids[0]].compactMap(\.self)
      }
      return deleted
    }
    try report.write(arguments)
    return .success
  }

  /// The rows with some keys, each once however often it is named.
  private static func rows(
    _ keys: some Collection<String>, of rows: StoredRows, in database: Database,
    isForPeople: Bool = true
  ) throws -> [StoredRow] {
    var found: [StoredRow] = []
    for key in keys {
      let row = try RowKey(key, of: rows).row(in: database, isForPeople: isForPeople)
      if !found.contains(where: { $0.ids == row.ids }) { found.append(row) }
    }
    return found
  }

  /// Shows the rows that would go.
  private static func show(_ arguments: ParsedArguments) throws -> ExitStatus {
    let package = try Declarations(arguments).package
    let dataset = try ListCommand.dataset(named: arguments.operands[0], of: package)
    try DatabaseLocation(arguments).read { database in
      let rows = try StoredRows(dataset, in: database)
      let found = try Self.rows(
        arguments.operands.dropFirst(), of: rows, in: database,
        isForPeople: !arguments.has(.json))
      var writer = RowWriter(
        labels: rows.shownFields.map(\.column), format: arguments.has(.json) ? .json : .table,
        color: .auto)
      for row in found { try writer.write(row.values.map(\.value)) }
      try writer.finish()
    }
    Message.show([Message("nothing was deleted: add --yes to delete these rows")])
    return .negative
  }
}
