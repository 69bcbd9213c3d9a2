import Datasets
import Loading
import SQLite

/// A database whose rows a person changes by hand: held for this program alone.
struct RowEditor {
  /// The rows of the dataset.
  let rows: StoredRows
  /// The connection.
  var database: Database { held.database }
  private let held: LedgerDatabase
  private let location: DatabaseLocation

  /// Opens the database of a command about a dataset.
  ///
  /// - Parameter arguments: of a command with a dataset as its first operand, `--wait`, `--db` and
  ///   `--package`.
  /// - Throws: `CommandFailure` where there is no such dataset, database or table, and whatever else
  ///   keeps the database from being written.
  init(_ arguments: ParsedArguments) throws {
    let package = try Declarations(arguments).package
    let dataset = try ListCommand.dataset(named: arguments.operands[0], of: package)
    location = try DatabaseLocation(arguments)
    // Before anything is made in a database that has no such table.
    _ = try location.read { try StoredRows(dataset, in: $0) }
    do {
      held = try LedgerDatabase(
        location, waitSeconds: arguments.number(.importWait) ?? 0, needsImports: false)
      rows = try StoredRows(dataset, in: held.database)
    } catch {
      throw CommandFailure(error, database: location.path)
    }
  }

  /// Does what a person asks for, as a run of its own.
  ///
  /// - Parameters:
  ///   - command: the command, for the ledger.
  ///   - body: what is to be done; nothing of it stays where it throws, or where nothing changed.
  /// - Returns: what became of it.
  /// - Throws: `CommandFailure`.
  func run(_ command: Command, _ body: (HandRun) throws -> [Int64]) throws -> RowEditReport {
    let start = Ledger.Start(
      dataset: rows.dataset.name, source: command.name, declaration: rows.dataset.canonicalText,
      dialect: "", toolVersion: Version.number, tables: rows.dataset.targets.map(\.table))
    do {
      let run = try HandRun(database, start)
      let ids = try body(run)
      let changes = run.counts.written > 0
      if changes { try run.finish() } else { run.abandon() }
      return RowEditReport(
        dataset: rows.dataset.name, run: changes ? run.run : nil, counts: run.counts, rows: ids,
        database: location.path)
    } catch let error as DatabaseError where error.kind == .constraint {
      throw CommandFailure(.dataError, refusal(error))
    } catch let error as DatabaseError where error.kind == .tooBig {
      throw CommandFailure(
        .dataError,
        Message("\(rows.dataset.name): expected a row of at most 1000000000 bytes, as SQLite does"))
    } catch {
      throw CommandFailure(error, database: location.path)
    }
  }

  private func refusal(_ error: DatabaseError) -> [Message] {
    let name = rows.dataset.name
    if error.isForeignKeyViolation {
      return [
        Message(
          "\(name): other rows refer to it, or it would refer to none; "
            + "nothing was changed")
      ]
    }
    let message = Message(
      "\(name): expected a row that the table takes but found: \(error.message)")
    guard error.message.hasPrefix("UNIQUE") else { return [message] }
    return [message, Message("there is a row with these values; 'bank-etl set' changes one")]
  }
}

/// What became of rows that a person changed by hand.
struct RowEditReport {
  let dataset: String
  /// The run; nil where nothing changed.
  let run: Int64?
  let counts: RunCounts
  /// The ids of the rows.
  let rows: [Int64]
  let database: String

  /// Prints the report.
  ///
  /// - Parameter arguments: of a command with `--json` and `--quiet`.
  /// - Throws: `OutputError`.
  func write(_ arguments: ParsedArguments) throws {
    var output = Output()
    if arguments.has(.json) {
      try output.write(json.text + "\n")
    } else if !arguments.has(.quiet) {
      try output.write(text)
    }
    try output.flush()
  }

  private var json: JSON {
    [
      "version": 1, "dataset": .string(dataset), "run": .optional(run),
      "inserted": .integer(counts.inserted), "updated": .integer(counts.updated),
      "unchanged": .integer(counts.unchanged), "deleted": .integer(counts.deleted),
      "rows": .array(rows.map(JSON.integer)), "database": .string(database),
    ]
  }

  private var text: String {
    let done = [
      (counts.inserted, "added"), (counts.updated, "changed"), (counts.unchanged, "unchanged"),
      (counts.deleted, "deleted"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    let ids = rows.map(String.init).joined(separator: ", ")
    let place = run.map { "run \($0) -> " } ?? ""
    return "\(dataset): \(done) (id \(ids))   \(place)\(TerminalText.escaped(database))\n"
  }
}
