import Datasets
import SQLite

/// `bank-etl list`: the rows of a dataset.
enum ListCommand {
  static let command = Command(
    path: ["list"],
    summary: "show the rows of a dataset, those with the latest dates first",
    operands: [
      Operand(name: "DATASET", kind: .dataset, help: "the dataset's name, such as failed-banks")
    ],
    options: [
      .view, .filter, .sort, .descending, .limit, .columns, .format, .database, .package, .color,
    ],
    examples: [
      Example("bank-etl list failed-banks --limit 5", "the five latest failures, as a table"),
      Example("bank-etl list failed-banks --format csv > banks.csv", "all rows, as CSV"),
      Example(
        "bank-etl list failed-banks --sort state --columns name,state,close_date",
        "three columns, by state"),
      Example(
        "bank-etl list failed-banks --where state=GA", "the failures in Georgia"),
      Example("bank-etl list sales --view totals", "each employee's total, beside the average"),
    ],
    discussion: """
      Without --sort, the rows are ordered by the dataset's first column of dates, the latest first; \
      where there is no such column they come by id. Rows without a value in the column come last. \
      The rows of a table of more than 30 000 that has no index on that column come without being \
      sorted, those loaded last first, and a message says so: name the order with --sort, or make \
      the index in a migration.

      --where takes comparisons of a column with a value (=, <>, <, <=, >, >=), like with % and _, \
      in (a, b), between a and b, is null and is not null, put together with and, or, not and \
      brackets. Columns are named as in the table or by their label, with spaces in double quotes. \
      An example is "state = 'GA' and close_date >= 2010-01-01". \
      Values are written as in a file of the dataset, in single quotes where they have spaces or \
      marks. A row without a value fits neither a comparison nor its contrary, as in SQL. NULL is shown \
      as NULL; what is shown as nothing is a text without characters: "phone = ''". There are \
      no functions and no queries.

      --view shows what a view of the database makes of the rows, where the declaration names one: \
      'bank-etl datasets' lists them.

      On a terminal, columns for which a line has no room are named below the table; in a pipe \
      nothing is cut. Text is shown with its control characters escaped in a table, and as it is in \
      CSV and JSON; bytes by kind and size in a table. Numbers have 15 digits at most in a table, \
      and all of theirs elsewhere. run_id and source_line say which import wrote a row, and can be \
      named as columns too.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let package = try Declarations(arguments).package
    let dataset = try dataset(arguments, of: package)
    try DatabaseLocation(arguments).read { database in
      let list = try ListQuery(arguments, StoredRows(dataset, in: database), in: database)
      if let note = list.note { Message.show([note]) }
      let format = arguments.choice(.format, as: RowFormat.self) ?? .table
      var query = list.query
      if format == .table { query.shown = \.rounded }
      try query.write(
        from: database, as: format,
        color: arguments.choice(.color, as: Style.When.self) ?? .auto)
    }
    return .success
  }

  /// The dataset that the first operand names, or the view of it that `--view` names.
  static func dataset(
    _ arguments: ParsedArguments, of package: DataPackage
  ) throws(CommandFailure) -> Dataset {
    let dataset = try dataset(named: arguments.operands[0], of: package)
    guard let name = arguments.text(.view) else { return dataset }
    if let view = dataset.views.first(where: { $0.name == name }) { return view }
    let names = dataset.views.map(\.name)
    throw CommandFailure(
      .usage,
      Message(
        "\(dataset.name) has no view '\(name)'" + NearestMatch.suggestion(for: name, in: names)),
      names.isEmpty
        ? "'bank-etl datasets' lists the views" : "its views are \(names.joined(separator: ", "))")
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
  static let view = valued(
    "view", "VIEW", .view, help: "what a view makes of the dataset's rows, such as totals")
  static let format = valued(
    "format", "FORMAT", .choice(RowFormat.self), default: RowFormat.table.rawValue,
    help: "table, csv, json, ndjson or markdown")
}
