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
  }

  /// Makes the table, with foreign keys that are declared so; nobody may be called `bad`.
  init(_ timing: String = "") throws {
    database = try Database(path: ":memory:", access: .create)
    try database.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE IF NOT EXISTS people (
        id INTEGER PRIMARY KEY AUTOINCREMENT, k INTEGER NOT NULL UNIQUE,
        name TEXT NOT NULL CHECK (name <> 'bad'),
        mother INTEGER REFERENCES people (k) \(timing), father INTEGER REFERENCES people (k) \(timing),
        run_id INTEGER, source_line INTEGER
      ) STRICT;
      """)
    try LedgerSchema.prepare(database)
  }

  static let table = TargetTable(
    name: "people", columns: ["k", "name", "mother", "father"], key: ["k"])

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
    let loader = try Loader(database, [table], Self.start, options)
    for first in stride(from: 0, to: lines.count, by: size) {
      var batch = RecordBatch()
      var rows = RowBatch(columnCount: 4)
      Self.fill(
        &batch, &rows, lines[first..<min(first + size, lines.count)], firstNumber: first + 1)
      do {
        try loader.load(batch, &rows)
      } catch {
        loader.fail("\(error)")
        throw error
      }
    }
    _ = try loader.finish(sha256: "x", bytes: 1)
    let rejects = try database.rows(
      "SELECT line FROM etl_rejects WHERE run_id = ? ORDER BY record", [.integer(loader.run)])
    return (loader.counts, rejects.compactMap { $0[0].integer })
  }

  static func fill(
    _ batch: inout RecordBatch, _ rows: inout RowBatch, _ lines: ArraySlice<Line>, firstNumber: Int
  ) {
    for (offset, line) in lines.enumerated() {
      let (start, raw) = (batch.bytes.count, batch.raw.count)
      batch.bytes += line.name.utf8
      batch.raw += "\(line.k),\(line.name)".utf8
      batch.fieldEnds.append(Int32(batch.bytes.count))
      batch.records.append(
        RecordBatch.Record(
          firstField: Int32(offset), fieldCount: 1, rawStart: Int32(raw),
          rawEnd: Int32(batch.raw.count), line: Int64(firstNumber + offset + 1), lineCount: 1))
      rows.cells += [
        .integer(line.k), .text(start..<batch.bytes.count),
        line.mother.map(Cell.integer) ?? .null, line.father.map(Cell.integer) ?? .null,
      ]
      rows.records.append(Int32(offset))
      rows.numbers.append(Int64(firstNumber + offset))
    }
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
