import SQLite
import Testing

@testable import Loading

struct KeptFilesTests {
  private let table: PictureTable
  private let bytes: [[UInt8]] = (1...3).map { [UInt8](repeating: $0, count: 300_000) }

  init() throws {
    table = try PictureTable()
  }

  private func images() throws -> [[Value]] {
    try table.database.rows(
      """
      SELECT kind, typeof(old), typeof(new) FROM etl_changes WHERE column_name = 'photo'
      ORDER BY run_id
      """)
  }

  private func undo(_ run: Int64) throws -> Undo.Outcome {
    try Undo(table.database).takeBack(run, cascades: false)
  }

  private func isUndone(_ run: Int64) throws -> Bool {
    if case .undone = try undo(run) { true } else { false }
  }

  /// A picture added, changed twice, set to nothing, and deleted, each as a run.
  private func history() throws -> [Int64] {
    let files = { (index: Int) -> [FileColumn] in
      [("photo", PictureTable.lent(self.bytes[index]))]
    }
    func change(_ values: [HandRun.Assignment], _ files: [FileColumn] = []) throws -> Int64 {
      try table.run { run in
        let isChanged = try run.update("p", row: 1, values, files: files)
        #expect(isChanged)
      }
    }
    return [
      try table.run { _ = try $0.insert(into: "p", [("name", "one")], files: files(0)) },
      try change([], files(1)), try change([("name", "uno")], files(2)),
      try change([("photo", .null)]), try table.run { try $0.delete(from: "p", row: 1) },
    ]
  }

  @Test func `images name bytes, which are kept once, and undo brings them back`() throws {
    let runs = try history()
    #expect(
      try images() == [
        ["update", "text", "text"], ["update", "text", "text"], ["update", "text", "null"],
        ["delete", "null", "null"],
      ])
    #expect(try table.database.value("SELECT count(*) FROM etl_files") == 3)
    let states: [Value] = [.null, .blob(bytes[2]), .blob(bytes[1]), .blob(bytes[0])]
    for (run, state) in zip(runs.reversed(), states) {
      #expect(try isUndone(run))
      #expect(try table.photo(1) == state)
    }
    #expect(try isUndone(runs[0]))
    #expect(try table.photo(1) == nil)
    // Nothing that was ever there is lost by undoing it.
    #expect(try table.database.value("SELECT count(*) FROM etl_files") == 3)
    #expect(try table.database.value("PRAGMA integrity_check") == "ok")
  }

  @Test func `the same bytes again change nothing`() throws {
    _ = try history().last
    let run = try table.run { run in
      let row = try run.insert(
        into: "p", [("name", "two")], files: [("photo", PictureTable.lent(bytes[0]))])
      let isChanged = try run.update(
        "p", row: row, [], files: [("photo", PictureTable.lent(bytes[0]))])
      #expect(!isChanged)
    }
    #expect(try images().count == 4)
    #expect(try isUndone(run))
  }

  @Test func `bytes that were edited since are not overwritten by an undo`() throws {
    let runs = try history()
    #expect(try isUndone(runs[4]))
    #expect(try isUndone(runs[3]))
    try table.database.execute("UPDATE p SET photo = x'00' WHERE id = 1")
    guard case .refused(let conflicts) = try undo(runs[2]) else {
      Issue.record("undone")
      return
    }
    #expect(conflicts.map(\.reason) == [.edited(column: "photo")])
    #expect(try table.photo(1) == .blob([0]))
  }

  @Test func `why and changes tell the bytes by their hashes`() throws {
    let runs = try history()
    let history = try RowHistory(table.database, table: "p", key: [("name", "uno")])
    let photos = history.events.flatMap(\.columns).filter { $0.name == "photo" }
    #expect(photos.count == 3)
    #expect(photos.allSatisfy { KeptFiles.isName($0.old) })
    let run = try LedgerRun(runs[1], in: table.database)
    var changes: [RowChange] = []
    try RunChanges(table.database, run, keys: ["p": [.init("name")]]).forEach {
      changes.append($0)
      return true
    }
    #expect(changes.map(\.column) == ["photo"])
    #expect(changes.allSatisfy { KeptFiles.isName($0.old) && KeptFiles.isName($0.new) })
  }

  @Test func `pruning drops what no image names`() throws {
    let runs = try history()
    try table.database.execute("DELETE FROM etl_changes WHERE run_id <= ?", [.integer(runs[1])])
    try KeptFiles(table.database).prune()
    #expect(try table.database.value("SELECT count(*) FROM etl_files") == 2)
    _ = try Prune.run(table.database, keepingDays: -1)
    #expect(try table.database.value("SELECT count(*) FROM etl_files") == 0)
  }
}
