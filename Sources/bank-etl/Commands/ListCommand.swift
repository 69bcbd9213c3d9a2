import Datasets
import SQLite

/// `bank-etl list`: the rows of a dataset.
enum ListCommand {
  static let command = Command(
    path: ["list"],
    summary: "show the rows of a dataset, the latest first",
    operands: [
      Operand(name: "DATASET", kind: .dataset, help: "the dataset's name, such as failed-banks")
    ],
    options: [.limit, .format, .database, .package, .color],
    examples: [
      Example("bank-etl list failed-banks --limit 5", "the five latest failures, as a table"),
      Example("bank-etl list failed-banks --format csv > banks.csv", "all rows, as CSV"),
    ],
    discussion: """
      The rows are ordered by the dataset's first column of dates, the latest first; those without \
      a date come last, and where there is no such column the rows come in the order in which they \
      were inserted. Text is shown with its control characters escaped in a table, and as it is in \
      CSV and JSON.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let package = try Declarations(arguments).package
    let dataset = try dataset(named: arguments.operands[0], of: package)
    let query = query(of: dataset, limit: arguments.number(.limit))
    try DatabaseLocation(arguments).read { database in
      try requireTable(of: dataset, in: database)
      try query.write(
        from: database, as: arguments.choice(.format, as: RowFormat.self) ?? .table,
        color: arguments.choice(.color, as: Style.When.self) ?? .auto)
    }
    return .success
  }

  /// The dataset that the user names.
  static func dataset(
    named name: String, of package: DataPackage
  ) throws(CommandFailure) -> Dataset {
    if let dataset = package.dataset(named: name) { return dataset }
    let names = package.datasets.map(\.name)
    throw CommandFailure(
      .usage,
      Message("unknown dataset '\(name)'" + NearestMatch.suggestion(for: name, in: names)),
      Message("the datasets of the \(package.file) are \(names.joined(separator: ", "))"))
  }

  private static func query(of dataset: Dataset, limit: Int64?) -> RowQuery {
    let date = dataset.fields.first { $0.type.dateRules != nil }
    // "SQLite considers NULL values to be smaller than any other values for sorting purposes"
    // (sqlite.org/lang_select.html), so that they come last.
    let order = date.map { "\(quoted($0.column)) DESC, " } ?? ""
    return RowQuery(
      sql: """
        SELECT \(dataset.fields.map { quoted($0.column) }.joined(separator: ", "))
        FROM main.\(quoted(dataset.table)) ORDER BY \(order)_rowid_ LIMIT ?
        """,
      parameters: [.integer(limit ?? -1)])
  }

  /// Checks that the database has a dataset's table.
  ///
  /// - Throws: `CommandFailure` where it hasn't, or `DatabaseError`.
  static func requireTable(of dataset: Dataset, in database: Database) throws {
    let sql = "SELECT 1 FROM pragma_table_info(?)"
    guard try database.value(sql, [.text(dataset.table)]) == nil else { return }
    throw CommandFailure(
      .configuration,
      Message("expected a table \(quoted(dataset.table)) but found none", at: database.path),
      "'bank-etl migrate' makes it")
  }
}

extension Option {
  static let format = valued(
    "format", "FORMAT", .choice(RowFormat.self), default: RowFormat.table.rawValue,
    help: "table, csv, json, ndjson or markdown")
}
