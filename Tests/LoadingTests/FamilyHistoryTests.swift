import Records
import SQLite
import SeedSupport
import Synchronization
import Testing

@testable import Loading

/// Loads into two tables that are stopped and gone on with, or taken back.
@Suite struct FamilyHistoryTests {
  private func content(_ database: Database) throws -> [[[Value]]] {
    try [
      "SELECT * FROM p ORDER BY id", "SELECT * FROM c ORDER BY id",
    ].map { try database.rows($0) }
  }

  private func account(_ database: Database) throws -> [[[Value]]] {
    try [
      """
      SELECT id, status, read, inserted, updated, unchanged, rejected, skipped, absent, message
      FROM etl_runs
      """, "SELECT * FROM etl_run_tables", "SELECT * FROM etl_rejects", "SELECT * FROM etl_changes",
    ].map { try database.rows($0) }
  }

  private static let before = (1...150 as ClosedRange<Int64>).map {
    TestFamily.Line(k: $0, a: "\($0)", n: $0 % 3, b: 10)
  }
  /// Children of parents that there are and that there are not, changes, repetitions and rejects.
  private static let file = (1...1_000 as ClosedRange<Int64>).map { number in
    let k = number * 7 % 300
    return TestFamily.Line(
      k: k, a: k % 10 == 0 ? "new \(k)" : "\(k)", n: number % 4,
      b: number % 41 == 0 ? 13 : k % 5 == 0 ? 11 : 10)
  }

  @Test(arguments: [2, 5, 9, 10, 19], [20, 50, 64])
  func `gone on with, it ends as one uninterrupted run`(batches: Int, size: Int) throws {
    let (clean, broken) = (try TestFamily(), try TestFamily())
    for family in [clean, broken] { try family.load(Self.before) }
    try clean.load(Self.file)
    var options = Loader.Options()
    options.commitEvery = 100
    let count = Atomic(0)
    options.isInterrupted = { count.add(1, ordering: .relaxed).newValue > batches }
    #expect(throws: LoadError.self) { try broken.load(Self.file, batch: 50, options: options) }
    var again = Loader.Options()
    again.commitEvery = 100
    again.resuming = try Ledger(broken.database)
      .unfinishedRun(TestFamily.start, in: TestFamily.tables())
    try #require(again.resuming?.id == 2)
    try broken.load(Self.file, batch: size, options: again)
    #expect(try content(broken.database) == content(clean.database))
    #expect(try account(broken.database) == account(clean.database))
  }

  private func randomFile(_ random: inout SeededGenerator) -> [TestFamily.Line] {
    (0..<Int.random(in: 1...12, using: &random)).map { _ in
      let k = Int64.random(in: 1...5, using: &random)
      return TestFamily.Line(
        k: k, a: Int.random(in: 0..<4, using: &random) > 0 ? "\(k)" : "x",
        n: .random(in: 1...2, using: &random), b: .random(in: 10...13, using: &random))
    }
  }

  @Test(arguments: 0..<20)
  func `undone from the last to the first, each load leaves what was before`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let family = try TestFamily()
    var states = [try content(family.database)]
    for _ in 1...5 {
      try family.load(
        randomFile(&random), batch: .random(in: 1...5, using: &random),
        replacing: Int.random(in: 0..<3, using: &random) == 0)
      states.append(try content(family.database))
    }
    let undo = Undo(family.database)
    for run in stride(from: Int64(5), through: 1, by: -1) {
      let outcome = try undo.takeBack(run, cascades: false)
      guard case .undone = outcome else {
        Issue.record("run \(run): \(outcome)")
        return
      }
      try #require(try content(family.database) == states[Int(run) - 1])
    }
    #expect(try family.database.value("SELECT count(*) FROM p") == 0)
  }

  @Test(arguments: 0..<20)
  func `a cascade that takes all later loads along leaves what was before them`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed &+ 1_000)
    let family = try TestFamily()
    var states = [try content(family.database)]
    for _ in 1...4 {
      try family.load(randomFile(&random))
      states.append(try content(family.database))
    }
    let run = Int64.random(in: 1...4, using: &random)
    let outcome = try Undo(family.database).takeBack(run, cascades: true)
    guard case .undone(let undone) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(try family.database.rows("PRAGMA foreign_key_check").isEmpty)
    let later = (run...4).filter { number in
      states[Int(number)] != states[Int(number) - 1]
    }
    if Set(undone.map(\.run)).isSuperset(of: later) {
      #expect(try content(family.database) == states[Int(run) - 1])
    }
  }

  @Test func `a load whose rows later ones refer to is not taken back alone`() throws {
    let family = try TestFamily()
    try family.load([TestFamily.Line(k: 1, a: "x", n: 1, b: 10)])
    try family.load([TestFamily.Line(k: 1, a: "x", n: 2, b: 10)])
    let undo = Undo(family.database)
    guard case .refused(let conflicts) = try undo.takeBack(1, cascades: false) else {
      Issue.record("it was taken back")
      return
    }
    #expect(conflicts.map(\.reason) == [.referring(to: "p")] && conflicts.map(\.run) == [2])
    guard case .undone(let runs) = try undo.takeBack(1, cascades: true) else {
      Issue.record("it was not taken back")
      return
    }
    #expect(runs.map(\.run) == [2, 1] && runs.map(\.removed) == [1, 2])
    #expect(try family.rows().isEmpty)
  }

  @Test func `what a load changed is told by table, and a known file is known until it is`() throws
  {
    let family = try TestFamily()
    try family.load([TestFamily.Line(k: 7, a: "x", n: 1, b: 10)])
    try family.load([TestFamily.Line(k: 7, a: "y", n: 1, b: 11)])
    let declared: [String: [RunChanges.KeyColumn]] = [
      "p": [.init("k")], "c": [.init("p_id", parent: "p"), .init("n")],
    ]
    // Without a declaration, the schema tells the same.
    for keys in [declared, [:]] {
      var changes: [RowChange] = []
      try RunChanges(family.database, LedgerRun(2, in: family.database), keys: keys).forEach {
        changes.append($0)
        return true
      }
      #expect(changes.map(\.table) == ["p", "c"] && changes.map(\.column) == ["a", "b"])
      #expect(changes.map(\.key) == [[7], [7, 1]])
    }
    let ledger = try Ledger(family.database)
    #expect(try ledger.runThatLoaded(sha256: "x", TestFamily.start) == 2)
    try family.database.execute("DELETE FROM c")
    #expect(try ledger.runThatLoaded(sha256: "x", TestFamily.start) == nil)
  }
}
