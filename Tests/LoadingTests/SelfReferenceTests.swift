import SQLite
import SeedSupport
import Testing

@testable import Loading

/// Files whose records have something in common, of which the first one waits for another: it comes in, in
/// every policy, whatever the batches, the memory and the transactions are.
@Suite struct SelfReferenceTests {
  /// A record: its key, what is unique besides, the key that it refers to, and a text.
  struct Line {
    var k: String
    var u: String?
    var up: String?
    var text: String

    init(_ k: String, _ u: String?, up: String?, _ text: String = "") {
      (self.k, self.u, self.up, self.text) = (k, u, up, text)
    }

    var record: TestRecord {
      TestRecord(
        values: [.text(k), .optional(u), .optional(up), .text(text)],
        raw: "\(k),\(u ?? ""),\(up ?? ""),\(text)")
    }
  }

  /// How a file is loaded.
  struct Way: Sendable {
    var batch: Int
    var commitEvery: Int64?
    var memory: Int
    /// Whether the table has a trigger, which writes to it and makes no parent.
    var hasTrigger: Bool

    static let all = [1, 2, 3, 100].flatMap { batch in
      [nil, 1, 3].flatMap { commitEvery in
        [1 << 10, 4 << 20].flatMap { memory in
          [false, true].map {
            Way(batch: batch, commitEvery: commitEvery, memory: memory, hasTrigger: $0)
          }
        }
      }
    }
  }

  private static let trigger = """
    CREATE TRIGGER stamps AFTER INSERT ON t BEGIN UPDATE t SET stamp = 1 WHERE id = new.id; END
    """

  /// Loads a file into a new table, whose key and the column `u` are of a type.
  ///
  /// - Returns: the rows, and the lines of the rejects.
  private func load(
    _ lines: [Line], _ way: Way, type: String = "TEXT", key: [String] = ["k"],
    isReplaced: Bool = false
  ) throws -> (rows: [[Value]], rejects: [Int64]) {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE t (id INTEGER PRIMARY KEY, k \(type) NOT NULL UNIQUE, u \(type) UNIQUE,
        up TEXT REFERENCES t (k), text TEXT CHECK (text <> 'bad'), stamp,
        run_id INTEGER, source_line INTEGER);
      """)
    if way.hasTrigger { try database.execute(Self.trigger) }
    try LedgerSchema.prepare(database)
    var start = TestTable.start
    start.tables = ["t"]
    let table = TargetTable(
      name: "t", columns: ["k", "u", "up", "text"], key: key, isReplaced: isReplaced)
    var options = Loader.Options()
    options.commitEvery = way.commitEvery
    options.waitingMemory = way.memory
    let outcome = try TestRecord.load(
      lines.map(\.record), into: [table], of: database, start, batch: way.batch, options: options)
    #expect(outcome.counts.isBalanced)
    #expect(try database.rows("PRAGMA foreign_key_check").isEmpty)
    return (
      try database.rows("SELECT k, text FROM t ORDER BY k COLLATE BINARY"),
      try database.rows("SELECT line FROM etl_rejects ORDER BY record").compactMap { $0[0].integer }
    )
  }

  @Test(arguments: SeededGenerator.seeds(3))
  func `neither batches nor memory nor transactions decide which records come in`(seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<3 {
      let keys = Int.random(in: 5...40, using: &random)
      let file = (0..<Int.random(in: 5...60, using: &random)).map { index in
        let number = index % keys
        let isInRing = Bool.random(using: &random)
        let up =
          isInRing ? number / 4 * 4 + (number + 1) % 4 : Int.random(in: 0...keys, using: &random)
        return Line(
          "\(number)", nil, up: Int.random(in: 0..<8, using: &random) == 0 ? nil : "\(up)",
          Int.random(in: 0..<8, using: &random) == 0 ? "bad" : "\(index)")
      }.shuffled(using: &random)
      let expected = try load(file, Way.all[0])
      for way in Way.all.dropFirst() {
        let found = try load(file, way)
        try #require(found.rows == expected.rows, "\(way) \(file.map(\.record.raw))")
        try #require(found.rejects == expected.rejects)
      }
    }
  }

  /// The first line waits for the last; the second and the third have its key, or what else is unique.
  @Test(arguments: [["k"], []] as [[String]], Way.all)
  func `the first record of a key wins though it waits`(key: [String], way: Way) throws {
    let file = [
      Line("a", "1", up: "z", "first"), Line("a", "2", up: nil, "second"),
      Line("b", "1", up: nil, "has its u"), Line("c", "3", up: "b"), Line("d", "4", up: "a"),
      Line("z", "5", up: nil),
    ]
    for isReplaced in key.isEmpty ? [false] : [false, true] {
      let found = try load(file, way, key: key, isReplaced: isReplaced)
      #expect(found.rows == [["a", "first"], ["d", ""], ["z", ""]])
      #expect(found.rejects == [3, 4, 5])
    }
  }

  @Test(arguments: [["k"], []] as [[String]], Way.all)
  func `the second record of a key comes in where the first one can't`(key: [String], way: Way)
    throws
  {
    let file = [
      Line("a", "1", up: "nobody", "first"), Line("a", "2", up: nil, "second"),
      Line("b", "1", up: "a", "has its u"), Line("a", "3", up: "b", "third"),
    ]
    let found = try load(file, way, key: key)
    #expect(found.rows == [["a", "second"], ["b", "has its u"]])
    #expect(found.rejects == [2, 5])
  }

  @Test(arguments: [("TEXT COLLATE NOCASE", "ANN", "BoB"), ("TEXT COLLATE RTRIM", "Ann  ", "Bob ")])
  func `records refer to one another as the column compares`(type: String, ann: String, bob: String)
    throws
  {
    for way in Way.all {
      let ring = try load(
        [Line("Ann", "1", up: bob), Line("Bob", "2", up: "Cid"), Line("Cid", "3", up: ann)], way,
        type: type)
      #expect(ring.rows.map { $0[0] } == ["Ann", "Bob", "Cid"] && ring.rejects.isEmpty)
      let first = try load(
        [
          Line("Ann", "x", up: "Zoe", "first"), Line(ann, "y", up: nil, "second"),
          Line(bob, nil, up: "Ann"), Line("Bob", nil, up: "Zoe", "late"), Line("Zoe", "z", up: nil),
        ], way, type: type)
      #expect(first.rows == [["Ann", "first"], [.text(bob), ""], ["Zoe", ""]])
      #expect(first.rejects == [3, 5])
    }
  }

  /// Of two rings one is refused for one of its records, for which a later one stands in.
  @Test(arguments: Way.all)
  func `who is refused in a ring makes room for the next record of the key`(way: Way) throws {
    let file = [
      Line("a", nil, up: "b", "first"), Line("b", nil, up: "c", "first"),
      Line("c", "x", up: "a", "first"), Line("d", "y", up: "e"), Line("e", nil, up: "d"),
      Line("x", "x", up: nil), Line("b", nil, up: nil, "second"), Line("c", nil, up: "b", "second"),
      Line("d", nil, up: nil, "too late"), Line("a", nil, up: nil, "too late"),
    ]
    let found = try load([Line("x0", "x", up: nil)] + file, way)
    #expect(
      found.rows == [
        ["a", "first"], ["b", "first"], ["c", "second"], ["d", ""], ["e", ""], ["x0", ""],
      ], "\(way)")
    #expect(found.rejects == [5, 8, 9, 11, 12])
  }
}
