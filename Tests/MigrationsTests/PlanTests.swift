import Testing

@testable import Migrations

struct PlanTests {
  private static func migration(
    _ version: Int64, up: String? = nil, down: String? = nil
  ) -> Migration {
    Migration(
      version: version, name: "m", label: "\(version)_m",
      up: MigrationScript(path: "m/\(version)_m.up.sql", text: up ?? "SELECT \(version)"),
      down: down.map { MigrationScript(path: "m/\(version)_m.down.sql", text: $0) }, verify: nil)
  }

  private static func applied(
    _ version: Int64, up: String? = nil, down: String? = nil
  ) -> AppliedMigration {
    AppliedMigration(
      version: version, name: "m", up: up ?? "SELECT \(version)", down: down,
      appliedAt: "2026-01-31T12:00:00Z", durationMilliseconds: 1)
  }

  private func plan(_ files: [Migration], _ applied: [AppliedMigration]) throws -> Plan {
    let texts = files.flatMap { migration in
      [("\(migration.label).up.sql", migration.up.text)]
        + (migration.down.map { [("\(migration.label).down.sql", $0.text)] } ?? [])
    }
    let set = try MigrationSet(
      files: texts.map { MigrationSet.File(name: $0, bytes: Array($1.utf8)) }, folder: "m")
    return Plan(set, applied: applied)
  }

  private static let states: [(files: [Int64], applied: [Int64], states: [(Int64, Plan.State)])] = [
    ([], [], []),
    ([1, 2], [], [(1, .pending), (2, .pending)]),
    ([1, 2], [1], [(1, .applied), (2, .pending)]),
    ([1, 2], [1, 2], [(1, .applied), (2, .applied)]),
    ([1, 2, 3], [1, 3], [(1, .applied), (2, .outOfOrder), (3, .applied)]),
    ([2], [1, 2, 3], [(1, .missing), (2, .applied), (3, .missing)]),
    ([], [5], [(5, .missing)]),
    ([1, 4], [2, 3], [(1, .outOfOrder), (2, .missing), (3, .missing), (4, .pending)]),
  ]

  @Test(arguments: states.indices)
  func `each migration stands in one state`(_ index: Int) throws {
    let (files, applied, states) = Self.states[index]
    let plan = try plan(files.map { Self.migration($0) }, applied.map { Self.applied($0) })
    #expect(plan.entries.map(\.version) == states.map(\.0))
    #expect(plan.entries.map(\.state) == states.map(\.1))
    #expect(plan.pending.map(\.version) == files.filter { !applied.contains($0) })
  }

  private static let texts: [(file: (String, String?), applied: (String, String?), same: Bool)] = [
    (("SELECT 1;\r\nSELECT 2;\r\n", nil), ("SELECT 1;\nSELECT 2;", nil), true),
    (("SELECT 1", "SELECT -1\n"), ("SELECT 1", "SELECT -1"), true),
    (("SELECT 1 ", nil), ("SELECT 1", nil), false),
    (("SELECT 1", "SELECT -1"), ("SELECT 1", nil), false),
    (("SELECT 1", nil), ("SELECT 1", "SELECT -1"), false),
    (("SELECT 1", "SELECT -2"), ("SELECT 1", "SELECT -1"), false),
  ]

  @Test(arguments: texts.indices)
  func `a file is edited when its text is another one`(_ index: Int) throws {
    let (file, applied, isSame) = Self.texts[index]
    let plan = try plan(
      [Self.migration(1, up: file.0, down: file.1)],
      [Self.applied(1, up: applied.0, down: applied.1)])
    #expect(plan.entries.map(\.state) == [isSame ? .applied : .edited])
    #expect(plan.objections().isEmpty == isSame)
  }

  @Test func `an edit is shown`() throws {
    let plan = try plan(
      [Self.migration(1, up: "CREATE TABLE t(\n  a,\n  c)", down: "DROP TABLE t;")],
      [Self.applied(1, up: "CREATE TABLE t(\n  a,\n  b)", down: "DROP TABLE t")])
    #expect(
      plan.objections() == [
        Problem(
          path: "m/1_m.up.sql", line: 3,
          message: "edited since it was applied on 2026-01-31T12:00:00Z",
          details: ["  CREATE TABLE t(", "    a,", "-   b)", "+   c)"]),
        Problem(
          path: "m/1_m.down.sql", line: 1,
          message: "edited since it was applied on 2026-01-31T12:00:00Z",
          details: ["- DROP TABLE t", "+ DROP TABLE t;"]),
      ])
  }

  private static let objections:
    [(files: [Int64], applied: [Int64], permission: Plan.Permissions, message: String)] = [
      (
        [1], [1, 2], .missing,
        "m: the database is newer than the files: 0002_m, applied on 2026-01-31T12:00:00Z"
      ),
      (
        [2], [1, 2], .missing,
        "m: the files of an applied migration are missing: 0001_m, applied on 2026-01-31T12:00:00Z"
      ),
      (
        [1, 2], [2], .outOfOrder,
        "m/1_m.up.sql: out of order: not applied, though 2_m is"
      ),
    ]

  @Test(arguments: objections.indices)
  func `what is wrong is refused unless its own option allows it`(_ index: Int) throws {
    let expected = Self.objections[index]
    let plan = try plan(
      expected.files.map { Self.migration($0) }, expected.applied.map { Self.applied($0) })
    let error = try migrationError { try plan.requireConsistency() }
    #expect(error.kind == .history)
    #expect(error.problems.map(\.description) == [expected.message])
    #expect(error.advice.count == 1)
    try plan.requireConsistency(allowing: expected.permission)
    let others = Plan.Permissions([.edited, .missing, .outOfOrder]).subtracting(expected.permission)
    #expect(throws: MigrationError.self) { try plan.requireConsistency(allowing: others) }
  }

  @Test func `an import needs everything applied`() throws {
    let files = [Self.migration(1), Self.migration(2)]
    try plan(files, [Self.applied(1), Self.applied(2)]).requireNothingPending()
    let error = try migrationError {
      try plan(files, [Self.applied(1)]).requireNothingPending()
    }
    #expect(error.kind == .pending)
    #expect(
      error.description == """
        m/2_m.up.sql: not applied to the database yet
        apply with 'bank-etl migrate up'
        """)
    let newer = try migrationError {
      try plan(files, [1, 2, 3].map { Self.applied($0) }).requireNothingPending()
    }
    #expect(newer.kind == .history)
  }
}
