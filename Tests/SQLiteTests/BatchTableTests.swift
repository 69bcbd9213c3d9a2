import Records
import Testing

@testable import SQLite

@Suite struct BatchTableTests {
  /// Two columns and three rows, from lines 2, 5 and 9.
  private func fill(_ batch: inout RecordBatch, _ rows: inout RowBatch) {
    batch.bytes = Array("Almena\0KS".utf8)
    for (row, line) in [2, 5, 9].enumerated() {
      batch.records.append(
        RecordBatch.Record(
          firstField: 0, fieldCount: 0, rawStart: 0, rawEnd: 0, line: Int64(line), lineCount: 1))
      rows.records.append(Int32(row))
    }
    rows.cells = [.text(0..<9), .integer(-7), .text(3..<3), .real(0.5), .null, .integer(.max)]
  }

  private func withTable(
    _ body: (Database, BatchTable) throws -> Void
  ) throws {
    let database = try Database(path: ":memory:", access: .create)
    let table = try BatchTable(database, columnCount: 2)
    var batch = RecordBatch()
    var rows = RowBatch(columnCount: 2)
    fill(&batch, &rows)
    var result: Result<Void, any Error> = .success(())
    table.withBatch(batch, rows) { result = Result { try body(database, table) } }
    try result.get()
  }

  @Test func `every kind of value is read, NUL bytes and empty text too`() throws {
    try withTable { (database, _) throws in
      #expect(
        try database.rows("SELECT rowid, c0, c1, line FROM temp.etl_batch") == [
          [0, "Almena\0KS", -7, 2], [1, "", .real(0.5), 5], [2, .null, .integer(.max), 9],
        ])
    }
  }

  @Test func `a window and left-out rows narrow the table`() throws {
    try withTable { (database, table) throws in
      table.window = 1..<9
      #expect(try database.rows("SELECT line FROM temp.etl_batch") == [[5], [9]])
      #expect(table.currentPlace == 2 && table.shownRowCount == 2)
      table.skip(row: 1)
      #expect(try database.rows("SELECT line FROM temp.etl_batch") == [[9]])
      #expect(table.shownRowCount == 1)
      table.window = 0..<2
      #expect(try database.rows("SELECT line FROM temp.etl_batch") == [[2]])
      #expect(table.row(atLine: 5) == 1 && table.row(atLine: 6) == nil)
      #expect(table.row(atLine: 9) == 2 && table.line(ofRow: 0) == 2)
    }
  }

  @Test func `outside a batch the table is empty`() throws {
    let database = try Database(path: ":memory:", access: .create)
    let table = try BatchTable(database, columnCount: 1)
    #expect(try database.rows("SELECT * FROM temp.etl_batch").isEmpty)
    #expect(table.window.isEmpty)
  }

  /// What a column's affinity makes of a value is still that value.
  @Test(arguments: [
    ("INTEGER", "-7", true), ("INTEGER", "-8", false), ("REAL", "-7", true), ("TEXT", "'-7'", true),
    ("TEXT", "'-07'", false), ("ANY", "NULL", false), ("BLOB", "x'2d37'", false),
    ("NUMERIC", "-7.0", true),
  ])
  func `a stored value is compared as the column keeps it`(
    type: String, stored: String, isSame: Bool
  ) throws {
    try withTable { (database, table) throws in
      try database.addFunction("same") { [unowned table] call in
        table.row(0, from: 1, equals: call, from: 0)
      }
      try database.execute("CREATE TABLE t (v \(type)); INSERT INTO t VALUES (\(stored))")
      #expect(try database.value("SELECT same(v) FROM t") == (isSame ? 1 : 0))
    }
  }
}
