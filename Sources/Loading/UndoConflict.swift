/// Why a run can't be taken back as things are.
package struct UndoConflict: Sendable, Equatable {
  /// What is in the way.
  package enum Reason: Sendable, Equatable {
    /// A later run updated or deleted rows that the run wrote.
    case overwritten
    /// Rows that the run updated have another value in this column now, and no run wrote it.
    case edited(column: String)
    /// Rows that the run updated aren't there, and no run deleted them.
    case missing
    /// Rows that the run deleted are there again.
    case present
    /// A row as it was has values in these columns that another row has now.
    case taken(columns: [String])
    /// Rows refer to a row of this table that would go.
    case referring(to: String)
    /// The table has no such column any more.
    case columnGone(String)
    /// The table no longer takes a row as it was; with SQLite's message.
    case refused(String)
  }

  /// The table that the rows are in.
  package let table: String
  /// What is in the way.
  package let reason: Reason
  /// The run that wrote the rows last, where it is known.
  package let run: Int64?
  /// How many rows are concerned.
  package internal(set) var count: Int64
  /// The first of them, at most `namedRows`.
  package internal(set) var rows: [Int64]

  /// How many rows are named.
  static let namedRows = 5

  /// A conflict about one row, or about none.
  init(_ table: String, _ reason: Reason, run: Int64?, row: Int64?) {
    self.table = table
    self.reason = reason
    self.run = run
    count = 1
    rows = row.map { [$0] } ?? []
  }

  /// Adds a row with the same conflict.
  mutating func add(row: Int64?) {
    count += 1
    if let row, rows.count < UndoConflict.namedRows { rows.append(row) }
  }

  /// What is in the way, as one line: which rows of which table, and what became of them.
  package var description: String {
    guard !rows.isEmpty else {
      return "\(table): \(count == 1 ? "a row" : "\(count) rows") \(predicate)"
    }
    let names = rows.map(String.init).joined(separator: ", ")
    let more = count > Int64(rows.count) ? " and \(count - Int64(rows.count)) more" : ""
    return "\(table): row\(count == 1 ? "" : "s") \(names)\(more) \(predicate)"
  }

  private var predicate: String {
    let are = count == 1 ? "is" : "are"
    let writer = run.map { "run \($0)" } ?? "no run"
    return switch reason {
    case .overwritten: "\(count == 1 ? "was" : "were") written again by \(writer)"
    case .edited(let column): "\(count == 1 ? "has" : "have") another \(column) than the run wrote"
    case .missing: "\(are) no longer there"
    case .present: "\(are) there again"
    case .taken(let columns):
      "of \(writer) \(are) in the way: same \(columns.joined(separator: ", "))"
    case .referring(let parent): "of \(writer) would refer to no row of \(parent)"
    case .columnGone(let column): "would need the column \(column), which is gone"
    case .refused(let message): "can't be as before: \(message)"
    }
  }
}
