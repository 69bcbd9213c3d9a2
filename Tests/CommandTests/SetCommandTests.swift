import SQLite
import Testing

struct SetCommandTests {
  private let workspace: Workspace

  init() async throws {
    workspace = try Workspace()
    try await ImportedBanks.make(in: workspace)
  }

  @Test func `some columns, with what was there before kept`() async throws {
    let before = try await ImportedBanks.rows(in: workspace)
    let outcome = try await workspace.run(
      "set", "failed-banks", "15426", "acquirer=O'Fallon; DROP TABLE x", "Closing Date=1-Feb-21",
      "fund=")
    #expect(outcome.stdout == "failed-banks: 1 changed (id 1)   run 3 -> bank.db\n", "\(outcome)")
    let why = try await workspace.run("why", "failed-banks", "15426")
    #expect(why.stdout.contains("written by run 3 from bank-etl set\n"), "\(why)")
    let row = try workspace.database().rows(
      "SELECT acquirer, close_date, fund, city FROM failed_banks WHERE cert = 15426")
    #expect(row == [["O'Fallon; DROP TABLE x", "2021-02-01", .null, "Almena"]])
    let changes = try await workspace.run("runs", "changes", "3", "--format", "csv")
    #expect(changes.stdout.split(separator: "\n").count == 4, "\(changes)")
    #expect(try await workspace.run("undo", "3").status == 0)
    #expect(try await ImportedBanks.rows(in: workspace) == before)
  }

  @Test func `the key itself`() async throws {
    let outcome = try await workspace.run("set", "failed-banks", "15426", "cert=99", "-q")
    #expect(outcome.status == 0 && outcome.stdout == "", "\(outcome)")
    #expect(try await workspace.run("show", "failed-banks", "99").status == 0)
    let taken = try await workspace.run("set", "failed-banks", "99", "cert=21111")
    #expect(taken.status == 65 && taken.stderr.contains("UNIQUE"), "\(taken)")
  }

  @Test func `what is so already is no run`() async throws {
    let outcome = try await workspace.run("set", "failed-banks", "15426", "city=Almena", "--json")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.stdout.contains(#""run":null,"inserted":0,"updated":0,"unchanged":1"#), "\(outcome)")
    #expect(try workspace.database().value("SELECT max(id) FROM etl_runs") == 2)
  }

  @Test(
    arguments: [
      (
        ["15427", "city=x"], 1, "no row of failed-banks with cert \"15427\"; the nearest are 15426"
      ),
      (["15426", "name="], 65, "name: expected a value but found none"),
      (["15426", "fund=1.5"], 65, "fund: expected a whole number but found \"1.5\""),
      (["15426", "id=7"], 64, "id is filled by bank-etl itself"),
      (["15426", "citi=x"], 64, "column=value: unknown column \"citi\"; did you mean 'city'?"),
      (["15426"], 64, ""),
    ] as [([String], Int32, String)])
  func `what can't be`(words: [String], status: Int32, message: String) async throws {
    let before = try await ImportedBanks.rows(in: workspace)
    let outcome = try await workspace.start(
      Workspace.program, ["set", "failed-banks"] + words, [:], "")
    #expect(outcome.status == status && outcome.stdout == "", "\(outcome)")
    #expect(outcome.stderr.hasPrefix("bank-etl: " + message), "\(outcome)")
    #expect(try await ImportedBanks.rows(in: workspace) == before)
  }

  @Test func `an import after it puts the file's values back, and is no repetition`() async throws {
    _ = try await workspace.run("set", "failed-banks", "15426", "city=Elsewhere")
    let again = try await workspace.run("import", "b.csv", "--rejects-ok", "--json")
    #expect(try Report.all(again).first?.updated == 1, "\(again)")
  }
}
