import Records
import SQLite
import SeedSupport
import Testing

@testable import Loading

/// Files that fill two tables, of which the first refers to itself, with triggers that make nothing and
/// without.
@Suite struct TriggerModelTests {
  private typealias Line = (k: Int64, up: Int64?, text: String, n: Int64, b: Int64)

  private static func database(_ timing: String, hasTriggers: Bool) throws -> Database {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE p (id INTEGER PRIMARY KEY AUTOINCREMENT, k INTEGER NOT NULL UNIQUE,
        up INTEGER REFERENCES p (k) \(timing), text TEXT CHECK (text <> 'bad'),
        run_id INTEGER, source_line INTEGER);
      CREATE TABLE c (id INTEGER PRIMARY KEY AUTOINCREMENT, p_id INTEGER NOT NULL REFERENCES p (id),
        n INTEGER NOT NULL, b INTEGER CHECK (b < 9), run_id INTEGER, source_line INTEGER,
        UNIQUE (p_id, n));
      """)
    if hasTriggers {
      try database.execute(
        """
        CREATE TABLE log (x);
        CREATE TRIGGER p_same AFTER INSERT ON p BEGIN UPDATE p SET text = text WHERE id = new.id; END;
        CREATE TRIGGER c_log AFTER INSERT ON c BEGIN INSERT INTO log VALUES (new.n); END;
        """)
    }
    try LedgerSchema.prepare(database)
    return database
  }

  private static func file(_ random: inout SeededGenerator) -> [Line] {
    let keys = Int64.random(in: 2...9, using: &random)
    let texts = (0...keys).map { _ in ["a", "b"].randomElement(using: &random) ?? "a" }
    let ups = (0...keys).map { k -> Int64? in
      [nil, Int64.random(in: 0...keys, using: &random), Int64(k) % keys + 1, 99]
        .randomElement(using: &random) ?? nil
    }
    return (0..<Int.random(in: 1...25, using: &random)).map { _ in
      let k = Int64.random(in: 1...keys, using: &random)
      // Mostly what other records of the key have.
      let isOdd = Int.random(in: 0..<6, using: &random) == 0
      return (
        k, isOdd ? nil : ups[Int(k)], isOdd && Bool.random(using: &random) ? "bad" : texts[Int(k)],
        .random(in: 1...3, using: &random), .random(in: 6...9, using: &random)
      )
    }
  }

  @Test(arguments: SeededGenerator.seeds(12), ["", "DEFERRABLE INITIALLY DEFERRED"])
  func `a trigger that makes nothing decides nothing`(seed: UInt64, timing: String) throws {
    var random = SeededGenerator(seed: seed)
    let databases = try [false, true].map { try Self.database(timing, hasTriggers: $0) }
    let parents = TargetTable(
      name: "p", columns: ["k", "up", "text"], cells: [0, 1, 2], key: ["k"])
    let children = TargetTable(
      name: "c", columns: ["n", "b"], cells: [3, 4],
      parents: [.init(column: "p_id", table: parents)], key: ["p_id", "n"])
    var start = TestTable.start
    start.tables = ["p", "c"]
    for _ in 0..<3 {
      let file = Self.file(&random)
      let outcomes = try databases.map { database in
        var options = Loader.Options()
        options.commitEvery = [nil, 1, 5].randomElement(using: &random) ?? nil
        return try TestRecord.load(
          file.map {
            TestRecord(
              values: [
                .integer($0.k), .optional($0.up), .text($0.text), .integer($0.n), .integer($0.b),
              ], raw: "\($0)")
          }, into: [parents, children], of: database, start,
          batch: [1, 2, 100].randomElement(using: &random) ?? 1, options: options)
      }
      let told: Comment = "\(file)"
      try #require(outcomes[0].counts == outcomes[1].counts, told)
      let lines = outcomes.map { $0.rejects.map(\.line).sorted() }
      try #require(lines[0] == lines[1], told)
      for query in [
        "SELECT k, up, text FROM p ORDER BY k",
        "SELECT k, n, b FROM c JOIN p ON p.id = p_id ORDER BY k, n",
      ] {
        let rows = try databases.map { try $0.rows(query) }
        try #require(rows[0] == rows[1], told)
      }
      try #require(try databases[1].rows("PRAGMA foreign_key_check").isEmpty, told)
    }
  }
}
