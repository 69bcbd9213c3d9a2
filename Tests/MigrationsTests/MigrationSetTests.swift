import Testing

@testable import Migrations

struct MigrationSetTests {
  private func set(_ files: [(String, String)], folder: String = "m") throws -> MigrationSet {
    try MigrationSet(
      files: files.map { MigrationSet.File(name: $0.0, bytes: Array($0.1.utf8)) }, folder: folder)
  }

  @Test func `versions sort as numbers, and files go together`() throws {
    let migrations = try set([
      ("10_c.up.sql", "SELECT 10"), ("9_b.up.sql", "SELECT 9"), ("9_b.down.sql", "SELECT -9"),
      ("20260131120000_d.up.sql", "SELECT 20"), ("0001_a.up.sql", "SELECT 1"),
      ("0001_a.verify.sql", "SELECT 1 WHERE 0"), ("README.md", "# no SQL"), (".hidden.sql", ""),
    ]).migrations
    #expect(migrations.map(\.label) == ["0001_a", "9_b", "10_c", "20260131120000_d"])
    #expect(migrations.map(\.name) == ["a", "b", "c", "d"])
    #expect(migrations[0].verify?.text == "SELECT 1 WHERE 0")
    #expect(migrations[1].down == MigrationScript(path: "m/9_b.down.sql", text: "SELECT -9"))
    #expect(migrations[2].down == nil)
  }

  @Test func `a migration is found by its version`() throws {
    let migrations = try set((1...20).map { ("\($0 * 3)_m.up.sql", "SELECT 1") })
    for version in 0...70 {
      let found = migrations.migration(Int64(version))?.version
      #expect(found == (version % 3 == 0 && (3...60).contains(version) ? Int64(version) : nil))
    }
  }

  private static let wrong: [(files: [(String, String)], messages: [String])] = [
    ([("a.sql", "SELECT 1")], ["m/a.sql: expected a name of the form \(MigrationFileName.form)"]),
    (
      [("1_a.up.SQL", "SELECT 1")],
      ["m/1_a.up.SQL: expected a name of the form \(MigrationFileName.form)"]
    ),
    (
      [("1_a.up.sql", "SELECT 1"), ("01_b.up.sql", "SELECT 1")],
      ["m/1_a.up.sql: version 1 is also that of m/01_b.up.sql; give one of them another number"]
    ),
    (
      [("1_a.down.sql", "SELECT 1"), ("2_b.verify.sql", "SELECT 1")],
      [
        "m/1_a.down.sql: expected 1_a.up.sql beside it but found none",
        "m/2_b.verify.sql: expected 2_b.up.sql beside it but found none",
      ]
    ),
    (
      [("1_a.up.sql", "SELECT 1"), ("1_b.down.sql", "SELECT 1")],
      [
        "m/1_b.down.sql: expected the same number and name as m/1_a.up.sql, "
          + "which has the same version"
      ]
    ),
    (
      [("1_a.up.sql", ""), ("1_a.down.sql", "-- nothing"), ("x.sql", ""), ("2_b.up.sql", "a\0")],
      [
        "m/1_a.down.sql:1: expected a statement but found none",
        "m/1_a.up.sql:1: expected a statement but found none",
        "m/2_b.up.sql:1: expected UTF-8 but found a NUL byte",
        "m/x.sql: expected a name of the form \(MigrationFileName.form)",
      ]
    ),
  ]

  @Test(arguments: wrong.indices)
  func `all that is wrong is said at once`(_ index: Int) throws {
    let (files, messages) = Self.wrong[index]
    let error = try migrationError { try set(files) }
    #expect(error.kind == .invalidFiles)
    #expect(error.problems.map(\.description) == messages)
  }

  @Test func `no files are no migrations`() throws {
    #expect(try set([]).migrations.isEmpty)
  }

  @Test func `without a folder the path is the name`() throws {
    #expect(try set([("1_a.up.sql", "SELECT 1")], folder: "").migrations[0].up.path == "1_a.up.sql")
  }
}
