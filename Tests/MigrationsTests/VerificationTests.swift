import Foundation
import SQLite
import Testing

@testable import Migrations

struct VerificationTests {
  private let place: Workplace

  init() throws {
    place = try Workplace([
      "1_a": "CREATE TABLE t(x UNIQUE)", "1_a.verify.sql": "SELECT x FROM t WHERE x < 0",
      "2_b": "CREATE TABLE u(t_x REFERENCES t (x))", "2_b.verify.sql": "SELECT t_x FROM u",
      "3_c": "SELECT 1",
    ])
    try place.up()
  }

  @Test func `nothing is found where all is well`() throws {
    let verification = try place.migrator.verify()
    #expect(verification.verified == ["1_a", "2_b"])
    #expect(verification.problems.isEmpty)
  }

  @Test func `each file says what it finds`() throws {
    try place.database().execute("INSERT INTO t VALUES (-1); INSERT INTO u VALUES (1), (2)")
    #expect(
      try place.migrator.verify().problems.map(\.message) == [
        "expected no row but found x = -1, in: SELECT x FROM t WHERE x < 0",
        "expected no row but found t_x = 1, in: SELECT t_x FROM u",
      ])
  }

  @Test func `pending migrations are not verified`() throws {
    try place.write(["4_d": "SELECT 1", "4_d.verify.sql": "SELECT 1"])
    #expect(try place.migrator.verify().verified == ["1_a", "2_b"])
  }

  @Test(arguments: [
    ("INSERT INTO t VALUES (5); INSERT INTO u VALUES (5)", nil),
    (
      "INSERT INTO t VALUES (5); INSERT INTO t VALUES (5)",
      "UNIQUE constraint failed: t.x, in: INSERT INTO t VALUES (5)"
    ),
    (
      "INSERT INTO u VALUES (5)",
      "FOREIGN KEY constraint failed, in: INSERT INTO u VALUES (5)"
    ),
    (
      "INSERT INTO t VALUES (7); SELECT x FROM t",
      "expected no row but found x = 7, in: SELECT x FROM t"
    ),
  ])
  func `a file that writes is run on a copy`(_ text: String, _ message: String?) throws {
    let before = try Data(contentsOf: URL(filePath: place.databasePath))
    try place.write(["1_a.verify.sql": text])
    #expect(try place.migrator.verify().problems.map(\.message) == [message].compactMap(\.self))
    #expect(try Data(contentsOf: URL(filePath: place.databasePath)) == before)
  }
}
