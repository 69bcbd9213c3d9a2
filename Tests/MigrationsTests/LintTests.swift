import Testing

@testable import Migrations

/// The rules, each with what it finds and what it lets pass.
struct LintTests {
  private func findings(_ files: [String: String], after version: Int64 = 0) throws -> [String] {
    let set = try MigrationSet(
      files: files.map {
        let name = $0.contains(".") ? $0 : $0 + ".up.sql"
        return MigrationSet.File(name: name, bytes: Array($1.utf8))
      }, folder: "")
    return try Lint.findings(in: set, after: version).map {
      "\($0.problem.place ?? "") [\($0.rule.rawValue)] \($0.problem.message)"
    }
  }

  private static let table = "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT);"
  private static let rebuild = """
    CREATE TABLE new(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT);
    INSERT INTO new SELECT id, a, b, NULL FROM t;
    DROP TABLE t;
    ALTER TABLE new RENAME TO t;
    """

  private static let changes: [(up: String, found: [String])] = [
    ("CREATE TABLE u(x);", []),
    ("DROP TABLE t;", ["2_b.up.sql:1 [drop-table] the table t is dropped with its rows"]),
    ("CREATE TABLE u(x); DROP TABLE u;", []),
    (
      "\nALTER TABLE t\nDROP COLUMN b;",
      ["2_b.up.sql:2 [drop-column] t.b is dropped with its values"]
    ),
    ("ALTER TABLE t ADD COLUMN c; ALTER TABLE t DROP COLUMN c;", []),
    (
      "ALTER TABLE t RENAME TO u;",
      ["2_b.up.sql:1 [rename] those who read the table t don't know it as u"]
    ),
    (
      "ALTER TABLE t RENAME COLUMN a TO c;",
      ["2_b.up.sql:1 [rename] those who read t.a don't know it as c"]
    ),
    (rebuild, []),
    (
      """
      ALTER TABLE t RENAME TO old;
      CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT);
      INSERT INTO t SELECT * FROM old;
      DROP TABLE old;
      """, []
    ),
    (
      "CREATE TABLE IF NOT EXISTS u(x); CREATE INDEX IF NOT EXISTS i ON t(a);",
      [
        "2_b.up.sql:1 [if-not-exists] IF NOT EXISTS hides that something else is there already; "
          + "leave it out",
        "2_b.up.sql:1 [if-not-exists] IF NOT EXISTS hides that something else is there already; "
          + "leave it out",
      ]
    ),
    (
      "DROP INDEX IF EXISTS i;",
      [
        "2_b.up.sql:1 [if-exists] IF EXISTS hides that what should be there is not; leave it out"
      ]
    ),
    (
      "ALTER TABLE t ADD COLUMN c TEXT NOT NULL;",
      [
        "2_b.up.sql:1 [not-null-without-default] t.c is NOT NULL without a default, which fails "
          + "where the table has rows"
      ]
    ),
    ("ALTER TABLE t ADD COLUMN c TEXT NOT NULL DEFAULT '';", []),
    ("CREATE TABLE u(x NOT NULL); ALTER TABLE u ADD COLUMN y NOT NULL;", []),
    (
      """
      CREATE TABLE new(id INTEGER PRIMARY KEY, a TEXT NOT NULL, b TEXT);
      INSERT INTO new SELECT * FROM t;
      DROP TABLE t; ALTER TABLE new RENAME TO t;
      """,
      [
        "2_b.up.sql:1 [not-null-without-default] t.a becomes NOT NULL, which fails where rows have "
          + "no value for it"
      ]
    ),
    (
      """
      CREATE TABLE new(id INTEGER PRIMARY KEY, a TEXT NOT NULL, b TEXT);
      INSERT INTO new SELECT id, coalesce(a, ''), b FROM t;
      DROP TABLE t; ALTER TABLE new RENAME TO t;
      """, []
    ),
    (
      "SELECT 1;\nCREATE TABLE u(t_id REFERENCES t);",
      [
        "2_b.up.sql:2 [foreign-key-without-index] u (t_id) refers to t without an index; "
          + "CREATE INDEX … ON u (t_id)"
      ]
    ),
    ("CREATE TABLE u(k, t_id REFERENCES t); CREATE INDEX i ON u(t_id, k);", []),
    ("CREATE TABLE u(t_id UNIQUE REFERENCES t);", []),
    ("CREATE TABLE u(id INTEGER PRIMARY KEY REFERENCES t);", []),
    ("CREATE TABLE u(k, t_id REFERENCES t, PRIMARY KEY (t_id, k)) WITHOUT ROWID;", []),
    (
      "CREATE TABLE u(k, t_id REFERENCES t); CREATE INDEX i ON u(k, t_id);\n"
        + "CREATE INDEX j ON u(t_id) WHERE k;",
      [
        "2_b.up.sql:1 [foreign-key-without-index] u (t_id) refers to t without an index; "
          + "CREATE INDEX … ON u (t_id)"
      ]
    ),
    (
      "CREATE TABLE p(a, b, UNIQUE (a, b));\n"
        + "CREATE TABLE u(x, y, FOREIGN KEY (x, y) REFERENCES p (a, b)); CREATE INDEX i ON u(y, x);",
      []
    ),
  ]

