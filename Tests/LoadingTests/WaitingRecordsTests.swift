import Records
import SQLite
import SeedSupport
import Synchronization
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

  /// What waits holds the commit up.
  @Test(arguments: timings, [nil, 1, 2, 3] as [Int64?])
  func `a file in pieces loads as one that is whole`(timing: String, pieces: Int64?) throws {
    let table = try table(timing)
    let file: [TestTable.Line] = [
      .init(k: 2, a: "b", b: 1), .init(k: 1, a: "a", b: nil), .init(k: 4, a: "d", b: 3),
      .init(k: 5, a: "e", b: 1), .init(k: 3, a: "c", b: nil), .init(k: 6, a: "f", b: 7),
    ]
    var options = Loader.Options()
    options.commitEvery = pieces
    let (counts, _, rejects) = try table.load(file, batch: 1, options: options)
    #expect(counts.inserted == 5 && rejects.map(\.line) == [7])
  }

  @Test(arguments: timings, [2, 8, 12, 25])
  func `a load that is stopped goes on where nothing waited`(timing: String, batches: Int) throws {
    // Families of ten, each the other way round, and strangers between the last of them.
    let file = (0..<100).map { number -> TestTable.Line in
      let (family, place) = (number / 10 * 10, number % 10)
      let k = Int64(family + 10 - place)
      return TestTable.Line(
        k: k, a: "\(k)", b: place == 9 ? nil : number % 16 == 0 && number > 60 ? 999 : k - 1)
    }
    var options = Loader.Options()
    options.commitEvery = 10
    let (clean, stopped) = (try self.table(timing), try self.table(timing))
    try clean.load(file)
    let count = Atomic(0)
    options.isInterrupted = { count.add(1, ordering: .relaxed).newValue > batches }
    #expect(throws: LoadError.self) { try stopped.load(file, batch: 5, options: options) }
    options.isInterrupted = { false }
    options.resuming = try Ledger(stopped.database).unfinishedRun(
      TestTable.start, in: [stopped.target])
    #expect((options.resuming != nil) == (batches > 2))
    try stopped.load(file, batch: 5, options: options)
    #expect(try stopped.rows() == clean.rows())
    for query in [
      "SELECT read, inserted, rejected, skipped FROM etl_runs WHERE status LIKE 'succ%'",
      "SELECT record, line, message, raw FROM etl_rejects ORDER BY record",
    ] {
      #expect(try stopped.database.rows(query) == clean.database.rows(query))
    }
  }

  @Test(arguments: [1, 3, 100])
  func `a repaired record that waited is counted when it comes in`(size: Int) throws {
    let table = try table("")
    let loader = try Loader(table.database, [table.target], TestTable.start, .init())
    let lines = [TestTable.Line(k: 2, b: 1), .init(k: 3, b: 9), .init(k: 1)]
    for first in stride(from: 0, to: lines.count, by: size) {
      var batch = RecordBatch()
      var rows = RowBatch(columnCount: 3)
      TestTable.fill(
        &batch, &rows, lines[first..<min(first + size, lines.count)], firstNumber: first + 1)
      rows.repairs = rows.numbers.map {
        Repair(line: $0 + 1, record: $0, message: "m\($0)", raw: [0xff, UInt8($0)])
      }
      try loader.load(batch, &rows)
    }
    _ = try loader.finish(sha256: "x", bytes: 1)
    #expect(loader.counts.repaired == 2 && loader.counts.rejected == 1)
    #expect(
      try table.database.rows("SELECT record, line, message, raw FROM etl_repairs ORDER BY record")
        == [
          [1, 2, "m1", .blob([0xff, 1])], [3, 4, "m3", .blob([0xff, 3])],
        ])
  }

  /// Collation and affinity are those of the parent's column, and a trigger may make what is missing.
  @Test(arguments: [1, 2, 100])
  func `what SQLite takes for a parent is one`(size: Int) throws {
    let table = try TestTable()
    try table.database.execute(
      """
      DROP TABLE t;
      CREATE TABLE t (id INTEGER PRIMARY KEY, k INTEGER NOT NULL UNIQUE, a TEXT UNIQUE COLLATE NOCASE,
        b INTEGER, up TEXT REFERENCES t (a), run_id INTEGER, source_line INTEGER);
      CREATE TABLE log (k INTEGER);
      """)
    let target = TargetTable(
      name: "t", columns: ["k", "up", "a"], cells: [0, 1, 2], key: ["k"])
    let loader = try Loader(table.database, [target], TestTable.start, .init())
    let records: [(Int64, String?, String)] = [
      (1, "ANN", "bob"), (2, "dee", "eve"), (3, nil, "Ann"),
    ]
    for first in stride(from: 0, to: records.count, by: size) {
      var batch = RecordBatch()
      var rows = RowBatch(columnCount: 3)
      for (offset, record) in records[first..<min(first + size, records.count)].enumerated() {
        let texts = [record.1, record.2].map { text -> Cell in
          guard let text else { return .null }
          let start = batch.bytes.count
          batch.bytes += text.utf8
          return .text(start..<batch.bytes.count)
        }
        batch.records.append(
          RecordBatch.Record(
            firstField: 0, fieldCount: 0, rawStart: 0, rawEnd: 0, line: Int64(first + offset + 2),
            lineCount: 1))
        rows.cells += [.integer(record.0)] + texts
        rows.records.append(Int32(offset))
        rows.numbers.append(Int64(first + offset + 1))
      }
      try loader.load(batch, &rows)
    }
    _ = try loader.finish(sha256: "x", bytes: 1)
    #expect(try table.database.rows("SELECT a FROM t ORDER BY a") == [["Ann"], ["bob"]])
    #expect(try table.database.rows("SELECT line FROM etl_rejects") == [[3]])
  }

  @Test(arguments: SeededGenerator.seeds(8))
  func `which records are loaded does not depend on the order and the batches`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    for timing in timings {
      let table = try table(timing)
      if Bool.random(using: &random) {
        try table.database.execute(
          "CREATE TRIGGER same AFTER INSERT ON t BEGIN UPDATE t SET a = a WHERE id = new.id; END")
      }
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
