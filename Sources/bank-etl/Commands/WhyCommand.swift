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
        name: "KEY", kind: .text,
        help: "the value of each column of the dataset's key, in order, or the row's id",
        isRepeated: true),
    ],
    options: [.json, .database, .package, .color],
    examples: [
      Example("bank-etl why failed-banks 15426", "the bank with FDIC certificate 15426"),
      Example("bank-etl why failed-banks 15426 --json", "the same, for programs"),
      Example("bank-etl why contacts 3", "the contact with id 3"),
    ],
    discussion: """
      The imports are listed the newest first, each with the values that it replaced; those that \
      were undone are marked. The exit status is 1 when nothing was ever known of such a key; then \
      the nearest ones are named. What 'bank-etl prune' dropped is not shown: of the last import that is \
      left, it may only be known that it has written the row.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let package = try Declarations(arguments).package
    let dataset = try ListCommand.dataset(named: arguments.operands[0], of: package)
    let values = Array(arguments.operands.dropFirst())
    let columns = dataset.keyColumns
    let isID = columns.count != 1 && values.count == 1
    guard isID || !columns.isEmpty && columns.count == values.count else {
      let key = columns.joined(separator: ", ")
      throw CommandFailure(
        .usage,
        columns.isEmpty
          ? "\(dataset.name) declares no key, by which a row could be found"
          : "expected \(columns.count) values for the key (\(key)) but found \(values.count)")
    }
    let location = try DatabaseLocation(arguments)
    var status = ExitStatus.success
    do {
      try location.read { database in
        try requireLedger(in: database)
        var key = zip(columns, values).map { (column: $0, text: $1) }
        var own = self.key(ofTarget: 0, of: dataset, key, [:]) ?? []
        if isID {
          let row = try RowKey(values[0], of: StoredRows(dataset, in: database))
          own = [(row.column, row.text)]
          key = try row.keyTexts(in: database)
        }
        let accounts = try accounts(of: dataset, key, first: own, in: database)
        guard let first = accounts.first else {
          let near = try RowHistory.nearestKeys(database, table: dataset.table, key: own)
          status = .negative
          return Message.show([missing(dataset.name, isID ? own : key, near)])
        }
        if arguments.has(.json) {
          var output = Output()
          try output.write(first.json(with: Array(accounts.dropFirst())).text + "\n")
          try output.flush()
        } else {
          for (index, account) in accounts.enumerated() {
            try account.write(
              color: arguments.choice(.color, as: Style.When.self) ?? .auto, isFirst: index == 0)
          }
        }
      }
    } catch let error as LoadError {
      throw CommandFailure(error, database: location.path)
    }
    return status
  }

  /// The accounts of the rows that a key has in the tables of a dataset; none where nothing is known
  /// of the first, which has a key of its own.
  private static func accounts(
    of dataset: Dataset, _ key: [(column: String, text: String)],
    first: [(column: String, text: String)], in database: Database
  ) throws -> [RowAccount] {
    var accounts: [RowAccount] = []
    var ids: [Int: Int64] = [:]
    for (index, target) in dataset.targets.enumerated() {
      let own = index == 0 ? first : self.key(ofTarget: index, of: dataset, key, ids) ?? []
      guard !own.isEmpty else { continue }
      let history = try RowHistory(database, table: target.table, key: own)
      if history.isEmpty && index == 0 { return [] }
      guard !history.isEmpty else { continue }
      ids[index] = history.lastRow
      accounts.append(
        try RowAccount(
          history, of: dataset, table: target.table, key: own, in: database))
    }
    return accounts
  }

  /// The key that a record's row has in one of the tables; nil where a row that it refers to is not
  /// known.
  private static func key(
    ofTarget target: Int, of dataset: Dataset, _ key: [(column: String, text: String)],
    _ ids: [Int: Int64]
  ) -> [(column: String, text: String)]? {
    var own: [(column: String, text: String)] = []
    for column in dataset.targets[target].key {
      if let value = key.first(where: { $0.column == column }) {
        own.append(value)
      } else {
        let parent = dataset.targets[target].parents.first { $0.column == column }
        guard let id = parent.flatMap({ ids[$0.target] }) else { return nil }
        own.append((column, String(id)))
      }
    }
    return own
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
