import Foundation
import SQLite
import Testing

@testable import Migrations

/// Repair, baseline and validation.
struct MigratorHistoryTests {
  private let place: Workplace

  init() throws {
    place = try Workplace([
      "1_a": "CREATE TABLE a(x)", "1_a.down.sql": "DROP TABLE a", "2_b": "CREATE TABLE b(x)",
    ])
  }

  private func lock() throws -> DatabaseLock { try place.lock() }

  @Test func `repair shows edits, and accepts them`() throws {
    try place.up()
    #expect(try place.migrator.edits(of: []).isEmpty)
    try place.write([
      "1_a": "CREATE TABLE a(x) -- why", "2_b": "CREATE TABLE b(x) -- why",
      "2_b.down.sql": "DROP TABLE b",
    ])
    #expect(
      try place.migrator.edits(of: [1]).map(\.details) == [
        ["- CREATE TABLE a(x)", "+ CREATE TABLE a(x) -- why"]
      ])
    #expect(try place.migrator.edits(of: []).count == 3)
    #expect(try place.migrator.repair([1], holding: lock()).map(\.label) == ["1_a"])
    #expect(try place.migrator.edits(of: []).count == 2)
    #expect(try place.migrator.repair([], holding: lock()).map(\.label) == ["2_b"])
    #expect(try place.migrator.repair([], holding: lock()).isEmpty)
    #expect(try place.down().count == 1)
    #expect(try migrationError { try place.migrator.edits(of: [9]) }.kind == .noSuchVersion)
  }

  @Test func `baseline adopts a database`() throws {
    try place.database(.create).execute("CREATE TABLE \"a\" (x); CREATE TABLE b(x)")
    try place.write(["3_c": "CREATE TABLE c(x)"])
    let (adopted, difference) = try place.migrator.baseline(2, holding: lock())
    #expect(adopted.map(\.label) == ["1_a", "2_b"])
    #expect(difference.isEmpty)
    #expect(try place.up().map(\.label) == ["3_c"])
    #expect(try place.migrator.plan().entries.allSatisfy { $0.state == .applied })
  }

  @Test func `baseline shows where the tables are not those of the migrations`() throws {
    try place.database(.create).execute("CREATE TABLE a(x, y)")
    let (_, difference) = try place.migrator.baseline(2, holding: lock())
    #expect(
      difference == [
        "- CREATE TABLE a(x);", "- ", "- CREATE TABLE b(x);", "+ CREATE TABLE a(x, y);",
      ])
  }

  @Test func `baseline is for databases without a history, and for versions that exist`() throws {
    #expect(
      try migrationError { try place.migrator.baseline(1, holding: lock()) }.kind == .noDatabase)
    try place.database(.create).execute("CREATE TABLE a(x)")
    #expect(
      try migrationError { try place.migrator.baseline(7, holding: lock()) }.kind == .noSuchVersion)
    _ = try place.migrator.baseline(1, holding: lock())
    #expect(try migrationError { try place.migrator.baseline(2, holding: lock()) }.kind == .history)
  }

  @Test func `validate finds what is in the way of up, and changes nothing`() throws {
    #expect(try place.migrator.validate().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: place.databasePath))
    try place.up()
    try place.write(["1_a": "CREATE TABLE a(y)", "3_c": "SELECT 1;\nSELCT"])
    #expect(
      try place.migrator.validate().map(\.place) == [
        "\(place.migrationsPath)/1_a.up.sql:1", "\(place.migrationsPath)/3_c.up.sql:2",
      ])
    #expect(try place.migrator.plan().pending.count == 1)
  }
}
