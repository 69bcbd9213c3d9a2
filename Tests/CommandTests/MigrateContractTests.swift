import Foundation
import SQLite
import Testing

/// What a team relies on, through the program and with real files.
struct MigrateContractTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private static let family = """
    CREATE TABLE parent(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE child(id INTEGER PRIMARY KEY,
      parent_id INTEGER NOT NULL REFERENCES parent ON DELETE CASCADE);
    INSERT INTO parent VALUES (1, 'a'), (2, 'b');
    INSERT INTO child VALUES (10, 1), (11, 1), (12, 2);
    """

  private static let rebuild = """
    CREATE TABLE parent_new(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO parent_new SELECT id, name FROM parent;
    DROP TABLE parent;
    ALTER TABLE parent_new RENAME TO parent;
    """

  @Test func `a table is rebuilt without losing the rows that refer to it`() async throws {
    try workspace.migrations(["1_a": Self.family, "2_b": Self.rebuild])
    let outcome = try await workspace.migrate("up")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try workspace.rows("SELECT id FROM child") == [[10], [11], [12]])
    #expect(try workspace.rows("PRAGMA foreign_key_check").isEmpty)
    // It is not for nothing: done with foreign keys on, the same statements lose all three.
    try workspace.write("wrong.sql", "PRAGMA foreign_keys = ON; BEGIN; \(Self.rebuild) COMMIT;")
    try workspace.write("family.sql", Self.family)
    let wrong = try await workspace.shell(
      "cat family.sql wrong.sql | sqlite3 wrong.db; sqlite3 wrong.db 'SELECT count(*) FROM child'")
    #expect(wrong.stdout == "0\n", "\(wrong)")
  }

  @Test func `rows that refer to nothing fail a migration only if they are new`() async throws {
    try workspace.migrations(["1_a": Self.family])
    #expect(try await workspace.migrate("up").status == 0)
    try workspace.execute("INSERT INTO child VALUES (13, 99)")
    try workspace.migrations(["2_b": Self.rebuild])
    #expect(try await workspace.migrate("up").status == 0)
    try workspace.migrations(["3_c": "DELETE FROM parent WHERE id = 1"])
    let outcome = try await workspace.migrate("up")
    #expect(outcome.status == 65, "\(outcome)")
    #expect(
      outcome.stderr.hasPrefix(
        "m/3_c.up.sql: 2 rows of child (parent_id) would refer to no row of parent, for instance 1"
      ), "\(outcome)")
    #expect(try workspace.rows("SELECT count(*) FROM parent") == [[2]])
    let preview = try await workspace.migrate("up", "--dry-run")
    #expect(preview.status == 65 && preview.stderr.contains("2 rows of child"), "\(preview)")
  }

  @Test func `whatever SQLite reads is run, and nothing else splits the statements`() async throws {
    try workspace.migrations([
      "9_trigger": """
      CREATE TABLE t(x); CREATE TABLE log(x);
      CREATE TRIGGER r AFTER INSERT ON t BEGIN
        INSERT INTO log VALUES ('begin; -- no comment');
        INSERT INTO log SELECT CASE WHEN new.x THEN 'commit;' ELSE ';' END;
      END;
      INSERT INTO t VALUES (1);
      """,
      "10_bom": "\u{feff}CREATE TABLE bom(x);\r\nINSERT INTO bom\r\nVALUES (';');\r\n",
      "20260131120000_comment": "/* ; */ CREATE -- ;\n TABLE c(x) /* BEGIN; */; -- COMMIT;",
      "20260131120001_vacuum": "-- bank-etl: no-transaction\nVACUUM",
      "20260131120002_wal": "-- bank-etl: no-transaction\r\nPRAGMA journal_mode = WAL;\r\n",
    ])
    let outcome = try await workspace.migrate("up", "--json")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try workspace.rows("SELECT x FROM log") == [["begin; -- no comment"], ["commit;"]])
    #expect(try workspace.rows("SELECT x FROM bom") == [[";"]])
    #expect(try workspace.rows("PRAGMA journal_mode") == [["wal"]])
    #expect(
      try workspace.rows("SELECT version FROM schema_migrations ORDER BY rowid") == [
        [9], [10], [20_260_131_120_000], [20_260_131_120_001], [20_260_131_120_002],
      ])
    // The shell of SQLite runs the same files as they are.
    let shell = try await workspace.shell(
      "for file in m/9_* m/10_* m/2026*0_*; do sqlite3 -bail s.db < $file || exit 1; done")
    #expect(shell.status == 0, "\(shell)")
  }

  @Test func `the row of a migration has its texts, its time and how long it took`() async throws {
    try workspace.migrations(["7_a": "CREATE TABLE t(x)", "7_a.down.sql": "DROP TABLE t"])
    #expect(try await workspace.migrate("up").status == 0)
    #expect(
      try workspace.rows(
        """
        SELECT version, name, up, down,
          applied_at GLOB '20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z',
          abs(unixepoch('now') - unixepoch(applied_at)) < 600, duration_ms >= 0
        FROM schema_migrations
        """) == [[7, "a", "CREATE TABLE t(x)", "DROP TABLE t", 1, 1, 1]])
    #expect(try workspace.rows("PRAGMA application_id") == [[0x6265_5401]])
  }

  @Test func `a name of the database leads to one lock`() async throws {
    try workspace.migrations(["1_a": "SELECT 1"])
    try workspace.execute("CREATE TABLE t(x)")
    let outcome = try await workspace.shell(
      """
      ln -s bank.db link.db
      exec 9> bank.db-lock; flock 9
      "$BANK_ETL" migrate --migrations m --db link.db --wait 0 9>&-; echo $?
      """)
    #expect(outcome.stdout == "75\n", "\(outcome)")
  }

  @Test func `a write-ahead log is neither changed nor left behind by what only looks`()
    async throws
  {
    try workspace.migrations(["1_a": "CREATE TABLE t(x)", "2_b": "DROP TABLE t"])
    #expect(try await workspace.migrate("up", "--to", "1").status == 0)
    try workspace.execute("PRAGMA journal_mode = WAL; INSERT INTO t VALUES (1)")
    let before = try Data(contentsOf: workspace.folder.appending(path: "bank.db"))
    let commands = [
      ["status"], ["validate"], ["verify"], ["up", "--dry-run"], ["check", "--db", "bank.db"],
      ["repair"],
    ]
    for words in commands {
      let outcome = try await workspace.start(
        Workspace.program, ["migrate"] + words + ["--migrations", "m"], [:], "")
      #expect(outcome.status == 0, "\(outcome)")
      #expect(try workspace.files == ["bank.db", "bank.db-lock", "m"], "\(words)")
    }
    #expect(try await workspace.run("migrate", "dump").stdout == "CREATE TABLE t(x);\n")
    #expect(try workspace.files == ["bank.db", "bank.db-lock", "m"])
    #expect(try Data(contentsOf: workspace.folder.appending(path: "bank.db")) == before)
  }
}
