import Datasets
import SQLite

/// What `bank-etl list` asks of the database.
struct ListQuery {
  /// The query.
  let query: RowQuery
  /// What is to be said of the order of the rows.
  let note: Message?

  /// How many rows of a table are sorted without being asked for, before the first one is shown.
  private static let sortedRows: Int64 = 30_000
  /// How many sorted rows are shown before the rest is sorted: more than a screen has.
  private static let head: Int64 = 1_000

  /// The query of a command line.
  ///
  /// - Parameters:
  ///   - arguments: those of `bank-etl list`.
  ///   - rows: the dataset's rows.
  ///   - database: where they are.
  /// - Throws: `CommandFailure` for a name or an expression that is none, or `DatabaseError`.
  init(_ arguments: ParsedArguments, _ rows: StoredRows, in database: Database) throws {
    var parameters: [Value] = []
    var sql = "SELECT \(try Self.columns(arguments, rows))\nFROM \(rows.source)"
    if let text = arguments.text(.filter) {
      sql += "\nWHERE \(try Self.condition(text, rows).sql(rows, &parameters))"
    }
    let (order, isSorted, note) = try Self.order(arguments, rows, in: database)
    sql += "\nORDER BY \(order)"
    query = RowQuery(
      sql: sql, parameters: parameters, limit: arguments.number(.limit) ?? .max,
      head: isSorted ? Self.head : nil,
      remedy: "--columns or --format csv shows them")
    self.note = note
  }

  /// The condition that an expression is.
  ///
  /// - Throws: `CommandFailure` with the place of the mistake.
  static func condition(_ text: String, _ rows: StoredRows) throws(CommandFailure) -> Condition {
    do {
      return try ConditionParser.parse(text, rows.names)
    } catch {
      throw CommandFailure(.usage, Message("--where: \(error)"))
    }
  }

  private static func columns(
    _ arguments: ParsedArguments, _ rows: StoredRows
  ) throws(CommandFailure) -> String {
    var fields = rows.shownFields
    if let list = arguments.text(.columns) {
      fields = []
      for name in list.split(separator: ",") {
        fields.append(
          try rows.field(named: name.trimmingPrefix { $0 == " " }.description, for: "--columns"))
      }
    }
    guard !fields.isEmpty else {
      throw CommandFailure(.usage, "expected columns for --columns but found none")
    }
    let isForPeople = (arguments.choice(.format, as: RowFormat.self) ?? .table).isForPeople
    return fields.map {
      "\(rows.shownSQL($0, isForPeople: isForPeople)) AS \(quoted($0.column))"
    }.joined(separator: ", ")
  }

  /// What stands behind ORDER BY: the id decides where the column does not.
  private static func order(
    _ arguments: ParsedArguments, _ rows: StoredRows, in database: Database
  ) throws -> (sql: String, isSorted: Bool, note: Message?) {
    if let name = arguments.text(.sort) {
      let column = rows.sql(try rows.field(named: name, for: "--sort").column)
      // "SQLite considers NULL values to be smaller than any other values for sorting purposes"
      // (sqlite.org/lang_select.html), so that they come last when it is downwards.
      let direction = arguments.has(.descending) ? "DESC" : "ASC NULLS LAST"
      return ("\(column) \(direction), \(rows.rowID())", true, nil)
    }
    guard !arguments.has(.descending) else {
      throw CommandFailure(.usage, "--desc needs --sort COLUMN")
    }
    guard !rows.dataset.isView,
      let date = rows.dataset.fields.first(where: { $0.type.dateRules != nil })?.column
    else {
      return (rows.rowID(), false, nil)
    }
    if try isSortedAtLength(date, of: rows.dataset.table, in: database) {
      let note = """
        \(rows.dataset.table) has many rows and no index on \(date): the rows loaded last come \
        first; '--sort \(date) --desc' sorts them
        """
      return ("\(rows.rowID()) DESC", false, Message(note))
    }
    return ("\(rows.sql(date)) DESC, \(rows.rowID())", true, nil)
  }

  /// Whether the first row could be shown only after a look at very many.
  private static func isSortedAtLength(
    _ column: String, of table: String, in database: Database
  ) throws(DatabaseError) -> Bool {
    // As many rows as that, or fewer; to count them would mean to read them.
    let rows = try database.value("SELECT max(_rowid_) FROM main.\(quoted(table))")?.integer ?? 0
    guard rows > sortedRows else { return false }
    return try database.value(
      """
      SELECT 1 FROM pragma_index_list(?1, 'main') AS l, pragma_index_info(l.name, 'main') AS i
      WHERE NOT l.partial AND i.seqno = 0 AND i.name = ?2 COLLATE NOCASE
      """, [.text(table), .text(column)]) == nil
  }
}

extension Option {
  static let filter = valued(
    "where", "EXPR", .text, help: "only rows for which this holds, such as \"state = 'GA'\"")
  static let sort = valued("sort", "COLUMN", .columnOrWord([]), help: "order the rows by a column")
  static let descending = flag("desc", help: "with --sort: the greatest first")
  static let columns = valued(
    "columns", "LIST", .columnList, help: "these columns, with commas between them, in this order")
}
