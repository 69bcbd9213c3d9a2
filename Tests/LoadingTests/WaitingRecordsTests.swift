import Records
import SQLite
import SeedSupport
import Testing

@testable import Loading

/// A table whose rows refer to rows of the same table: people and their bosses.
private let definition = """
  CREATE TABLE t (
    id INTEGER PRIMARY KEY, k INTEGER NOT NULL UNIQUE, a TEXT UNIQUE,
    b INTEGER CONSTRAINT boss REFERENCES t (k) DEFERRED, run_id INTEGER, source_line INTEGER
  ) STRICT;
  """

/// How the foreign key is declared.
private let timings = ["", "DEFERRABLE INITIALLY DEFERRED"]

@Suite struct WaitingRecordsTests {
  private func table(_ timing: String) throws -> TestTable {
    let table = try TestTable()
    try table.database.execute(
      "DROP TABLE t; " + definition.replacing("DEFERRED", with: timing))
    return table
  }

  @Test(arguments: timings, [1, 2, 3, 100])
  func `a record may come before the one that it refers to`(timing: String, size: Int) throws {
    let table = try table(timing)
    let file: [TestTable.Line] = [
      .init(k: 5, a: "e", b: 4), .init(k: 4, a: "d", b: 3), .init(k: 9, a: "x", b: 99),
      .init(k: 8, a: "y", b: 9), .init(k: 3, a: "c", b: nil), .init(k: 2, a: "b", b: 2),
    ]
    let (counts, _, rejects) = try table.load(file, batch: size)
    #expect(counts.inserted == 4 && counts.rejected == 2 && counts.isBalanced)
    #expect(rejects.map(\.line).sorted() == [4, 5])
    #expect(
      rejects.allSatisfy {
        $0.message.hasSuffix("FOREIGN KEY constraint failed: t.b refers to no row of t (k)")
      }, "\(rejects)")
    #expect(rejects.contains { $0.raw == Array("9,x,99".utf8) && $0.key == "9" })
    #expect(try table.rows().map(\.k) == [2, 3, 4, 5])
    #expect(try table.database.value("SELECT count(*) FROM etl_rejects") == 2)
    #expect(try table.database.value("SELECT rejected FROM etl_runs") == 2)
  }

  /// Generations of records, each in front of the one that it refers to, the last to nobody.
  @Test(arguments: timings, [7, 1_000])
  func `long lines of descent come in, and those of strangers don't`(timing: String, size: Int)
    throws
  {
    let table = try table(timing)
    let family = (1...90).map { TestTable.Line(k: $0, b: $0 == 1 ? nil : $0 - 1) }
    let strangers = (100...150).map { TestTable.Line(k: $0, b: $0 - 1) }
    let (counts, _, rejects) = try table.load(family.reversed() + strangers.reversed(), batch: size)
    #expect(counts.inserted == 90 && counts.rejected == 51 && counts.isBalanced)
    #expect(Set(rejects.map(\.line)) == Set(92...142))
    #expect(try table.database.rows("PRAGMA foreign_key_check").isEmpty)
  }

  @Test(arguments: timings)
  func `before a commit in the middle of a file, records wait no longer`(timing: String) throws {
    let table = try table(timing)
    let file: [TestTable.Line] = [
      .init(k: 2, a: "b", b: 1), .init(k: 1, a: "a", b: nil), .init(k: 4, a: "d", b: 3),
      .init(k: 5, a: "e", b: 1), .init(k: 3, a: "c", b: nil),
    ]
    var options = Loader.Options()
    options.commitEvery = 2
    let (counts, _, rejects) = try table.load(file, batch: 1, options: options)
    #expect(counts.inserted == 4 && rejects.map(\.line) == [4])
  }

  @Test(arguments: SeededGenerator.seeds(8))
  func `which records are loaded does not depend on the order and the batches`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    for timing in timings {
      let table = try table(timing)
      var model: [Int64: TestTable.Line] = [:]
      for _ in 0..<4 {
        var file: [TestTable.Line] = []
        for k in Int64(1)...20 where Bool.random(using: &random) {
          // Nobody is the boss of a boss of his own: bosses have smaller numbers, or none.
          let boss = Int64.random(in: 0...k, using: &random)
          file.append(
            TestTable.Line(
              k: k, a: Bool.random(using: &random) ? "\(k)" : nil,
              b: boss == 0 ? nil : boss > 14 ? 100 : boss))
        }
        file.shuffle(using: &random)
        var refused = Set(file.map(\.k))
        while true {
          let due = file.filter { line in
            refused.contains(line.k)
              && (line.b == nil || line.b == line.k
                || line.b.map { model[$0] != nil } == true)
          }
          guard !due.isEmpty else { break }
          for line in due {
            model[line.k] = line
            refused.remove(line.k)
          }
        }
        let size = [1, 2, 5, 100].randomElement(using: &random) ?? 1
        let (counts, _, rejects) = try table.load(file, batch: size)
        try #require(counts.isBalanced && counts.read == Int64(file.count))
        try #require(
          Set(rejects.map { $0.line })
            == Set(
              file.indices.filter { refused.contains(file[$0].k) }.map { Int64($0 + 2) }))
        try #require(try table.rows() == model.values.sorted { $0.k < $1.k })
        try #require(try table.database.rows("PRAGMA foreign_key_check").isEmpty)
      }
    }
  }
}
