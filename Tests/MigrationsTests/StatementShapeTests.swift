import Testing

@testable import Migrations

struct StatementShapeTests {
  private static let shapes:
    [(sql: String, shape: StatementShape, condition: StatementShape.Condition?)] = [
      ("CREATE TABLE t(a)", .createTable("t"), nil),
      ("create table main.\"t u\" (a)", .createTable("t u"), nil),
      ("CREATE TABLE IF NOT EXISTS t(a)", .createTable("t"), .ifNotExists),
      ("CREATE VIRTUAL TABLE t USING fts5(a)", .createTable("t"), nil),
      ("CREATE TEMP TABLE t(a)", .other, nil),
      ("CREATE TEMPORARY TABLE IF NOT EXISTS t(a)", .other, .ifNotExists),
      ("CREATE INDEX IF NOT EXISTS i ON t(a)", .other, .ifNotExists),
      ("CREATE UNIQUE INDEX i ON t(a)", .other, nil),
      ("CREATE VIEW IF NOT EXISTS v AS SELECT 1", .other, .ifNotExists),
      (
        "CREATE TRIGGER IF NOT EXISTS r AFTER INSERT ON t BEGIN SELECT 1; END", .other, .ifNotExists
      ),
      ("DROP TABLE t", .dropTable("t"), nil),
      ("DROP TABLE IF EXISTS main.[t]", .dropTable("t"), .ifExists),
      ("DROP INDEX IF EXISTS i", .other, .ifExists),
      ("DROP VIEW v", .other, nil),
      ("/* x */ ALTER TABLE t ADD COLUMN a", .addColumn(table: "t", column: "a"), nil),
      ("ALTER TABLE t ADD \"a b\" NOT NULL", .addColumn(table: "t", column: "a b"), nil),
      ("ALTER TABLE main.t DROP COLUMN a", .dropColumn(table: "t", column: "a"), nil),
      ("ALTER TABLE t DROP a", .dropColumn(table: "t", column: "a"), nil),
      ("ALTER TABLE t RENAME TO u", .renameTable(from: "t", to: "u"), nil),
      ("ALTER TABLE t RENAME COLUMN a TO b", .renameColumn(table: "t", from: "a", to: "b"), nil),
      ("ALTER TABLE t RENAME a TO b", .renameColumn(table: "t", from: "a", to: "b"), nil),
      ("INSERT INTO t VALUES ('DROP TABLE t')", .other, nil),
      ("", .other, nil),
      ("CREATE", .other, nil),
      ("ALTER TABLE", .other, nil),
    ]

  @Test(arguments: shapes.indices)
  func `a statement's first words tell what it does`(_ index: Int) {
    let (sql, shape, condition) = Self.shapes[index]
    let found = StatementShape.of(sql)
    #expect(found.shape == shape)
    #expect(found.condition == condition)
  }
}
