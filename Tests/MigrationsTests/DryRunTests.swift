import Foundation
import SQLite
import Testing

@testable import Migrations

struct DryRunTests {
  private func bytes(_ place: Workplace) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
    return try names.filter { $0.hasPrefix("bank.db") }.reduce(into: [:]) {
      $0[$1] = try Data(contentsOf: place.folder.appending(path: $1))
    }
  }

  @Test(arguments: ["DELETE", "WAL", "TRUNCATE"])
  func `the database is untouched, byte for byte`(_ journal: String) throws {
    let place = try Workplace([
      "1_a": "CREATE TABLE t(id INTEGER PRIMARY KEY, x); INSERT INTO t(x) VALUES (1), (2), (3);",
      "2_b": "DELETE FROM t WHERE x = 1; CREATE TABLE u(x); INSERT INTO u VALUES (1);",
      "3_c": "-- bank-etl: no-transaction\nVACUUM", "4_d": "UPDATE t SET x = x + 1;",
    ])
    try place.up(to: 1)
    try place.database().execute("PRAGMA journal_mode = \(journal)")
    let before = try bytes(place)
    let preview = try place.migrator.dryRun()
    #expect(try bytes(place) == before)
    #expect(preview.failure == nil)
    #expect(preview.steps.map(\.label) == ["2_b", "3_c", "4_d"])
    #expect(preview.steps.map(\.writtenRows) == [2, 0, 2])
    #expect(
      preview.rowCounts == [
        DryRun.RowCount(table: "t", before: 3, after: 2),
        DryRun.RowCount(table: "u", before: nil, after: 1),
      ])
    #expect(
      preview.schemaDifference == [
        "  CREATE TABLE t(id INTEGER PRIMARY KEY, x);", "+ ", "+ CREATE TABLE u(x);",
      ])
  }

  @Test func `what is in the log of a database in use is seen`() throws {
    let place = try Workplace(["1_a": "CREATE TABLE t(x)", "2_b": "DELETE FROM t"])
    try place.up(to: 1)
    let user = try place.database()
    try user.execute("PRAGMA journal_mode = WAL; INSERT INTO t VALUES (1), (2)")
    let before = try bytes(place)
    #expect(
      try place.migrator.dryRun().rowCounts == [DryRun.RowCount(table: "t", before: 2, after: 0)])
    #expect(try bytes(place)["bank.db"] == before["bank.db"])
    #expect(try bytes(place)["bank.db-wal"] == before["bank.db-wal"])
  }

  @Test func `where there is no database, none is made`() throws {
    let place = try Workplace(["1_a": "CREATE TABLE t(x)"])
    let preview = try place.migrator.dryRun()
    #expect(preview.steps.map(\.label) == ["1_a"])
    #expect(preview.schemaDifference == ["+ CREATE TABLE t(x);"])
    #expect(try bytes(place).isEmpty)
  }

  @Test func `a migration that would fail says so, as up would`() throws {
    let place = try Workplace([
      "1_a": """
      CREATE TABLE p(id INTEGER PRIMARY KEY);
      CREATE TABLE c(p_id REFERENCES p);
      INSERT INTO p VALUES (1); INSERT INTO c VALUES (1);
      """, "2_b": "CREATE TABLE u(x)", "3_c": "DELETE FROM p",
    ])
    try place.up(to: 1)
    let preview = try place.migrator.dryRun()
    #expect(preview.steps.map(\.label) == ["2_b"])
    let failure = try #require(preview.failure)
    #expect(failure.kind == .foreignKeys)
    let error = try migrationError { try place.up() }
    #expect(error.problems == failure.problems)
  }

  @Test func `it stops where it is told to, and finds nothing to do`() throws {
    let place = try Workplace(["1_a": "CREATE TABLE t(x)", "2_b": "CREATE TABLE u(x)"])
    #expect(try place.migrator.dryRun(to: 1).steps.map(\.label) == ["1_a"])
    try place.up()
    let preview = try place.migrator.dryRun()
    #expect(preview.steps.isEmpty && preview.schemaDifference.isEmpty && preview.rowCounts.isEmpty)
  }

  @Test func `what up would refuse is refused`() throws {
    let place = try Workplace(["1_a": "CREATE TABLE t(x)"])
    try place.up()
    try place.write(["1_a": "CREATE TABLE t(y)", "2_b": "CREATE TABLE u(x)"])
    #expect(try migrationError { try place.migrator.dryRun() }.kind == .history)
    try place.write(["1_a": "CREATE TABLE t(x)", "2_b": "CREATE TABEL u(x)"])
    #expect(try migrationError { try place.migrator.dryRun() }.kind == .invalidFiles)
  }
}
