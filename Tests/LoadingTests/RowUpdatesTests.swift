import Records
import SQLite
import SeedSupport
import Testing

@testable import Loading

/// Rows that are updated by their ids, against those of a table with a trigger, which are not.
@Suite struct RowUpdatesTests {
  /// Tables that differ in how rows are updated, and in nothing else.
  private func tables(_ constraints: String, then statements: String = "") throws -> [TestTable] {
    let trigger = "CREATE TRIGGER idle AFTER UPDATE ON t BEGIN SELECT 1; END;"
    return try ["", trigger].map { try TestTable(constraints, then: statements + $0) }
  }

  /// The images by key: a refused row may take an id with it.
  private func changes(_ table: TestTable) throws -> [[Value]] {
    try table.database.rows(
      """
      SELECT t.k, c.run_id, c.column_name, c.kind, c.old, c.new
      FROM etl_changes AS c JOIN t ON t.id = c.row_id ORDER BY 1, 2, 3
      """)
  }

  static let constraints = [
    "", ", CHECK (b < 100)", ", CHECK (a IS NOT NULL)", ", CHECK (a <> 'x' OR b > 5)",
    ", UNIQUE (a)", ", UNIQUE (a, k)", ", z TEXT CHECK (z IS NULL)",
    ", r INTEGER REFERENCES t (id)",
    ", CHECK (b < 100) ON CONFLICT IGNORE",
  ]

  @Test(arguments: constraints, [3, 1_000])
  func `rows, counts, rejects and images are the same`(constraint: String, size: Int) throws {
    var random = SeededGenerator(seed: UInt64(size))
    let tables = try tables(constraint)
    for round in 0..<3 {
      let file = (0..<60).map { _ in
        Line(
          k: Int64.random(in: 0..<50, using: &random),
          a: ["x", "y", "", nil].randomElement(using: &random) ?? nil,
          b: [1, 7, 100, 101, nil].randomElement(using: &random) ?? nil)
      }
      let results = try tables.map { try $0.load(file, batch: size) }
      #expect(results[0].counts == results[1].counts, "round \(round)")
      #expect(results[0].absent == results[1].absent)
      #expect(results[0].rejects == results[1].rejects)
      #expect(try tables[0].rows() == tables[1].rows())
      #expect(try changes(tables[0]) == changes(tables[1]))
    }
  }

  @Test func `what does not change is not checked again`() throws {
    let table = try TestTable()
    try table.load([Line(k: 1, a: "old", b: 1)])
    try table.database.execute(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'a TEXT', 'a TEXT CHECK (a <> ''old'')')
      WHERE name = 't';
      PRAGMA writable_schema = RESET
      """)
    #expect(try table.load([Line(k: 1, a: "old", b: 2)]).counts.updated == 1)
    #expect(try table.load([Line(k: 1, a: "new", b: 2)]).counts.updated == 1)
    #expect(try table.load([Line(k: 1, a: "old", b: 2)]).counts.rejected == 1)
  }

  @Test func `a unique column beside a key that is the rowid decides about the order`() throws {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, e TEXT UNIQUE, run_id INTEGER, source_line INTEGER)")
    let byID = TargetTable(name: "t", columns: ["id", "e"], key: ["id"])
    let byText = TargetTable(name: "t", columns: ["id", "e"], key: ["e"])
    #expect(try !byID.takesRowsInAnyOrder(in: database))
    #expect(try byText.takesRowsInAnyOrder(in: database))
    try database.execute("CREATE UNIQUE INDEX part ON t (e) WHERE e > ''")
    #expect(try !byText.takesRowsInAnyOrder(in: database))
  }
}