  @Test(arguments: changes.indices)
  func `a rule finds what it is about`(_ index: Int) throws {
    let (up, found) = Self.changes[index]
    #expect(try findings(["1_a": Self.table, "2_b": up]) == found)
  }

  @Test func `a rebuild must make indexes and triggers again`() throws {
    let first =
      Self.table
      + "CREATE INDEX i ON t(a); CREATE UNIQUE INDEX j ON t(b);"
      + "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END;"
    #expect(
      try findings(["1_a": first, "2_b": Self.rebuild + "CREATE INDEX i ON t(a);"]) == [
        "2_b.up.sql:3 [incomplete-rebuild] the table t is rebuilt without its index j, trigger r"
      ])
    let whole =
      Self.rebuild + "CREATE INDEX i ON t(a); CREATE UNIQUE INDEX j ON t(b);"
      + "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END;"
    #expect(try findings(["1_a": first, "2_b": whole]).isEmpty)
  }

  @Test func `a later index is as good`() throws {
    #expect(
      try findings([
        "1_a": Self.table, "2_b": "CREATE TABLE u(t_id REFERENCES t)",
        "3_c": "CREATE INDEX i ON u(t_id)",
      ]).isEmpty)
  }

  private static let downs: [(down: String, found: [String])] = [
    ("DROP TABLE u", []),
    (
      "SELECT 1",
      [
        "2_b.down.sql:1 [down-does-not-undo] the schema after it is not the one before 2_b.up.sql"
      ]
    ),
    (
      "DROP TABLE u; DROP TABLE t; CREATE TABLE t(id)",
      ["2_b.down.sql:1 [down-does-not-undo] the schema after it is not the one before 2_b.up.sql"]
    ),
    (
      "\nDROP TABLE nix",
      ["2_b.down.sql:2 [down-does-not-undo] no such table: nix, in: DROP TABLE nix"]
    ),
    ("-- bank-etl: allow down-does-not-undo\nDROP TABLE nix", []),
  ]

  @Test(arguments: downs.indices)
  func `a down file must undo its up file`(_ index: Int) throws {
    let (down, found) = Self.downs[index]
    // The third migration needs what the second one makes, whatever its down file does.
    let files = [
      "1_a": Self.table, "2_b": "CREATE TABLE u(x)", "2_b.down.sql": down,
      "3_c": "INSERT INTO u VALUES (1)",
    ]
    #expect(try findings(files) == found)
  }

  @Test func `a down file that leaves rows behind is found when they are in the way`() throws {
    let files = [
      "1_a": Self.table, "2_b": "INSERT INTO t(id) VALUES (1)", "2_b.down.sql": "SELECT 1",
      "3_c": "UPDATE t SET a = 'x'",
    ]
    #expect(
      try findings(files) == [
        "2_b.up.sql:1 [down-does-not-undo] can't be applied again after 2_b.down.sql: UNIQUE "
          + "constraint failed: t.id, in: INSERT INTO t(id) VALUES (1)"
      ])
  }

  private static let allowances: [(up: String, found: [String])] = [
    ("-- bank-etl: allow drop-table\nDROP TABLE t;", []),
    ("DROP TABLE\n-- bank-etl: allow drop-table\nt;", []),
    ("-- bank-etl: allow rename, drop-table\n-- why\n\nDROP TABLE t;", []),
    (
      "-- bank-etl: allow drop-table\nSELECT 1;\nDROP TABLE t;",
      ["2_b.up.sql:3 [drop-table] the table t is dropped with its rows"]
    ),
    (
      "DROP TABLE t;\n-- bank-etl: allow drop-table",
      ["2_b.up.sql:1 [drop-table] the table t is dropped with its rows"]
    ),
    (
      "SELECT 1;\n-- bank-etl: allow drop-tables\nDROP TABLE t;",
      [
        "2_b.up.sql:2 [unknown-rule] expected the name of a rule after 'allow' but found "
          + "'drop-tables'",
        "2_b.up.sql:3 [drop-table] the table t is dropped with its rows",
      ]
    ),
    (
      "-- bank-etl: allow foreign-key-without-index\nCREATE TABLE u(t_id REFERENCES t);", []
    ),
  ]

  @Test(arguments: allowances.indices)
  func `a comment allows what its statement does`(_ index: Int) throws {
    let (up, found) = Self.allowances[index]
    #expect(try findings(["1_a": Self.table, "2_b": up]) == found)
  }

  @Test func `old migrations can be left out`() throws {
    let files = [
      "1_a": Self.table, "2_b": "DROP TABLE t", "3_c": "CREATE TABLE IF NOT EXISTS u(x)",
    ]
    #expect(try findings(files).count == 2)
    #expect(try findings(files, after: 2).count == 1)
    #expect(try findings(files, after: 3).isEmpty)
  }

  @Test func `what can't be applied is an error`() throws {
    let error = try migrationError { try findings(["1_a": "SELECT 1;\nSELCT"]) }
    #expect(error.problems.map(\.place) == ["1_a.up.sql:2"])
  }
}
