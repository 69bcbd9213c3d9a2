import Foundation
import SQLite
import Testing

struct UndoCommandTests {
  private let workspace: Workspace

  init() async throws {
    workspace = try Workspace()
    try await ImportedBanks.make(in: workspace)
  }

  @Test func `an import is taken back, and can be done again`() async throws {
    let after = try await ImportedBanks.rows(in: workspace)
    let outcome = try await workspace.run("undo", "2")
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    #expect(
      outcome.stdout
        == "run 2 undone: 1 row removed, 1 row as before\n")
    let known = try await workspace.run("import", "a.csv")
    #expect(known.stdout.contains("loaded before, not compared again"), "\(known)")
    let again = try await workspace.run("undo", "2")
    #expect(again.status == 0 && again.stdout == "run 2 was undone before\n", "\(again)")
    let second = try await workspace.run("import", "b.csv", "--policy", "replace")
    #expect(second.stdout.contains("1 inserted, 1 updated"), "\(second)")
    #expect(try await ImportedBanks.rows(in: workspace) == after)
    let runs = try await workspace.run("runs", "--json")
    #expect(runs.stdout.contains("\"status\":\"undone\""), "\(runs)")
  }

  @Test func `later imports are named, or taken back too`() async throws {
    let before = try await ImportedBanks.rows(in: workspace)
    let refused = try await workspace.run("undo", "1")
    #expect(refused.status == 65 && refused.stdout == "", "\(refused)")
    #expect(
      refused.stderr == """
        bank-etl: run 1 can't be undone, and nothing was changed:
        bank-etl: failed_banks: row 1 was written again by run 2
        bank-etl: --cascade takes back run 2 too, and what is in the way of that in turn

        """, "\(refused)")
    let trial = try await workspace.run("undo", "1", "--cascade", "--dry-run")
    #expect(trial.stdout.hasPrefix("would undo run 2: 1 row removed"), "\(trial)")
    #expect(try await ImportedBanks.rows(in: workspace) == before)
    let outcome = try await workspace.run("undo", "1", "--cascade", "--json")
    #expect(
      outcome.stdout == """
        {"version":1,"run":1,"status":"undone","dry_run":false,"undone":[\
        {"run":2,"removed":1,"reverted":1,"restored":0},\
        {"run":1,"removed":3,"reverted":0,"restored":0}],"conflicts":[]}

        """, "\(outcome)")
    #expect(try await ImportedBanks.rows(in: workspace) == "[\n]\n")
  }

  @Test func `what something else changed is not undone`() async throws {
    try Database(path: workspace.path("bank.db"), access: .readWrite).execute(
      "UPDATE failed_banks SET acquirer = 'by hand' WHERE cert = 15426")
    let refused = try await workspace.run("undo", "2", "--json", "--cascade")
    #expect(refused.status == 65, "\(refused)")
    #expect(
      refused.stdout == """
        {"version":1,"run":2,"status":"refused","dry_run":false,"undone":[],"conflicts":[\
        {"table":"failed_banks","rows":[1],"count":1,"run":null,\
        "message":"failed_banks: row 1 has another acquirer than the run wrote"}]}

        """, "\(refused)")
    #expect(!refused.stderr.contains("--cascade"), "\(refused)")
  }

  @Test func `another process that holds the database is waited for, or named`() async throws {
    let script = """
      exec 9>bank.db-lock; flock 9; echo 4242 >&9
      "$BANK_ETL" undo 2; echo $?
      (sleep 0.3) & exec 9>&-; wait; "$BANK_ETL" undo 2 -q --wait 5; echo $?
      """
    let outcome = try await workspace.shell(script)
    #expect(outcome.stdout == "75\n0\n", "\(outcome)")
    #expect(
      outcome.stderr.contains("bank.db: another import or migration holds the database"),
      "\(outcome)")
  }

  @Test func `a run that is not known, no database, no imports`() async throws {
    let unknown = try await workspace.run("undo", "9")
    #expect(unknown.status == 66 && unknown.stderr.hasPrefix("bank-etl: no such run: 9\n"))
    let missing = try await workspace.run("undo", "1", "--db", "no.db")
    #expect(missing.status == 66 && missing.stderr.hasPrefix("no.db: no such database\n"))
    try Database(path: workspace.path("other.db"), access: .create).execute("CREATE TABLE t (a)")
    let other = try await workspace.run("undo", "1", "--db", "other.db")
    #expect(other.status == 66 && other.stderr.hasPrefix("other.db: no imports in this database\n"))
    let files = try workspace.files
    #expect(!files.contains("no.db-lock") && !files.contains("other.db-lock"), "\(files)")
  }
}
