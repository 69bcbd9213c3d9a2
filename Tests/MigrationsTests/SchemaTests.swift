import SQLite
import Testing

@testable import Migrations

struct SchemaTests {
  private func schema(_ sql: String, includesOwn: Bool = false) throws -> Schema {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(sql)
    return try Schema(of: database, includesOwn: includesOwn)
  }

  private static let sql = """
    CREATE TABLE b(x UNIQUE, y);
    CREATE TABLE a(id INTEGER PRIMARY KEY AUTOINCREMENT);
    CREATE TRIGGER r AFTER INSERT ON b BEGIN SELECT ';'; END;
    CREATE VIEW v AS SELECT x FROM b;
    CREATE INDEX i ON b(y);
    CREATE INDEX h ON b(x, y);
    CREATE VIRTUAL TABLE f USING fts5(w);
    CREATE TABLE etl_runs(id); CREATE INDEX etl_i ON etl_runs(id); CREATE INDEX own ON etl_runs(id);
    CREATE TABLE schema_migrations(version);
    ANALYZE;
    """

  @Test func `the dump is sorted, and makes the same schema again`() throws {
    let schema = try schema(Self.sql)
    #expect(
      schema.text == """
        CREATE TABLE a(id INTEGER PRIMARY KEY AUTOINCREMENT);

        CREATE TABLE b(x UNIQUE, y);

        CREATE VIRTUAL TABLE f USING fts5(w);

        CREATE INDEX h ON b(x, y);

        CREATE INDEX i ON b(y);

        CREATE VIEW v AS SELECT x FROM b;

        CREATE TRIGGER r AFTER INSERT ON b BEGIN SELECT ';'; END;

        """)
    let again = try self.schema(schema.text)
    #expect(again == schema)
    #expect(again.text == schema.text)
  }

  @Test func `the program's own tables are there when asked for`() throws {
    let names = try schema(Self.sql, includesOwn: true).objects.map(\.name)
    #expect(
      names == [
        "a", "b", "etl_runs", "f", "schema_migrations", "etl_i", "h", "i", "own", "v", "r",
      ])
  }

  @Test func `the order in which things were made makes no difference`() throws {
    let statements = Self.sql.split(separator: "\n").filter { !$0.hasPrefix("ANALYZE") }
    let tables = statements.filter { $0.contains("TABLE") && !$0.contains("etl_") }
    let rest = statements.filter { !$0.contains("TABLE") }
    let other = (tables.reversed() + rest.reversed()).joined(separator: "\n")
    #expect(try schema(other).text == schema(Self.sql).text)
  }

  @Test(arguments: [
    ("CREATE TABLE t(a)", "CREATE TABLE t(a)", true),
    ("CREATE TABLE t(a)", "create table \"t\" (a -- x\n)", true),
    ("CREATE TABLE t(a)", "CREATE TABLE u(a); ALTER TABLE u RENAME TO t", true),
    ("CREATE TABLE t(a)", "CREATE TABLE t(a, b); ALTER TABLE t DROP COLUMN b", true),
    ("CREATE TABLE t(a)", "CREATE TABLE t(a); ALTER TABLE t ADD COLUMN b", false),
    ("CREATE TABLE t(a)", "CREATE TABLE t(a INT)", false),
    ("CREATE TABLE t(a INT)", "CREATE TABLE t(a INT) STRICT", false),
    ("CREATE TABLE t(a)", "CREATE TABLE t(a); CREATE INDEX i ON t(a)", false),
    ("CREATE TABLE t(a)", "", false),
    ("CREATE TABLE t(a DEFAULT 'x')", "CREATE TABLE t(a DEFAULT 'X')", false),
  ])
  func `schemas are the same when their tokens are`(
    _ first: String, _ second: String, _ isEquivalent: Bool
  ) throws {
    let (first, second) = (try schema(first), try schema(second))
    #expect(first.isEquivalent(to: second) == isEquivalent)
    #expect(second.isEquivalent(to: first) == isEquivalent)
    #expect(first.difference(to: second).isEmpty == isEquivalent)
  }

  @Test func `lines end in LF, whatever the file had`() throws {
    #expect(try schema("CREATE TABLE t(\r\n  a\r\n)").text == "CREATE TABLE t(\n  a\n);\n")
  }
}
