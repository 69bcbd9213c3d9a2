import Testing

@testable import Migrations
@testable import bank_etl

struct MigrationJSONTests {
  @Test func `a problem has a place where it has one`() {
    #expect(
      Problem(path: "a.sql", line: 3, column: 7, message: "m", details: ["d"]).json.text
        == "{\"file\":\"a.sql\",\"line\":3,\"column\":7,\"message\":\"m\",\"details\":[\"d\"]}")
    #expect(
      Problem(path: nil, message: "\"").json.text
        == "{\"file\":null,\"line\":null,\"column\":null,\"message\":\"\\\"\",\"details\":[]}")
  }

  @Test func `a step says what was done`() {
    let step = MigrationStep(
      action: .undone, version: 3, label: "0003_a", durationMilliseconds: 7)
    #expect(
      step.json.text
        == "{\"action\":\"undone\",\"version\":3,\"name\":\"0003_a\",\"duration_ms\":7}")
  }

  @Test func `each state is one word`() {
    #expect(
      Plan.State.allCases.map(\.word) == [
        "applied", "pending", "out_of_order", "edited", "missing",
      ])
  }

  @Test func `an entry has what is known of its migration`() throws {
    let set = try MigrationSet(builtIn: [("1_a.up.sql", "SELECT 1")])
    let pending = Plan(set, applied: []).entries[0]
    #expect(
      pending.json.text
        == "{\"version\":1,\"name\":\"1_a\",\"state\":\"pending\",\"applied_at\":null,"
        + "\"duration_ms\":null,\"file\":\"migrations/1_a.up.sql\"}")
    #expect(
      set.migrations[0].json.text
        == "{\"version\":1,\"name\":\"1_a\",\"file\":\"migrations/1_a.up.sql\"}")
  }
}
