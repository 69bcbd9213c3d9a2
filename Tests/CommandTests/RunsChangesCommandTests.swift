import Foundation
import Testing

struct RunsChangesCommandTests {
  private let workspace: Workspace

  init() async throws {
    workspace = try Workspace()
    try await ImportedBanks.make(in: workspace)
  }

  @Test func `each value that is another, as CSV`() async throws {
    let outcome = try await workspace.run("runs", "changes", "2", "--format", "csv")
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    // The record with a key that can't be read could be about any row: none was deleted.
    #expect(
      outcome.stdout == """
        change,key,column,old,new,line,table,row
        updated,15426,acquirer,Equity Bank,"Equity Bank, N.A.",2,failed_banks,1
        inserted,58317,name,,Resolute Bank,4,failed_banks,4
        inserted,58317,city,,Maumee,4,failed_banks,4
        inserted,58317,state,,OH,4,failed_banks,4
        inserted,58317,cert,,58317,4,failed_banks,4
        inserted,58317,acquirer,,Buckeye State Bank,4,failed_banks,4
        inserted,58317,fund,,10534,4,failed_banks,4
        inserted,58317,close_date,,2019-10-25,4,failed_banks,4

        """, "\(outcome)")
  }

  @Test func `the other formats, and as many as asked for`() async throws {
    let markdown = try await workspace.run("runs", "changes", "2", "-n1", "--format", "markdown")
    #expect(
      markdown.stdout == """
        | change | key | column | old | new | line | table | row |
        | --- | --- | --- | --- | --- | --- | --- | --- |
        | updated | 15426 | acquirer | Equity Bank | Equity Bank, N.A. | 2 | failed\\_banks | 1 |

        """, "\(markdown)")
    let json = try await workspace.run("runs", "changes", "2", "--limit=1", "--format", "json")
    #expect(
      json.stdout == """
        [
        {"change":"updated","key":"15426","column":"acquirer","old":"Equity Bank",\
        "new":"Equity Bank, N.A.","line":2,"table":"failed_banks","row":1}
        ]

        """, "\(json)")
    let table = try await workspace.run("runs", "changes", "2")
    #expect(table.stdout.contains("updated   15426  acquirer    Equity Bank  "), "\(table)")
    let none = try await workspace.run("runs", "changes", "2", "-n0", "--format", "json")
    #expect(none.stdout == "[\n]\n", "\(none)")
  }

  @Test func `keys are shown though the dataset is not declared`() async throws {
    try workspace.write(
      "other.json",
      """
      {"name": "other", "resources": [{"name": "x", "path": "x.csv", "table": "x",
        "policy": "append", "schema": {"fields": [{"name": "x", "column": "x", "type": "string"}]}}]}
      """)
    let own = try await workspace.run("runs", "changes", "2", "--format", "csv")
    let other = try await workspace.run(
      "runs", "changes", "2", "--format", "csv", "--package", "other.json")
    #expect(other.status == 0 && other.stdout == own.stdout, "\(other)")
  }

  @Test func `an undone import is still listed`() async throws {
    let before = try await workspace.run("runs", "changes", "2", "--format", "csv")
    let undo = try await workspace.run("undo", "2")
    #expect(undo.status == 0, "\(undo)")
    let after = try await workspace.run("runs", "changes", "2", "--format", "csv")
    #expect(after.stdout == before.stdout, "\(after)")
  }

  @Test func `a run that is not known, and no database`() async throws {
    let unknown = try await workspace.run("runs", "changes", "9")
    #expect(unknown.status == 66 && unknown.stdout == "", "\(unknown)")
    #expect(unknown.stderr.hasPrefix("bank-etl: no such run: 9\n"), "\(unknown)")
    let missing = try await workspace.run("runs", "changes", "1", "--db", "no.db")
    #expect(missing.status == 66, "\(missing)")
    #expect(try !workspace.files.contains("no.db"))
  }
}
