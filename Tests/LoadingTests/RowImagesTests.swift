import Records
import SQLite
import SeedSupport
import Testing

@testable import Loading

/// What updates replaced, gathered in memory, against what a trigger would have kept.
@Suite struct RowImagesTests {
  /// A table with a column of each affinity, and rows with values of each kind in it.
  private struct Stock {
    let database: Database
    let target = TargetTable(name: "s", columns: ["k", "b", "a", "r", "n", "x"], key: ["k"])

    /// STRICT, or nothing; with a trigger the images are kept by another.
    init(_ options: String, hasTrigger: Bool) throws {
      database = try Database(path: ":memory:", access: .create)
      let types =
        options == "STRICT"
        ? ["TEXT", "REAL", "ANY", "ANY"] : ["VARCHAR(9)", "DOUBLE", "NUMERIC", ""]
      try database.execute(
        """
        CREATE TABLE s (
          id INTEGER PRIMARY KEY, k INTEGER NOT NULL UNIQUE, b INTEGER, a \(types[0]),
          r \(types[1]), n \(types[2]), x \(types[3]), run_id INTEGER, source_line INTEGER
        ) \(options);
        """)
      try LedgerSchema.prepare(database)
      if hasTrigger {
        try database.execute("CREATE TRIGGER idle AFTER UPDATE ON s BEGIN SELECT 1; END")
      }
    }

    func load(_ rows: [[Value]], batch size: Int) throws -> RunCounts {
      let start = Ledger.Start(
        dataset: "s", source: "s.csv", declaration: "1", dialect: "{}", toolVersion: "0",
        tables: ["s"])
      let loader = try Loader(database, [target], start, .init())
      for first in stride(from: 0, to: rows.count, by: size) {
        var batch = RecordBatch()
        var converted = RowBatch(columnCount: target.columns.count)
        for (offset, row) in rows[first..<min(first + size, rows.count)].enumerated() {
          batch.records.append(
            RecordBatch.Record(
              firstField: 0, fieldCount: 0, rawStart: 0, rawEnd: 0,
              line: Int64(first + offset + 2), lineCount: 1))
          converted.records.append(Int32(offset))
          converted.numbers.append(Int64(first + offset + 1))
          for value in row { converted.cells.append(cell(value, in: &batch.bytes)) }
        }
        try loader.load(batch, &converted)
        #expect(converted.rejects.isEmpty)
      }
      _ = try loader.finish(sha256: "x", bytes: 1)
      return loader.counts
    }

    private func cell(_ value: Value, in bytes: inout [UInt8]) -> Cell {
      switch value {
      case .null, .blob: return .null
      case .integer(let integer): return .integer(integer)
      case .real(let real): return .real(real)
      case .text(let text):
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        return .text(start..<bytes.count)
      }
    }

    func changes() throws -> [[Value]] {
      try database.rows(
        """
        SELECT *, typeof(old), typeof(new) FROM etl_changes
        ORDER BY table_name, row_id, run_id, column_name
        """)
    }
  }

  private static let values: [Value] = [
    .null, 0, 1, -7, .integer(.max), .real(0.1), .real(2), .real(-1e300), "", "x", "12", "1.50",
    "a\u{0}b", "ü",
  ]

  @Test(arguments: ["STRICT", ""], [1, 3, 100])
  func `they are those that a trigger keeps`(options: String, size: Int) throws {
    var random = SeededGenerator(seed: UInt64(size))
    func value(_ column: Int) -> Value {
      let strict: [[Value]] = [
        [.null, 1, 2, .real(3), "12"], ["", "x", 5, .real(0.5), .null],
        [1, .real(2), "7.0", .null],
      ]
      let choice =
        options == "STRICT" && column < strict.count ? strict[column] : RowImagesTests.values
      return choice.randomElement(using: &random) ?? .null
    }
    let files = (0..<4).map { _ in
      (0..<40).shuffled(using: &random).prefix(30).map { key in
        [.integer(Int64(key))] + (0..<5).map(value)
      }
    }
    let stocks = try [false, true].map { try Stock(options, hasTrigger: $0) }
    for (number, file) in files.enumerated() {
      let counts = try stocks.map { try $0.load(file, batch: size) }
      #expect(counts[0] == counts[1])
      #expect(number == 0 || counts[0].updated > 0)
      // Values that no file can bring: they come from elsewhere.
      for stock in stocks {
        try stock.database.execute("UPDATE s SET x = x'00ff', run_id = NULL WHERE k % 5 = 1")
      }
      let changes = try stocks.map { try $0.changes() }
      #expect(changes[0].filter { !changes[1].contains($0) } == [])
      #expect(changes[1].filter { !changes[0].contains($0) } == [])
    }
  }

  @Test func `a few that are larger than what is gathered at once are written one by one`() throws {
    let stocks = try [false, true].map { try Stock("", hasTrigger: $0) }
    let large = [3 << 20, 2 << 20, 1, 5 << 20, 0]
    for stock in stocks {
      for letter in ["a", "b"] {
        let rows = large.enumerated().map { key, size -> [Value] in
          [.integer(Int64(key)), 1, .text(String(repeating: letter, count: size)), 1, 1, 1]
        }
        let counts = try stock.load(rows, batch: 100)
        #expect(counts.inserted + counts.updated + counts.unchanged == 5)
      }
    }
    #expect(try stocks[0].changes() == stocks[1].changes())
    #expect(try stocks[0].changes().count == 4 * 2)
  }
}
