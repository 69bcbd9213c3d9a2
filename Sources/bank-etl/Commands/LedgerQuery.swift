import Loading
import SQLite

/// What a command shows of the ledger: of all runs, or of the one that its operand names.
///
/// In both queries, parameter 1 is the run's number or NULL, and parameter 2 the limit.
struct LedgerQuery {
  /// The columns for people.
  let table: String
  /// The columns for programs, `version` among them.
  let json: String

  /// Shows the rows.
  ///
  /// - Parameter arguments: of a command with `--limit`, `--json`, `--db` and `--color`.
  /// - Returns: success; an empty list is an answer too.
  /// - Throws: `CommandFailure` when there is no such database or run.
  func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let run = arguments.operands.first.flatMap { Int64($0) }
    let format = arguments.has(.json) ? RowFormat.json : .table
    let color = arguments.choice(.color, as: Style.When.self) ?? .auto
    let location = try DatabaseLocation(arguments)
    try location.read { database in
      // Before the first import the program's tables aren't there.
      let hasLedger = try LedgerSchema.isPresent(in: database)
      if let run, try !hasLedger || !isKnown(run, in: database) {
        throw CommandFailure(.noInput, "no such run: \(run)", "'bank-etl runs' lists the runs")
      }
      guard hasLedger else {
        var nothing = RowWriter(labels: [], format: format, color: color)
        return try nothing.finish()
      }
      try LedgerSchema.requireCurrent(in: database)
      try database.addFunction("etl_is_held") { _ in
        DatabaseLock.isHeld(databasePath: location.path)
      }
      defer { database.removeFunction("etl_is_held") }
      let limit = arguments.number(.limit) ?? -1
      var query = RowQuery(
        sql: format == .json ? json : table, parameters: [.optional(run), .integer(limit)])
      if format == .table { query.shown = Self.text }
      try query.write(from: database, as: format, color: color)
    }
    return .success
  }

  /// The status of a run `r` as SQL: whose process is gone has been interrupted, as long as it can be gone
  /// on with.
  static let status = """
    CASE WHEN status = 'running' AND NOT etl_is_held() OR \(Ledger.isAbandoned) THEN 'interrupted'
      ELSE status END AS status
    """

  /// Bytes of the ledger as text: they are a record whose encoding is wrong.
  private static func text(of value: Value) -> Value {
    if case .blob(let bytes) = value { .text(TerminalText.escaped(bytes: bytes)) } else { value }
  }

  private func isKnown(_ run: Int64, in database: Database) throws(DatabaseError) -> Bool {
    try database.value("SELECT 1 FROM main.etl_runs WHERE id = ?", [.integer(run)]) != nil
  }
}
