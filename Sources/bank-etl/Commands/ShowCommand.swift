import Datasets
import SQLite

/// `bank-etl show`: one row with all that belongs to it.
enum ShowCommand {
  static let command = Command(
    path: ["show"],
    summary: "show one row in full, where it comes from, and what belongs to it",
    operands: [.rowDataset, .rowKey],
    options: [.json, .database, .package, .color],
    examples: [
      Example("bank-etl show failed-banks 57053", "the bank with FDIC certificate 57053"),
      Example("bank-etl show contacts 3 --json", "the contact with id 3, for programs"),
    ],
    discussion: """
      Each column is shown by its title, a date also in words, bytes by kind and size. Then come \
      the run and the line of the file that the row was written from, and rows of other datasets \
      that are linked to it: a failed bank's record in BankFind, say. At most 20 of each are shown.

      The exit status is 1 when there is no such row; then the nearest keys are named.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let package = try Declarations(arguments).package
    let dataset = try ListCommand.dataset(named: arguments.operands[0], of: package)
    try DatabaseLocation(arguments).read { database in
      let rows = try StoredRows(dataset, in: database)
      let key = try RowKey(arguments.operands[1], of: rows)
      let isForPeople = !arguments.has(.json)
      let detail = try RowDetail(
        key, key.row(in: database, isForPeople: isForPeople), rows, package, in: database,
        isForPeople: isForPeople)
      var output = Output()
      if !isForPeople {
        try output.write(detail.json.text + "\n")
      } else {
        let color = arguments.choice(.color, as: Style.When.self) ?? .auto
        try output.write(
          detail.text(
            Style(color, for: .output), columns: StandardStream.output.terminalColumns))
      }
      try output.flush()
    }
    return .success
  }
}

extension Operand {
  /// The dataset of a command about rows.
  static let rowDataset = Operand(
    name: "DATASET", kind: .dataset, help: "the dataset's name, such as failed-banks")
  /// The row of a command about one.
  static let rowKey = Operand(
    name: "KEY", kind: .text,
    help: "the value of the dataset's key where that is one column, else the row's id")
}
