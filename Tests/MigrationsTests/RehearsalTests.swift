import Foundation
import SQLite
import Testing

@testable import Migrations

/// What is found before anything is applied, and what can't be.
struct RehearsalTests {
  private func problems(_ files: [String: String], after schema: String = "") throws -> [String] {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(schema)
    let set = try MigrationSet(
      files: files.map {
        let name = $0.contains(".") ? $0 : $0 + ".up.sql"
        return MigrationSet.File(name: name, bytes: Array($1.utf8))
      }, folder: "")
    return try Migrator.problems(in: set.migrations, Rehearsal(for: database)).map(\.description)
  }

  private static let found: [(files: [String: String], problems: [String])] = [
    (["1_a": "CREATE TABLE t(x);", "2_b": "INSERT INTO t VALUES (1);"], []),
    (
      ["1_a": "CREATE TABLE t(x);", "2_b": "SELECT 1;\nINSRT INTO t VALUES (1);"],
      ["2_b.up.sql:2: near \"INSRT\": syntax error, in: INSRT INTO t VALUES (1);"]
    ),
    (
      ["1_a": "CREATE TABLE t(x);", "2_b": "INSERT INTO u VALUES (1);"],
      ["2_b.up.sql:1: no such table: u, in: INSERT INTO u VALUES (1);"]
    ),
    (
      ["1_a": "CREATE TABLE t(x); COMMIT;", "2_b": "SELECT 1;\n\nATTACH 'a' AS b"],
      [
        "1_a.up.sql:1: COMMIT is refused in a migration, which is one transaction that bank-etl "
          + "begins and ends; delete the statement",
        "2_b.up.sql:3: ATTACH is refused in a migration, which changes one database; "
          + "delete the statement",
      ]
    ),
    (
      ["1_a": "VACUUM", "2_b": "CREATE TABLE t("],
      [
        "1_a.up.sql:1: cannot VACUUM from within a transaction (put it into a migration of its own "
          + "whose first line is '-- bank-etl: no-transaction'), in: VACUUM",
        "2_b.up.sql:1: incomplete input, in: CREATE TABLE t(",
      ]
    ),
    (
      ["1_a": "CREATE TABLE t(x)", "1_a.down.sql": "DROP TABEL t", "1_a.verify.sql": "SELCT"],
      [
        "1_a.down.sql:1: near \"TABEL\": syntax error, in: DROP TABEL t",
        "1_a.verify.sql:1: near \"SELCT\": syntax error, in: SELCT",
      ]
    ),
    (
      ["1_a": "CREATE TABLE t(x)", "1_a.down.sql": "DROP TABLE u"],
      ["1_a.down.sql:1: no such table: u, in: DROP TABLE u"]
    ),
    // The newest is undone first.
    (
      [
        "1_a": "CREATE TABLE t(x)", "1_a.down.sql": "DROP TABLE t",
        "2_b": "ALTER TABLE t RENAME TO u", "2_b.down.sql": "ALTER TABLE u RENAME TO t",
      ], []
    ),
    // What a file lacks may be there for real when a migration without a down file is undone.
    (
      [
        "1_a": "CREATE TABLE t(x)", "1_a.down.sql": "DROP TABLE t; SELECT oops oops oops",
        "2_b": "ALTER TABLE t RENAME TO u",
      ],
      ["1_a.down.sql:1: near \"oops\": syntax error, in: SELECT oops oops oops"]
    ),
    // For want of rows the statement fails; what follows from that is no error in the file.
    (
      [
        "1_a": """
        CREATE TABLE t(x);
        CREATE TABLE u(x NOT NULL);
        INSERT INTO u SELECT max(x) FROM t;
        CREATE TABLE v AS SELECT x FROM w;
        """
      ], []
    ),
    (
      [
        "1_a":
          "CREATE TABLE u(x NOT NULL);\nINSERT INTO u SELECT max(x) FROM u;\nSELECT oops oops oops"
      ],
      ["1_a.up.sql:3: near \"oops\": syntax error, in: SELECT oops oops oops"]
    ),
    (
      ["1_a": "CREATE TEMP TABLE a(x)", "2_b": "SELECT * FROM a"],
      ["2_b.up.sql:1: no such table: a, in: SELECT * FROM a"]
    ),
    (["1_a": "-- bank-etl: no-transaction\nVACUUM", "2_b": "CREATE TABLE t(x)"], []),
  ]

  @Test(arguments: found.indices)
  func `errors are found without the data`(_ index: Int) throws {
    let (files, expected) = Self.found[index]
    #expect(try problems(files) == expected)
  }

  @Test(arguments: [
    ("CREATE TABLE t(x); INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)"),
    ("CREATE VIRTUAL TABLE f USING fts5(a)", "INSERT INTO f VALUES ('a')"),
    ("CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT)", "DELETE FROM sqlite_sequence"),
    (
      "CREATE TABLE t(x); CREATE INDEX i ON t(x); INSERT INTO t VALUES (1); ANALYZE",
      "DELETE FROM sqlite_stat1"
    ),
    ("CREATE TABLE t(x); CREATE VIEW v AS SELECT x FROM t", "SELECT x FROM v"),
    ("CREATE VIEW v AS SELECT x FROM w; CREATE TABLE w(x)", "SELECT x FROM v"),
    ("CREATE TABLE t(x); CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END", "DROP TRIGGER r"),
    ("CREATE TABLE t(x, y GENERATED ALWAYS AS (x + 1)) STRICT", "SELECT 1"),
  ])
  func `the schema that is there is known`(_ schema: String, _ sql: String) throws {
    let isStrict = schema.hasSuffix("STRICT")
    let schema = isStrict ? "CREATE TABLE t(x INT, y INT AS (x + 1)) STRICT" : schema
    #expect(try problems(["1_a": sql], after: schema).isEmpty)
  }

  @Test func `a table that can't be made again leaves only what is certain`() throws {
    // Made by a program that takes "x" for a string where no column has that name.
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(
      """
      CREATE TABLE t(a); PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE TABLE t(a DEFAULT (nix()))'; PRAGMA writable_schema = OFF;
      """)
    var rehearsal = try Rehearsal(for: database)
    #expect(try rehearsal.problems(in: MigrationScript(path: "f", text: "SELECT a FROM t")).isEmpty)
    #expect(try !rehearsal.problems(in: MigrationScript(path: "f", text: "SELCT")).isEmpty)
  }

  @Test func `nothing is applied when a later file is wrong`() throws {
    let place = try Workplace([
      "1_a": "CREATE TABLE t(x)", "2_b": "CREATE TABLE u(x)", "3_c": "CRATE TABLE v(x)",
    ])
    let error = try migrationError { try place.up() }
    #expect(error.kind == .invalidFiles)
    #expect(error.advice == ["nothing was applied"])
    #expect(!(FileManager.default.fileExists(atPath: place.databasePath)))
  }
}
