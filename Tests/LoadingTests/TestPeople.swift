import Records
import SQLite

@testable import Loading

/// A table of people who refer to two others of it each, in a database in memory.
struct TestPeople {
  let database: Database

  /// A record: whose it is, its name, and its mother and father.
  struct Line: Equatable, Sendable {
    var k: Int64
    var name = ""
    var mother: Int64?
    var father: Int64?

    var record: TestRecord {
      TestRecord(
        values: [.integer(k), .text(name), .optional(mother), .optional(father)],
        raw: "\(k),\(name)")
    }
  }

  /// Makes the table, with foreign keys that are declared so; nobody may be called "bad".
  ///
  /// If it has a trigger, that writes to the table and makes no parent.
  init(_ timing: String = "", hasTrigger: Bool = false) throws {
    database = try Database(path: ":memory:", access: .create)
    try database.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE IF NOT EXISTS people (
        id INTEGER PRIMARY KEY AUTOINCREMENT, k INTEGER NOT NULL UNIQUE,
        name TEXT NOT NULL CHECK (name <> 'bad'),
        mother INTEGER REFERENCES people (k) \(timing), father INTEGER REFERENCES people (k) \(timing),
        stamp INTEGER, run_id INTEGER, source_line INTEGER
      ) STRICT;
      """)
    if hasTrigger {
      try database.execute(
        """
        CREATE TRIGGER stamps AFTER INSERT ON people BEGIN
          UPDATE people SET stamp = new.k WHERE id = new.id;
        END
        """)
    }
    try LedgerSchema.prepare(database)
  }

  static let table = TargetTable(
    name: "people", columns: ["k", "name", "mother", "father"], key: ["k"])

  static let replaced = TargetTable(
    name: "people", columns: ["k", "name", "mother", "father"], key: ["k"], isReplaced: true)

  static let start = Ledger.Start(
    dataset: "people", source: "people.csv", declaration: "1", dialect: "{}", toolVersion: "0",
    tables: ["people"], header: Array("k,name,mother,father".utf8))

  /// Loads a file, in batches of a size, and ends the run.
  ///
  /// - Returns: the counts, and the lines of the rejects in the order of the ledger.
  @discardableResult
  func load(
    _ lines: [Line], batch size: Int = 100, options: Loader.Options = .init(),
    into table: TargetTable = Self.table
  ) throws -> (counts: RunCounts, rejects: [Int64]) {
    let outcome = try TestRecord.load(
      lines.map(\.record), into: [table], of: database, Self.start, batch: size, options: options)
    let rejects = try database.rows(
      "SELECT line FROM etl_rejects WHERE run_id = ? ORDER BY record", [.integer(outcome.run)])
    return (outcome.counts, rejects.compactMap { $0[0].integer })
  }

  /// The rows of the table, by key.
  func rows() throws -> [Line] {
    try database.rows("SELECT k, name, mother, father FROM people ORDER BY k").map {
      Line(
        k: $0[0].integer ?? -1, name: $0[1].text ?? "?", mother: $0[2].integer,
        father: $0[3].integer)
    }
  }
}

/// A plain account of what loads into the table are to do.
struct PeopleModel {
  /// The rows by key.
  var rows: [Int64: TestPeople.Line] = [:]

  /// Loads a file in place of what is there.
  ///
  /// - Returns: nil where a row that stays refers to one that would go: then nothing is loaded.
  mutating func replace(with file: [TestPeople.Line]) -> (RunCounts, [Int64])? {
    var model = self
    var (counts, rejects) = model.load(file)
    let named = Set(file.map(\.k))
    let gone = Set(model.rows.keys).subtracting(named)
    let left = model.rows.filter { named.contains($0.key) }
    let isReferredTo = left.values.contains { row in
      [row.mother, row.father].contains { $0.map(gone.contains) == true }
    }
    guard !isReferredTo else { return nil }
    self.rows = left
    counts.deleted = Int64(gone.count)
    return (counts, rejects)
  }

  /// Loads a file.
  ///
  /// - Returns: the counts, and the lines of the rejects.
  mutating func load(_ file: [TestPeople.Line]) -> (RunCounts, [Int64]) {
    // All come in but those that lack a parent, and those that lack them then.
    var comesIn = file.map { $0.name != "bad" }
    while true {
      let there = Set(zip(file, comesIn).filter { $0.1 }.map(\.0.k)).union(rows.keys)
      let lost = file.indices.filter { index in
        comesIn[index]
          && ![file[index].mother, file[index].father].allSatisfy { $0.map(there.contains) ?? true }
      }
      guard !lost.isEmpty else { break }
      for index in lost { comesIn[index] = false }
    }
    // Of those with the same key, the first does.
    var counts = RunCounts()
    var rejects: [Int64] = []
    var first: [Int64: TestPeople.Line] = [:]
    for (index, line) in file.enumerated() {
      counts.read += 1
      if let earlier = first[line.k], line.name != "bad", earlier == line {
        counts.skipped += 1
      } else if first[line.k] != nil || !comesIn[index] {
        counts.rejected += 1
        rejects.append(Int64(index + 2))
      } else {
        first[line.k] = line
        switch rows.updateValue(line, forKey: line.k) {
        case nil: counts.inserted += 1
        case line: counts.unchanged += 1
        default: counts.updated += 1
        }
      }
    }
    return (counts, rejects)
  }
}
