import SQLite
import Testing

@testable import Migrations

/// What a migration may do, and what is left of one that fails.
struct SessionTests {
  private func migration(
    _ up: String, down: String? = nil, verify: String? = nil, version: Int64 = 1
  ) throws -> Migration {
    func script(_ role: String, _ text: String) throws -> MigrationScript {
      try MigrationScript(bytes: Array(text.utf8), path: "\(version)_m.\(role).sql")
    }
    return Migration(
      version: version, name: "m", label: "\(version)_m", up: try script("up", up),
      down: try down.map { try script("down", $0) },
      verify: try verify.map { try script("verify", $0) })
  }

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
    _ = try session.apply(migration(run.up))
    #expect(try session.database.rows(run.query) == run.rows, "\(run.name)")
    #expect(try History.read(session.database).map(\.version) == [1])
  }

  private static let failures: [(up: String, line: Int, message: String)] = [
    (
      "CREATE TABLE t(x);\n\nCOMMIT;", 3,
      "COMMIT is refused in a migration, which is one transaction that bank-etl begins and ends; delete the statement"
    ),
    (
      "CREATE TABLE t(x);\nBEGIN;", 2,
      "BEGIN is refused in a migration, which is one transaction that bank-etl begins and ends; delete the statement"
    ),
    (
      "CREATE TABLE t(x);\nend transaction;", 2,
      "COMMIT is refused in a migration, which is one transaction that bank-etl begins and ends; delete the statement"
    ),
    (
      "CREATE TABLE t(x); ROLLBACK", 1,
      "ROLLBACK is refused in a migration, which is one transaction that bank-etl begins and ends; delete the statement"
    ),
    (
      "CREATE TABLE t(x); SAVEPOINT a", 1,
      "SAVEPOINT is refused in a migration, which is one transaction that bank-etl begins and ends; delete the statement"
    ),
    (
      "CREATE TABLE t(x);\n ATTACH 'x.db' AS x;", 2,
      "ATTACH is refused in a migration, which changes one database; delete the statement"
    ),
    (
      "CREATE TABLE t(x);\nDETACH temp;", 2,
      "DETACH is refused in a migration, which changes one database; delete the statement"
    ),
    (
      "CREATE TABLE t(x);\nVACUUM;", 2,
      "cannot VACUUM from within a transaction (put it into a migration of its own whose first line is '-- bank-etl: no-transaction'), in: VACUUM;"
    ),
    (
      "CREATE TABLE t(x);\nPRAGMA journal_mode = WAL;", 2,
      "PRAGMA journal_mode can't be changed in a transaction; put it into a migration of its own whose first line is '-- bank-etl: no-transaction'"
    ),
    (
      "CREATE TABLE t(x);\nINSERT INTO t\n\nVALUES ('a', 2);", 2,
      "table t has 1 columns but 2 values were supplied, in: INSERT INTO t VALUES ('a', 2);"
    ),
    (
      "CREATE TABLE t(x);\nINSERT INTO t VALUES (1) oops;", 2,
      "near \"oops\": syntax error, in: INSERT INTO t VALUES (1) oops;"
    ),
    (
      "CREATE TABLE t(x CHECK (x > 0));\nINSERT INTO t VALUES (1);\nINSERT INTO t VALUES (0);", 3,
      "CHECK constraint failed: x > 0, in: INSERT INTO t VALUES (0);"
    ),
    (
      "CREATE TABLE t(x UNIQUE ON CONFLICT ROLLBACK);\nINSERT INTO t VALUES (1);\nINSERT INTO t VALUES (1);",
      3, "UNIQUE constraint failed: t.x, in: INSERT INTO t VALUES (1);"
    ),
    (
      "CREATE TABLE t(x);\nCREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT raise(ROLLBACK, 'no;'); END;\nINSERT INTO t VALUES (1);",
      3, "no;, in: INSERT INTO t VALUES (1);"
    ),
    (
      "CREATE TABLE t(x);\nDROP TABLE schema_migrations;", 0,
      "no such table: main.schema_migrations"
    ),
  ]

  @Test(arguments: failures.indices)
  func `a migration that fails leaves nothing, and its line is named`(_ index: Int) throws {
    let expected = Self.failures[index]
    let session = try Session()
    try session.database.execute("CREATE TABLE old(x); INSERT INTO old VALUES (1)")
    let error = try migrationError { try session.apply(migration(expected.up)) }
    #expect(error.problems.count == 1)
    #expect(error.problems[0].path == "1_m.up.sql")
    #expect(error.problems[0].line == (expected.line == 0 ? nil : expected.line))
    #expect(error.problems[0].message.hasPrefix(expected.message))
    #expect(!session.database.isInTransaction)
    #expect(try session.database.rows("SELECT name FROM sqlite_schema") == [["old"]])
    // The session can go on.
    _ = try session.apply(migration("CREATE TABLE t(x)"))
  }

  @Test(arguments: [
    ("SELECT x FROM t WHERE x <> 1", nil), ("SELECT 1 WHERE 0; INSERT INTO t VALUES (9);", nil),
    ("DROP TABLE t", nil),
    (
      "SELECT 1;\nSELECT x, 'a' AS y FROM t",
      "1_m.verify.sql:1: expected no row but found 1 = 1, in: SELECT 1;"
    ),
    (
      "\nSELECT x, 'a;' AS y FROM t",
      "1_m.verify.sql:2: expected no row but found x = 1, y = 'a;', in: SELECT x, 'a;' AS y FROM t"
    ),
    (
      "INSERT INTO t VALUES (1)",
      "1_m.verify.sql:1: UNIQUE constraint failed: t.x, in: INSERT INTO t VALUES (1)"
    ),
    ("SELECT nix FROM t", "1_m.verify.sql:1: no such column: nix, in: SELECT nix FROM t"),
    (
      "COMMIT",
      "1_m.verify.sql:1: COMMIT is refused in a migration, which is one transaction that bank-etl begins and ends; delete the statement"
    ),
  ])
  func `what the verify file finds undoes the migration`(
    _ verify: String, _ problem: String?
  ) throws {
    let session = try Session()
    let migration = try migration(
      "CREATE TABLE t(x UNIQUE); INSERT INTO t VALUES (1)", verify: verify)
    guard let problem else {
      _ = try session.apply(migration)
      // What it wrote is gone.
      #expect(try session.database.rows("SELECT x FROM t") == [[1]])
      return
    }
    let error = try migrationError { try session.apply(migration) }
    #expect(error.problems.map(\.description) == [problem])
    #expect(try session.database.rows("SELECT name FROM sqlite_schema").isEmpty)
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
      _ = try session.apply(migration(pragma + "; CREATE TABLE t(x); INSERT INTO t VALUES (1)"))
      #expect(try session.database.value("PRAGMA \(name)") == before)
      #expect(try session.database.rows("SELECT x FROM t") == [[1]])
      #expect(try session.database.value("PRAGMA foreign_keys") == 0)
    }
  }

  @Test func `a temporary table of one migration does not reach the next`() throws {
    let session = try Session()
    _ = try session.apply(
      migration("CREATE TEMP TABLE a(x); CREATE TABLE b(x); INSERT INTO b VALUES (1)"))
    let error = try migrationError {
      try session.apply(migration("SELECT * FROM a", version: 2))
    }
    #expect(error.problems[0].message == "no such table: a, in: SELECT * FROM a")
  }

  @Test func `what can't run in a transaction runs without one`() throws {
    let place = try Workplace()
    let session = try Session(path: place.databasePath, access: .create)
    _ = try session.apply(
      migration("-- bank-etl: no-transaction\nPRAGMA journal_mode = WAL;", version: 1))
    _ = try session.apply(migration("-- bank-etl: no-transaction\nVACUUM", version: 2))
    #expect(try session.database.value("PRAGMA journal_mode") == "wal")
    #expect(try History.read(session.database).map(\.version) == [1, 2])
    #expect(try session.database.value("PRAGMA application_id") != 0)
  }

  @Test func `undoing runs the text it is given, and forgets`() throws {
    let session = try Session()
    let migration = try migration("CREATE TABLE t(x)", down: "DROP TABLE t")
    _ = try session.apply(migration)
    _ = try session.undo(1, try #require(migration.down))
    #expect(try Schema(of: session.database).objects.isEmpty)
    #expect(try History.read(session.database).isEmpty)
  }

  @Test func `the rows that a script writes are counted`() throws {
    let session = try Session()
    _ = try session.apply(
      migration("CREATE TABLE t(x); INSERT INTO t VALUES (1), (2), (3); UPDATE t SET x = 0"))
    #expect(session.writtenRows == 6)
    _ = try session.apply(migration("CREATE TABLE u(x); ALTER TABLE u ADD COLUMN y", version: 2))
    #expect(session.writtenRows == 0)
    _ = try session.apply(migration("PRAGMA user_version = 1; DELETE FROM t", version: 3))
    #expect(session.writtenRows == 3)
  }
}
