import Records
import SQLite
import SeedSupport
import Testing

@testable import Loading

/// Files whose references are in any letters, beside the same ones in those of the keys.
@Suite struct RespellingModelTests {
  private static let names = ["Ann", "Bob", "Cid", "Dee", "Eve", "Flo", "Gus"]

  private static func respelled(_ name: String, _ random: inout SeededGenerator) -> String {
    String(
      name.map {
        Bool.random(using: &random) ? Character($0.uppercased()) : Character($0.lowercased())
      })
  }

  private static func database(_ timing: String, hasTrigger: Bool) throws -> Database {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, k TEXT NOT NULL UNIQUE COLLATE NOCASE,
        up TEXT REFERENCES t (k) \(timing), text TEXT CHECK (text <> 'bad'),
        run_id INTEGER, source_line INTEGER);
      """)
    if hasTrigger {
      try database.execute(
        "CREATE TRIGGER same AFTER INSERT ON t BEGIN UPDATE t SET text = text WHERE id = new.id; END"
      )
    }
    try LedgerSchema.prepare(database)
    return database
  }

  @Test(arguments: SeededGenerator.seeds(12), ["", "DEFERRABLE INITIALLY DEFERRED"])
  func `the letters of references decide nothing`(seed: UInt64, timing: String) throws {
    var random = SeededGenerator(seed: seed)
    let hasTrigger = Bool.random(using: &random)
    let databases = try (0..<2).map { _ in try Self.database(timing, hasTrigger: hasTrigger) }
    let table = TargetTable(name: "t", columns: ["k", "up", "text"], key: ["k"])
    for _ in 0..<4 {
      let count = Int.random(in: 1...12, using: &random)
      let plain = (0..<count).map { _ in
        let name = Self.names.randomElement(using: &random) ?? "Ann"
        let ups = [name, name, Self.names.randomElement(using: &random), "Zoe", nil]
        let text = ["1", "1", "2", "bad"].randomElement(using: &random) ?? "1"
        return (name, ups.randomElement(using: &random) ?? nil, text)
      }
      let other = plain.map { ($0.0, $0.1.map { Self.respelled($0, &random) }, $0.2) }
      let outcomes = try zip(databases, [plain, other]).map { database, file in
        try TestRecord.load(
          file.map {
            TestRecord(values: [.text($0.0), .optional($0.1), .text($0.2)], raw: "\($0)")
          }, into: [table], of: database, TestTable.start,
          batch: [1, 3, 100].randomElement(using: &random) ?? 1)
      }
      let told: Comment = "trigger \(hasTrigger), \(other)"
      let rows = try databases.map { try $0.rows("SELECT k, lower(up), text FROM t ORDER BY k") }
      // A record that repeats another one in all but these letters contradicts it.
      let isRepetitive = outcomes[0].counts.skipped != outcomes[1].counts.skipped
      try #require(rows[0] == rows[1], told)
      let lines = outcomes.map { $0.rejects.map(\.line).sorted() }
      if !isRepetitive { try #require(lines[0] == lines[1], told) }
      let spelled = try databases[1].rows(
        "SELECT k, up FROM t WHERE run_id = (SELECT max(id) FROM etl_runs)")
      for row in spelled where row[1] != .null {
        try #require(other.contains { .text($0.0) == row[0] && .optional($0.1) == row[1] }, told)
      }
      let images = try databases[1].rows("SELECT * FROM etl_changes WHERE old IS new")
      try #require(images.isEmpty, told)
      try #require(try databases[1].rows("PRAGMA foreign_key_check").isEmpty, told)
    }
  }
}
