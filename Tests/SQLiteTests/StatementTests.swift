import Testing

@testable import SQLite

@Suite struct StatementTests {
  @Test(
    arguments: [
      .null, 0, -1, .integer(.max), .integer(.min), .real(0.1), .real(-.infinity), "", "a",
      "a\0b", "O'Fallon \"x\" é 🏦", .blob([]), .blob([0, 255, 0]),
    ] as [Value])
  func `a value comes back as it was bound`(value: Value) throws {
    let database = try Database(path: ":memory:", access: .create)
    #expect(try database.value("SELECT ?", [value]) == value)
    try database.execute("CREATE TABLE t (v ANY) STRICT")
    try database.execute("INSERT INTO t VALUES (?)", [value])
    #expect(try database.rows("SELECT v, typeof(v) FROM t")[0][0] == value)
  }

  @Test func `a value that can't be bound is an error`() throws {
    let database = try Database(path: ":memory:", access: .create)
    let statement = try Statement(database, "SELECT ?")
    #expect(throws: DatabaseError.self) { try statement.bind([1, 2]) }
    try statement.bind("a", at: 1)
    #expect(try statement.step() && statement.value(at: 0) == "a")
  }

  @Test func `a statement can be run again after its end, an error or a reset`() throws {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute("CREATE TABLE t (v INTEGER UNIQUE)")
    let insert = try Statement(database, "INSERT INTO t VALUES (?)", isReused: true)
    try insert.run([1])
    let error = #expect(throws: DatabaseError.self) { try insert.run([1]) }
    #expect(error?.kind == .constraint)
    #expect(error?.message == "UNIQUE constraint failed: t.v")
    try insert.run([2])
    let select = try Statement(database, "SELECT v FROM t ORDER BY v")
    var hasRow = try select.step()
    var row = select.row()
    #expect(hasRow && row == [1])
    select.reset()
    hasRow = try select.step()
    row = select.row()
    #expect(hasRow && row == [1])
    let name = select.columnName(at: 0)
    #expect(name == "v")
  }

  @Test func `something can be done while a row is looked for, and end it`() throws {
    let database = try Database(path: ":memory:", access: .create)
    let sql = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i FROM n WHERE i % 100000 = 0
      """
    let statement = try Statement(database, sql)
    var calls = 0
    let hasRow = try statement.step {
      calls += 1
      return true
    }
    let row = statement.row()
    #expect(hasRow && row == [100_000] && calls > 0)
    let error = #expect(throws: DatabaseError.self) { _ = try statement.step { false } }
    #expect(error?.kind == .interrupted)
    // What was done is not done any more.
    let again = try statement.step()
    #expect(again)
  }

  @Test func `an error in SQL says where`() throws {
    let database = try Database(path: ":memory:", access: .create)
    let error = #expect(throws: DatabaseError.self) { try database.value("SELECT absent") }
    #expect(error?.kind == .other)
    #expect(error?.offset == 7)
    #expect(error?.message == "no such column: absent")
    #expect(throws: DatabaseError.self) { _ = try Statement(database, " -- nothing").sql }
    // A name in double quotes that is no column is an error, and not a string.
    #expect(throws: DatabaseError.self) { try database.value("SELECT \"absent\"") }
  }

  @Test(arguments: ["t", "a b", "\"", "a\"; DROP TABLE x; --", "é", "select"])
  func `a quoted name is that name`(name: String) throws {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute("CREATE TABLE \(quoted(name)) (v)")
    #expect(try database.value("SELECT name FROM sqlite_schema") == .text(name))
  }
}
