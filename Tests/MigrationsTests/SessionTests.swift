import SQLite
import Testing

@testable import Migrations

/// What a migration may do, and what is left of one that fails.
struct SessionTests {
  private static let runs: [(name: String, up: String, query: String, rows: [[Value]])] = [
    (
      "a trigger's body has semicolons",
      """
      CREATE TABLE t(x); CREATE TABLE log(x);
      CREATE TRIGGER r AFTER INSERT ON t BEGIN
        INSERT INTO log VALUES ('begin; -- no comment');
        INSERT INTO log SELECT CASE WHEN new.x THEN 'end;' ELSE ';' END;
      END;
      INSERT INTO t VALUES (1);
      """, "SELECT x FROM log", [["begin; -- no comment"], ["end;"]]
    ),
    (
      "literals and names have semicolons",
      "CREATE TABLE \"a;b\"(x); INSERT INTO [a;b] VALUES (';--/*');",
      "SELECT x FROM \"a;b\"", [[";--/*"]]
    ),
    (
      "comments are everywhere", "/* ; */ CREATE -- ;\n TABLE t(x) /* BEGIN; */; -- COMMIT\n",
      "SELECT count(*) FROM t", [[0]]
    ),
    ("a byte order mark is first", "\u{feff}CREATE TABLE t(x);", "SELECT count(*) FROM t", [[0]]),
    (
      "lines end in CRLF", "CREATE TABLE t(\r\n  x\r\n);\r\nINSERT INTO t\r\nVALUES (1);\r\n",
      "SELECT x FROM t", [[1]]
    ),
    (
      "the last semicolon is missing", "CREATE TABLE t(x); INSERT INTO t VALUES (2)",
      "SELECT x FROM t", [[2]]
    ),
    (
      "rows are selected", "CREATE TABLE t(x); SELECT 1 UNION SELECT 2; SELECT 3;",
      "SELECT count(*) FROM t", [[0]]
    ),
    (
      "a full-text table is made",
      "CREATE VIRTUAL TABLE f USING fts5(a); INSERT INTO f VALUES ('one two');",
      "SELECT a FROM f('two')", [["one two"]]
    ),
    (
      "the last statement is a comment", "CREATE TABLE t(x);\n-- done", "SELECT count(*) FROM t",
      [[0]]
    ),
    (
      "foreign keys are switched in vain", "PRAGMA foreign_keys = ON; CREATE TABLE t(x);",
      "PRAGMA foreign_keys", [[0]]
    ),
  ]

  @Test(arguments: runs.indices)
  func `plain SQL runs as it is`(_ index: Int) throws {
    let run = Self.runs[index]
    let session = try Session()
    _ = try session.apply(Migration.sample(run.up))
    #expect(try session.database.rows(run.query) == run.rows, "\(run.name)")
    #expect(try History.read(session.database).map(\.version) == [1])
  }

  @Test(arguments: [
    "PRAGMA legacy_alter_table = ON", "PRAGMA recursive_triggers = ON",
    "PRAGMA defer_foreign_keys = ON",
    "PRAGMA ignore_check_constraints = ON", "PRAGMA reverse_unordered_selects = ON",
  ])
  func `a setting of one migration does not reach the next`(_ pragma: String) throws {
    for isFile in [false, true] {
      let place = try Workplace()
      let session =
        try isFile ? Session(path: place.databasePath, access: .create) : Session()
      let name = pragma.split(separator: " ")[1]
      let before = try session.database.value("PRAGMA \(name)")
      _ = try session.apply(
        Migration.sample(pragma + "; CREATE TABLE t(x); INSERT INTO t VALUES (1)"))
      #expect(try session.database.value("PRAGMA \(name)") == before)
      #expect(try session.database.rows("SELECT x FROM t") == [[1]])
      #expect(try session.database.value("PRAGMA foreign_keys") == 0)
    }
  }

  @Test func `a temporary table of one migration does not reach the next`() throws {
    let session = try Session()
    _ = try session.apply(
      Migration.sample("CREATE TEMP TABLE a(x); CREATE TABLE b(x); INSERT INTO b VALUES (1)"))
    let error = try migrationError {
      try session.apply(Migration.sample("SELECT * FROM a", version: 2))
    }
    #expect(error.problems[0].message == "no such table: a, in: SELECT * FROM a")
  }

  @Test func `what can't run in a transaction runs without one`() throws {
    let place = try Workplace()
    let session = try Session(path: place.databasePath, access: .create)
    _ = try session.apply(
      Migration.sample("-- bank-etl: no-transaction\nPRAGMA journal_mode = WAL;", version: 1))
    _ = try session.apply(Migration.sample("-- bank-etl: no-transaction\nVACUUM", version: 2))
    #expect(try session.database.value("PRAGMA journal_mode") == "wal")
    #expect(try History.read(session.database).map(\.version) == [1, 2])
    #expect(try session.database.value("PRAGMA application_id") != 0)
  }

  @Test func `undoing runs the text it is given, and forgets`() throws {
    let session = try Session()
    let migration = try Migration.sample("CREATE TABLE t(x)", down: "DROP TABLE t")
    _ = try session.apply(migration)
    _ = try session.undo(1, try #require(migration.down))
    #expect(try Schema(of: session.database).objects.isEmpty)
    #expect(try History.read(session.database).isEmpty)
  }

  @Test func `the rows that a script writes are counted`() throws {
    let session = try Session()
    _ = try session.apply(
      Migration.sample("CREATE TABLE t(x); INSERT INTO t VALUES (1), (2), (3); UPDATE t SET x = 0"))
    #expect(session.writtenRows == 6)
    _ = try session.apply(
      Migration.sample("CREATE TABLE u(x); ALTER TABLE u ADD COLUMN y", version: 2))
    #expect(session.writtenRows == 0)
    _ = try session.apply(Migration.sample("PRAGMA user_version = 1; DELETE FROM t", version: 3))
    #expect(session.writtenRows == 3)
  }
}
