import Datasets
import Loading
import SQLite

/// What is said of one row: for people as text, for programs as JSON.
struct RowAccount {
  private let history: RowHistory
  private let dataset: Dataset
  private let table: String
  private let key: [(column: String, text: String)]
  /// How the record that last wrote the row was repaired; nil where it was not.
  private var repair: String?
  /// The runs that wrote the row, by number.
  private var runs: [Int64: LedgerRun] = [:]

  /// The account of a row.
  ///
  /// - Parameters:
  ///   - history: what is known of it.
  ///   - dataset: the dataset.
  ///   - table: the one of its tables that the row is in.
  ///   - key: the key's columns and values, as they were asked for.
  ///   - database: the database whose ledger has the runs.
  /// - Throws: `DatabaseError` when they can't be read.
  init(
    _ history: RowHistory, of dataset: Dataset, table: String,
    key: [(column: String, text: String)], in database: Database
  ) throws {
    self.history = history
    self.dataset = dataset
    self.table = table
    self.key = key
    for run in Set(history.events.compactMap(\.run)) {
      // A run that the ledger does not have was not written by this program.
      runs[run] = try? LedgerRun(run, in: database)
    }
    if let run = value("run_id")?.integer, let line = value("source_line")?.integer {
      repair =
        try database.value(
          "SELECT message FROM main.etl_repairs WHERE run_id = ? AND line = ?",
          [.integer(run), .integer(line)])?.text
    }
  }

  /// Whether nothing is missing: the first import of the row is the last event.
  private var isComplete: Bool { !history.events.contains { run(of: $0)?.isPruned ?? false } }

  private func run(of event: RowHistory.Event) -> LedgerRun? { event.run.flatMap { runs[$0] } }

  /// What a run did; that it wrote the row is all that is known where what it replaced was pruned.
  private func change(_ event: RowHistory.Event) -> String {
    let isKnown = event.kind != .inserted || !event.columns.isEmpty
    return isKnown || run(of: event)?.isPruned != true ? event.kind.word : "written"
  }

  private func value(_ column: String) -> Value? {
    history.values.first { $0.column == column }?.value
  }
}

// MARK: For programs

extension RowAccount {
  /// The object that `--json` prints.
  ///
  /// - Parameter others: the accounts of the rows that the same record has in other tables.
  /// - Returns: the object.
  func json(with others: [RowAccount]) -> JSON {
    guard !others.isEmpty, case .object(let members) = json else { return json }
    return .object(
      members + [JSON.Member(name: "others", value: .array(others.map(\.json)))])
  }

  private var json: JSON {
    let writer = value("run_id")?.integer.flatMap { runs[$0] }
    return [
      "version": 1, "dataset": .string(dataset.name), "table": .string(table),
      "key": .object(key.map { JSON.Member(name: $0.column, value: .string($0.text)) }),
      "row": .optional(history.row), "run": .optional(writer?.id),
      "source": .optional(writer?.source), "line": .optional(value("source_line")?.integer),
      "repaired": .optional(repair),
      "values": history.row == nil
        ? nil : .object(history.values.map { JSON.Member(name: $0.column, value: $0.value.json) }),
      "history": .array(history.events.map(json)), "complete": .bool(isComplete),
    ]
  }

  private func json(_ event: RowHistory.Event) -> JSON {
    let run = run(of: event)
    return [
      "run": .optional(event.run), "started_at": .optional(run?.startedAt),
      "source": .optional(run?.source), "line": .optional(event.line),
      "change": .string(change(event)), "undone": .bool(event.isUndone),
      "row": .integer(event.row),
      "columns": .array(
        event.columns.map {
          ["column": .string($0.name), "old": $0.old.json, "new": $0.new.json]
        }),
    ]
  }
}

// MARK: For people

extension RowAccount {
  /// Writes the row and its history to standard output.
  ///
  /// - Parameters:
  ///   - color: when tables are coloured.
  ///   - isFirst: whether nothing was written before it.
  /// - Throws: `OutputError` when it can't be written.
  func write(color: Style.When, isFirst: Bool) throws {
    try write((isFirst ? "" : "\n") + heading + "\n\n")
    if history.row != nil {
      var row = RowWriter(labels: ["column", "value"], format: .table, color: color)
      for (column, value) in history.values { try row.write([.text(column), value]) }
      try row.finish()
      try write("\n")
    }
    var table = RowWriter(
      labels: ["run", "started", "change", "column", "old", "new", "line", "source"],
      format: .table, color: color)
    for event in history.events { for line in lines(event) { try table.write(line) } }
    try table.finish()
    if !isComplete { try write("\nwhat it was before was pruned\n") }
  }

  private func write(_ text: String) throws {
    var output = Output()
    try output.write(text)
    try output.flush()
  }

  private var heading: String {
    let name = key.map { "\($0.column) \($0.text)" }.joined(separator: ", ")
    let place = dataset.targets.count == 1 ? dataset.name : "\(dataset.name), \(table)"
    let subject = TerminalText.escaped("\(place), \(name): ")
    guard let row = history.row else { return subject + "no such row now" }
    guard let number = value("run_id")?.integer, let run = runs[number] else {
      return subject + "row \(row), which no import wrote"
    }
    let line = value("source_line")?.integer.map { ":\($0)" } ?? ""
    return subject + "row \(row), written by run \(number) from "
      + TerminalText.escaped(run.source) + line
      + (repair.map { " (repaired: \(TerminalText.escaped($0)))" } ?? "")
  }

  private func lines(_ event: RowHistory.Event) -> [[Value]] {
    let run = run(of: event)
    let started = run.map { String($0.startedAt.prefix(16)).replacing("T", with: " ") }
    let change = change(event) + (event.isUndone ? " (undone)" : "")
    func line(_ column: Value, _ old: Value, _ new: Value) -> [Value] {
      [
        .optional(event.run), .optional(started), .text(change), column, old, new,
        .optional(event.line), .optional(run?.source),
      ]
    }
    guard !event.columns.isEmpty else { return [line("", "", "")] }
    return event.columns.map { line(.text($0.name), $0.old, $0.new) }
  }
}
