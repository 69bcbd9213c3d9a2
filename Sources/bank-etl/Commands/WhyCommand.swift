import Datasets
import Loading
import SQLite

/// `bank-etl why`: where a row comes from, and what it was before.
enum WhyCommand {
  static let command = Command(
    path: ["why"],
    summary: "show a row, which import wrote it from which line, and what it was before",
    operands: [
      Operand(name: "DATASET", kind: .dataset, help: "the dataset's name, such as failed-banks"),
      Operand(
        name: "KEY", kind: .text, help: "the value of each column of the dataset's key, in order",
        isRepeated: true),
    ],
    options: [.json, .database, .package, .color],
    examples: [
      Example("bank-etl why failed-banks 15426", "the bank with FDIC certificate 15426"),
      Example("bank-etl why failed-banks 15426 --json", "the same, for programs"),
    ],
    discussion: """
      The imports are listed the newest first, each with the values that it replaced; those that \
      were undone are marked. The exit status is 1 when nothing was ever known of such a key; then \
      the nearest ones are named. What 'bank-etl prune' dropped is not shown.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let package = try Declarations(arguments).package
    let dataset = try ListCommand.dataset(named: arguments.operands[0], of: package)
    let values = Array(arguments.operands.dropFirst())
    let columns = dataset.keyColumns
    guard !columns.isEmpty, columns.count == values.count else {
      let key = columns.joined(separator: ", ")
      throw CommandFailure(
        .usage,
        columns.isEmpty
          ? "\(dataset.name) declares no key, by which a row could be found"
          : "expected \(columns.count) values for the key (\(key)) but found \(values.count)")
    }
    let key = zip(columns, values).map { (column: $0, text: $1) }
    let location = try DatabaseLocation(arguments)
    var status = ExitStatus.success
    do {
      try location.read { database in
        try requireLedger(in: database)
        let history = try RowHistory(database, table: dataset.table, key: key)
        guard !history.isEmpty else {
          let near = try RowHistory.nearestKeys(database, table: dataset.table, key: key)
          status = .negative
          return Message.show([missing(dataset.name, key, near)])
        }
        let account = try RowAccount(history, dataset.name, key, in: database)
        if arguments.has(.json) {
          var output = Output()
          try output.write(account.json.text + "\n")
          try output.flush()
        } else {
          try account.write(color: arguments.choice(.color, as: Style.When.self) ?? .auto)
        }
      }
    } catch let error as LoadError {
      throw CommandFailure(error, database: location.path)
    }
    return status
  }

  private static func requireLedger(in database: Database) throws {
    guard try LedgerSchema.isPresent(in: database) else {
      throw CommandFailure(
        .noInput, Message("no imports in this database", at: database.path),
        "'bank-etl import FILE' loads one; --db PATH names another database")
    }
    try LedgerSchema.requireCurrent(in: database)
  }

  private static func missing(
    _ dataset: String, _ key: [(column: String, text: String)], _ near: [[Value]]
  ) -> Message {
    let name = key.map { "\($0.column) \"\($0.text)\"" }.joined(separator: ", ")
    let keys = near.map { $0.map(\.plainText).joined(separator: " ") }
    let nearest =
      keys.isEmpty
      ? "the table is empty"
      : "the nearest \(keys.count == 1 ? "is" : "are") \(keys.joined(separator: ", "))"
    return Message("no row of \(dataset) with \(name); \(nearest)")
  }
}
