import SQLite

@testable import Loading

/// A plain account of a table and of who wrote it: whole rows before and after each run.
struct UndoModel {
  struct Row: Equatable {
    var id: Int64
    var line: TestTable.Line
    var run: Int64
    var place: Int64
  }
  struct Run {
    var isUndone = false
    /// By key, the row before and after.
    var changes: [Int64: (before: Row?, after: Row?)] = [:]
  }

  var rows: [Int64: Row] = [:]
  var runs: [Int64: Run] = [:]
  /// The last run of which nothing is kept.
  var pruned: Int64 = 0

  /// The later runs that keep a run from being taken back; nil where it was, in `self`.
  mutating func undo(_ run: Int64) -> Set<Int64>? {
    guard let changes = runs[run]?.changes else { return nil }
    var inTheWay: Set<Int64> = []
    for (key, change) in changes where rows[key] != change.after {
      inTheWay.formUnion(
        runs.filter { $0.key > run && !$0.value.isUndone && $0.value.changes[key] != nil }.keys)
    }
    guard inTheWay.isEmpty else { return inTheWay }
    var restored = rows
    for (key, change) in changes { restored[key] = change.before }
    for (key, row) in restored where changes[key] != nil && row.line.a != nil {
      let others = restored.values.filter { $0.line.k != key && $0.line.a == row.line.a }
      inTheWay.formUnion(others.map(\.run))
    }
    guard inTheWay.isEmpty else { return inTheWay }
    rows = restored
    runs[run]?.isUndone = true
    return nil
  }

  /// Takes a run back and whatever later runs are in the way.
  mutating func cascade(_ run: Int64) -> [Int64] {
    var set: Set<Int64> = [run]
    while true {
      var attempt = self
      var inTheWay: Set<Int64> = []
      for run in set.sorted(by: >) {
        guard let found = attempt.undo(run) else { continue }
        inTheWay = found
        break
      }
      if inTheWay.isEmpty {
        self = attempt
        return set.sorted(by: >)
      }
      set.formUnion(inTheWay)
    }
  }
}

extension TestTable {
  func changes(of run: Int64) throws -> [RowChange] {
    var changes: [RowChange] = []
    try RunChanges(database, LedgerRun(run, in: database), keys: ["t": [.init("k")]]).forEach {
      changes.append($0)
      return true
    }
    return changes
  }

  func modelRows() throws -> [Int64: UndoModel.Row] {
    var rows: [Int64: UndoModel.Row] = [:]
    for row in try database.rows("SELECT id, k, a, b, run_id, source_line FROM t") {
      let line = Line(k: row[1].integer ?? 0, a: row[2].text, b: row[3].integer)
      rows[line.k] = UndoModel.Row(
        id: row[0].integer ?? 0, line: line, run: row[4].integer ?? 0, place: row[5].integer ?? 0)
    }
    return rows
  }
}
