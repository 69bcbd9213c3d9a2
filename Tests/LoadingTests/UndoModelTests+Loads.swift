import SQLite
import SeedSupport
import Synchronization
import Testing

@testable import Loading

// The loads and prunings of the model test: what the table is to have is worked out record by
// record, whatever way the file went in.

extension UndoModelTests {
  /// New, changed and unchanged rows, some that the table refuses, some twice.
  func randomFile(_ random: inout SeededGenerator) -> [TestTable.Line] {
    let keys = (1...8).shuffled(using: &random).prefix(.random(in: 1...6, using: &random))
    var file = keys.map { key in
      TestTable.Line(
        k: Int64(key), a: ["x", "y", "z", nil, nil, nil].randomElement(using: &random) ?? nil,
        b: [0, 1, 2, 13].randomElement(using: &random) ?? 0)
    }
    if Bool.random(using: &random), let line = file.randomElement(using: &random) {
      file.append(line)
    }
    return file
  }

  /// Loads a file in one of the ways in which that can go, and sometimes deletes what it lacks.
  func load(
    _ file: [TestTable.Line], _ table: TestTable, _ model: inout UndoModel,
    _ random: inout SeededGenerator
  ) throws {
    let before = model.rows
    var plain = LoadingModel(rows: before.mapValues(\.line), textIsUnique: true)
    let isReplacing = Int.random(in: 0..<3, using: &random) == 0
    let (expected, lines) = isReplacing ? plain.replace(with: file) : plain.load(file)
    let counts = try load(file, table, replacing: isReplacing, &random)
    try #require(counts == expected, "\(file)")
    let run = try table.database.value("SELECT max(id) FROM etl_runs")?.integer ?? 0
    let rejects = try table.database.rows(
      "SELECT line FROM etl_rejects WHERE run_id = ? ORDER BY record", [.integer(run)])
    try #require(rejects.map { $0[0].integer ?? 0 } == lines, "\(file)")
    model.rows = try table.modelRows()
    try #require(model.rows.mapValues(\.line) == plain.rows, "\(file)")
    for (key, row) in model.rows {
      if before[key]?.line == row.line {
        try #require(row == before[key])
      } else {
        // Of two that are alike the first one may be refused, and the second not: what was in its way
        // may have changed between them.
        try #require(row.run == run && row.place == plain.first[key]?.place)
      }
    }
    note(run, before, &model)
  }

  private func note(_ run: Int64, _ before: [Int64: UndoModel.Row], _ model: inout UndoModel) {
    var account = UndoModel.Run()
    for key in Set(before.keys).union(model.rows.keys) where before[key] != model.rows[key] {
      account.changes[key] = (before[key], model.rows[key])
    }
    let used =
      model.runs.values.flatMap { $0.changes.values.compactMap { $0.after?.id } }.max() ?? 0
    for (key, change) in account.changes where change.before == nil {
      #expect(model.rows[key].map { $0.id > used } == true, "an id is used again")
    }
    model.runs[run] = account
  }

  /// Loads a file whole, after a stop that left nothing, or in pieces with a stop between two.
  private func load(
    _ file: [TestTable.Line], _ table: TestTable, replacing: Bool,
    _ random: inout SeededGenerator
  ) throws -> RunCounts {
    let size = Int.random(in: 1...4, using: &random)
    var options = Loader.Options()
    options.unsortedRows = Bool.random(using: &random) ? 0 : 1_000
    let way = Int.random(in: 0..<4, using: &random)
    if way == 0 {
      return try table.load(file, batch: size, replacing: replacing, options: options).counts
    }
    var stopped = options
    if way > 1 { stopped.commitEvery = Int64.random(in: 1...3, using: &random) }
    let batches = Int.random(in: 0...3, using: &random)
    let count = Atomic(0)
    stopped.isInterrupted = { count.add(1, ordering: .relaxed).newValue > batches }
    do {
      return try table.load(file, batch: size, replacing: replacing, options: stopped).counts
    } catch let error as LoadError {
      #expect(error.kind == .interrupted)
    }
    var again = options
    again.resuming = try Ledger(table.database).unfinishedRun(TestTable.start, in: [table.target])
    return try table.load(
      file, batch: Int.random(in: 1...4, using: &random), replacing: replacing, options: again
    ).counts
  }

  /// Drops what is kept of the oldest runs.
  func prune(
    _ table: TestTable, _ model: inout UndoModel, _ random: inout SeededGenerator
  ) throws {
    let last = model.runs.keys.sorted().randomElement(using: &random) ?? 0
    try table.database.execute(
      "UPDATE etl_runs SET started_at = '2000-01-01T00:00:00.000Z' WHERE id <= ?",
      [.integer(last)])
    _ = try Prune.run(table.database, keepingDays: 1)
    model.pruned = max(model.pruned, last)
  }
}
