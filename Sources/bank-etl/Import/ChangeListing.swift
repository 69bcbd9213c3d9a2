import Datasets
import Loading
import SQLite

/// What a run changed, as the user gets to see it: one row for each column that is another.
struct ChangeListing {
  private let changes: RunChanges
  private let run: LedgerRun
  /// The line of the file that the run had come to before what is listed; nil where all of it is.
  private let lastLineBefore: Int64?

  /// The changes of a run.
  ///
  /// - Parameters:
  ///   - run: the run.
  ///   - database: the database whose ledger has it.
  ///   - package: the datasets, whose keys tell rows apart for people.
  ///   - line: the line of the file that the run had come to before; nil where it had not begun.
  /// - Throws: `LoadError` when the changes are no longer kept.
  init(
    _ run: LedgerRun, in database: Database, _ package: DataPackage, after line: Int64? = nil
  ) throws {
    self.run = run
    lastLineBefore = line
    var keys: [String: [RunChanges.KeyColumn]] = [:]
    for dataset in package.datasets {
      for target in dataset.targets {
        keys[target.table] = target.key.map { column in
          let parent = target.parents.first { $0.column == column }
          return RunChanges.KeyColumn(
            column, parent: parent.map { dataset.targets[$0.target].table })
        }
      }
    }
    changes = try RunChanges(database, run, keys: keys)
  }

  private static let labels = ["change", "key", "column", "old", "new", "line", "table", "row"]

  /// Writes the changes to standard output as they are found.
  ///
  /// - Parameters:
  ///   - format: how rows are written.
  ///   - color: when tables are coloured.
  ///   - limit: how many rows are written at most; nil for all.
  /// - Throws: `LoadError` or `DatabaseError` when they can't be read, `OutputError` when one can't
  ///   be written.
  func write(as format: RowFormat, color: Style.When, limit: Int64?) throws {
    var writer = RowWriter(labels: Self.labels, format: format, color: color)
    var count: Int64 = 0
    if limit != 0 {
      try changes.forEach { change in
        if let lastLineBefore, let line = change.line, line <= lastLineBefore { return true }
        try writer.write(Self.row(change))
        count += 1
        return count != limit && !writer.isClosed
      }
    }
    try writer.finish()
  }

  /// The changes as an array of objects.
  func json() throws -> JSON {
    var objects: [JSON] = []
    try changes.forEach { change in
      objects.append(
        .object(
          zip(Self.labels, Self.row(change)).map { JSON.Member(name: $0, value: $1.json) }))
      return true
    }
    return .array(objects)
  }

  private static func row(_ change: RowChange) -> [Value] {
    [
      .text(change.kind.word), .text(change.key.map(\.plainText).joined(separator: ", ")),
      .text(change.column), change.old, change.new, .optional(change.line), .text(change.table),
      .integer(change.row),
    ]
  }
}

extension RowChange.Kind {
  /// What was done to a row, in the words of an import's counts.
  var word: String {
    switch self {
    case .inserted: "inserted"
    case .updated: "updated"
    case .deleted: "deleted"
    }
  }
}
