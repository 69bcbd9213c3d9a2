import SQLite
import Testing

@testable import Migrations

/// What a migration may not do, and what is left of one that fails.
struct SessionRefusalTests {
  private static let ownTransaction =
    " is refused in a migration, which is one transaction that bank-etl begins and ends; "
    + "delete the statement"
  private static let oneDatabase =
    " is refused in a migration, which changes one database; delete the statement"
  private static let remedy =
    "put it into a migration of its own whose first line is '-- bank-etl: no-transaction'"

  private static let failures: [(up: String, line: Int, message: String)] = [
    ("CREATE TABLE t(x);\n\nCOMMIT;", 3, "COMMIT" + ownTransaction),
    ("CREATE TABLE t(x);\nBEGIN;", 2, "BEGIN" + ownTransaction),
    ("CREATE TABLE t(x);\nend transaction;", 2, "COMMIT" + ownTransaction),
    ("CREATE TABLE t(x); ROLLBACK", 1, "ROLLBACK" + ownTransaction),
    ("CREATE TABLE t(x); SAVEPOINT a", 1, "SAVEPOINT" + ownTransaction),
    ("CREATE TABLE t(x);\n ATTACH 'x.db' AS x;", 2, "ATTACH" + oneDatabase),
    ("CREATE TABLE t(x);\nDETACH temp;", 2, "DETACH" + oneDatabase),
    (
      "CREATE TABLE t(x);\nVACUUM;", 2,
      "cannot VACUUM from within a transaction (\(remedy)), in: VACUUM;"
    ),
    (
      "CREATE TABLE t(x);\nPRAGMA journal_mode = WAL;", 2,
      "PRAGMA journal_mode can't be changed in a transaction; \(remedy)"
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
      "CREATE TABLE t(x UNIQUE ON CONFLICT ROLLBACK);\nINSERT INTO t VALUES (1);\n"
        + "INSERT INTO t VALUES (1);", 3,
      "UNIQUE constraint failed: t.x, in: INSERT INTO t VALUES (1);"
    ),
    (
      "CREATE TABLE t(x);\nCREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT raise(ROLLBACK, 'no;');"
        + " END;\nINSERT INTO t VALUES (1);", 3, "no;, in: INSERT INTO t VALUES (1);"
    ),
    (
      "CREATE TABLE t(x);\nDROP TABLE schema_migrations;", 2,
      "a write to schema_migrations is refused in a migration"
    ),
    (
      "CREATE TABLE t(x);\n\nDELETE FROM Schema_Migrations;", 3,
      "a write to schema_migrations is refused in a migration"
    ),
  ]

  @Test(arguments: failures.indices)
  func `a migration that fails leaves nothing, and its line is named`(_ index: Int) throws {
    let expected = Self.failures[index]
    let session = try Session()
    try session.database.execute("CREATE TABLE old(x); INSERT INTO old VALUES (1)")
    let error = try migrationError { try session.apply(Migration.sample(expected.up)) }
    #expect(error.problems.count == 1)
    #expect(error.problems[0].path == "1_m.up.sql")
    #expect(error.problems[0].line == (expected.line == 0 ? nil : expected.line))
    #expect(error.problems[0].message.hasPrefix(expected.message))
    #expect(!session.database.isInTransaction)
    #expect(try session.database.rows("SELECT name FROM sqlite_schema") == [["old"]])
    // The session can go on.
    _ = try session.apply(Migration.sample("CREATE TABLE t(x)"))
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
    ("COMMIT", "1_m.verify.sql:1: COMMIT" + ownTransaction),
  ])
  func `what the verify file finds undoes the migration`(
    _ verify: String, _ problem: String?
  ) throws {
    let session = try Session()
    let migration = try Migration.sample(
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
}
