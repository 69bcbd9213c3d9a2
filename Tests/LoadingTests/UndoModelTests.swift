import SQLite
import SeedSupport
import Testing

@testable import Loading

@Suite struct UndoModelTests {
  @Test(arguments: SeededGenerator.seeds(10))
  func `rows, changes and histories are as the model says after every load and undo`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<4 {
      let table = try TestTable(", UNIQUE (a), CHECK (b <> 13)")
      var model = UndoModel()
      var file: [TestTable.Line] = []
      for _ in 0..<Int.random(in: 2...9, using: &random) {
        switch model.runs.isEmpty ? 0 : Int.random(in: 0..<10, using: &random) {
        case 0...4:
          file = randomFile(&random)
          try load(file, table, &model, &random)
        case 5: try load(file, table, &model, &random)
        case 6: try prune(table, &model, &random)
        default: try undo(table, &model, &random)
        }
        try check(table, model)
      }
    }
  }

  private func undo(
    _ table: TestTable, _ model: inout UndoModel, _ random: inout SeededGenerator
  ) throws {
    let run = model.runs.keys.sorted().randomElement(using: &random) ?? 0
    let undo = Undo(table.database)
    guard run > model.pruned else {
      if model.runs[run]?.isUndone == false {
        #expect(throws: LoadError.self) { try undo.takeBack(run, cascades: false) }
      }
      return
    }
    guard model.runs[run]?.isUndone == false else {
      #expect(try undo.takeBack(run, cascades: false) == .wasUndone)
      return
    }
    let outcome = try undo.takeBack(run, cascades: false)
    if let inTheWay = model.undo(run) {
      guard case .refused(let conflicts) = outcome else {
        Issue.record("run \(run) was taken back in spite of \(inTheWay)")
        return
      }
      // Beside them, a row may have the text that another one had before.
      let owners = Set(model.rows.values.filter { $0.line.a != nil }.map(\.run))
      for conflict in conflicts {
        let isOfText = conflict.reason == .taken(columns: ["a"])
        #expect(
          (isOfText ? inTheWay.union(owners) : inTheWay).contains(conflict.run ?? 0),
          "run \(run): \(conflict), in the way \(inTheWay)")
      }
      #expect(!conflicts.isEmpty)
      try check(table, model)
      let expected = model.cascade(run)
      let rehearsal = try undo.takeBack(run, cascades: true, isRehearsal: true)
      let cascade = try undo.takeBack(run, cascades: true)
      #expect(rehearsal == cascade)
      guard case .undone(let runs) = cascade else {
        Issue.record("\(cascade)")
        return
      }
      #expect(runs.map(\.run) == expected)
    } else {
      let changes =
        model.runs[run]?.changes.values.map { ($0.before == nil, $0.after == nil) } ?? []
      #expect(
        outcome
          == .undone([
            Undo.UndoneRun(
              run: run, removed: Int64(changes.filter { $0 == (true, false) }.count),
              reverted: Int64(changes.filter { $0 == (false, false) }.count),
              restored: Int64(changes.filter { $0 == (false, true) }.count))
          ]))
    }
  }

  private func check(_ table: TestTable, _ model: UndoModel) throws {
    try #require(try table.modelRows() == model.rows)
    for (number, run) in model.runs where number > model.pruned {
      let isUndone = try LedgerRun(number, in: table.database).status == .undone
      try #require(isUndone == run.isUndone)
      let changes = try table.changes(of: number)
      try #require(changes == expectedChanges(of: number, run))
    }
    for key in 1...8 as ClosedRange<Int64> {
      let history = try RowHistory(table.database, table: "t", key: [("k", String(key))])
      try #require(history.row == model.rows[key]?.id)
      guard model.pruned == 0 else { continue }
      let runs = model.runs.filter { $0.value.changes[key] != nil }.sorted { $0.key > $1.key }
      try #require(history.events == runs.map { expectedEvent($0.key, $0.value, key) })
    }
  }

  private func expectedChanges(of number: Int64, _ run: UndoModel.Run) -> [RowChange] {
    func row(_ change: (before: UndoModel.Row?, after: UndoModel.Row?)) -> UndoModel.Row? {
      change.before ?? change.after
    }
    let sorted = run.changes.values.sorted { (row($0)?.id ?? 0) < (row($1)?.id ?? 0) }
    return sorted.flatMap { change in
      columns(change.before, change.after).filter { $0.old != $0.new }.map {
        RowChange(
          kind: kind(change), table: "t", row: row(change)?.id ?? 0,
          key: [.integer(row(change)?.line.k ?? 0)], line: change.after?.place,
          column: $0.name, old: $0.old, new: $0.new)
      }
    }
  }

  private func expectedEvent(_ number: Int64, _ run: UndoModel.Run, _ key: Int64)
    -> RowHistory.Event
  {
    let change = run.changes[key] ?? (nil, nil)
    let kind = kind(change)
    var columns = columns(change.before, change.after)
    columns.removeAll { $0.old == $0.new }
    if kind == .inserted && !run.isUndone { columns = [] }
    return RowHistory.Event(
      kind: kind, row: (change.before ?? change.after)?.id ?? 0, run: number,
      isUndone: run.isUndone, line: change.after?.place,
      columns: columns.sorted { $0.name < $1.name })
  }

  private func kind(_ change: (before: UndoModel.Row?, after: UndoModel.Row?)) -> RowChange.Kind {
    change.before == nil ? .inserted : change.after == nil ? .deleted : .updated
  }

  /// The columns of a file, before and after.
  private func columns(_ before: UndoModel.Row?, _ after: UndoModel.Row?) -> [RowHistory.Column] {
    func values(_ row: UndoModel.Row?) -> [Value] {
      guard let line = row?.line else { return [.null, .null, .null] }
      return [.integer(line.k), .optional(line.a), .optional(line.b)]
    }
    let (old, new) = (values(before), values(after))
    return ["k", "a", "b"].enumerated().map {
      RowHistory.Column(name: $0.element, old: old[$0.offset], new: new[$0.offset])
    }
  }
}
