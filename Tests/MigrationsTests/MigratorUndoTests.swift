import SQLite
import Testing

@testable import Migrations

struct MigratorUndoTests {
  private let place: Workplace

  init() throws {
    place = try Workplace([
      "1_a": "CREATE TABLE a(x)", "1_a.down.sql": "DROP TABLE a",
      "2_b": "CREATE TABLE b(x)", "2_b.down.sql": "DROP TABLE b",
      "3_c": "CREATE TABLE c(x)", "3_c.down.sql": "DROP TABLE c",
    ])
    try place.up()
  }

  private func tables() throws -> [String] {
    try Schema(of: place.database()).objects.map(\.name)
  }

  @Test(arguments: [
    (Migrator.Extent.steps(1), [3]), (.steps(2), [3, 2]), (.steps(9), [3, 2, 1]),
    (.steps(.max), [3, 2, 1]), (.to(2), [3]), (.to(0), [3, 2, 1]), (.to(3), []),
  ])
  func `the newest go first`(_ extent: Migrator.Extent, _ versions: [Int64]) throws {
    let steps = try place.down(extent)
    #expect(steps.map(\.version) == versions)
    #expect(steps.allSatisfy { $0.action == .undone })
    #expect(try tables() == ["a", "b", "c"].dropLast(versions.count))
    #expect(try place.up().count == versions.count)
  }

  @Test func `the stored text is run, whatever became of the file`() throws {
    try place.remove("3_c.up.sql")
    try place.remove("3_c.down.sql")
    try place.write(["2_b.down.sql": "SELECT oops"])
    #expect(try place.down(.steps(2)).map(\.label) == ["0003_c", "0002_b"])
    #expect(try tables() == ["a"])
  }

  @Test func `a version that is not applied undoes nothing`() throws {
    let error = try migrationError { try place.down(.to(7)) }
    #expect(error.kind == .noSuchVersion)
    #expect(try tables() == ["a", "b", "c"])
  }

  @Test func `where one has no down text, nothing is undone`() throws {
    try place.write(["4_d": "CREATE TABLE d(x)", "5_e": "SELECT 1", "5_e.down.sql": "SELECT 1"])
    try place.up()
    let error = try migrationError { try place.down(.to(1)) }
    #expect(error.kind == .irreversible)
    #expect(
      error.problems.map(\.message) == [
        "0004_d can't be undone: it had no down file when it was applied"
      ])
    #expect(try tables() == ["a", "b", "c", "d"])
    #expect(try place.down().map(\.version) == [5])
  }

  @Test func `a down text that fails leaves its migration applied`() throws {
    try place.database().execute(
      "UPDATE schema_migrations SET down = 'SELECT 1; SELECT json(''x'')' WHERE version = 2")
    let error = try migrationError { try place.down(.to(0)) }
    #expect(
      error.description == """
        0002_b.down.sql as applied:1: malformed JSON, in: SELECT json('x')
        undone before it: 0003_c
        not undone: 0002_b, 0001_a; the database is as it was before 0002_b
        """)
    #expect(try tables() == ["a", "b"])
    // An error in the text itself is found before anything is undone.
    try place.database().execute(
      "UPDATE schema_migrations SET down = 'SELCT' WHERE version = 1")
    #expect(try migrationError { try place.down(.to(0)) }.kind == .invalidFiles)
    #expect(try tables() == ["a", "b"])
  }

  @Test func `there is nothing to undo in a database without migrations`() throws {
    let empty = try Workplace()
    #expect(try migrationError { try empty.down() }.kind == .noDatabase)
    try empty.database(.create).execute("CREATE TABLE t(x)")
    #expect(try empty.down().isEmpty)
  }

  // MARK: Redo

  private func redo() throws -> [MigrationStep] {
    try place.migrator.redo(holding: place.lock())
  }

  @Test func `redo undoes by the old text and applies the new one`() throws {
    try place.write(["3_c": "CREATE TABLE d(x)", "3_c.down.sql": "DROP TABLE d"])
    #expect(try redo().map(\.action) == [.undone, .applied])
    #expect(try tables() == ["a", "b", "d"])
    #expect(try place.migrator.plan().entries.allSatisfy { $0.state == .applied })
    #expect(try place.down().count == 1)
  }

  @Test(arguments: ["CREATE TABLE d(x); SELECT json('x')", "CREATE TABEL d(x)", "COMMIT"])
  func `when the new text fails, the old one stays`(_ text: String) throws {
    let before = try place.contents()
    try place.write(["3_c": text])
    #expect(throws: MigrationError.self) { try redo() }
    #expect(try place.contents() == before)
  }

  @Test func `redo works without a transaction too`() throws {
    try place.write(["3_c": "-- bank-etl: no-transaction\nVACUUM"])
    #expect(try redo().count == 2)
    #expect(try tables() == ["a", "b"])
  }

  @Test func `redo needs the file`() throws {
    try place.remove("3_c.up.sql")
    try place.remove("3_c.down.sql")
    #expect(try migrationError { try redo() }.kind == .history)
    #expect(try tables() == ["a", "b", "c"])
  }
}
