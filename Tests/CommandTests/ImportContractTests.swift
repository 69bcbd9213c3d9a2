import Foundation
import SQLite
import Testing

@testable import bank_etl

/// What scripts and cron rely on when they run `bank-etl import`.
struct ImportContractTests {
  private static let list = """
    Bank Name,City,State,Cert,Acquiring Institution,Closing Date,Fund
    Almena State Bank,Almena,KS,15426,Equity Bank,23-Oct-20,10538
    "First City Bank, Florida",Fort Walton Beach,FL,16748,"United Fidelity Bank, fsb",16-Oct-20,10537

    """

  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("list.csv", Self.list)
  }

  @Test func `the object has the members of the contract, in their order`() async throws {
    let outcome = try await workspace.run("import", "--json", "list.csv", "--db", "x.db")
    let members = outcome.stdout.matches(of: /"(\w+)":/).map { String($0.output.1) }
    #expect(
      members == [
        "version", "run", "dataset", "source", "sha256", "encoding", "delimiter", "header_line",
        "status", "read", "inserted", "updated", "unchanged", "rejected", "skipped", "repaired",
        "deleted",
        "absent", "duration_ms", "database", "message",
      ], "\(outcome)")
    let report = try #require(try Report.all(outcome).first)
    #expect(report.version == 1 && report.database == "x.db" && report.source == "list.csv")
    let sum = try await workspace.shell("sha256sum list.csv")
    #expect(report.sha256 == sum.stdout.split(separator: " ").first.map(String.init))
  }

  @Test func `from standard input, without an environment, whatever the folder`() async throws {
    let database = workspace.path("a b.db")
    let outcome = try await workspace.shell(
      #"cd / && env -i "$BANK_ETL" import - --json --db '\#(database)'"#, input: Self.list)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try Report.all(outcome).first?.counts == [2, 2, 0, 0, 0, 0], "\(outcome)")
  }

  @Test func `a signal ends the wait for a pipe that says nothing`() async throws {
    let script = #"""
      mkfifo pipe
      "$BANK_ETL" import list.csv pipe & import=$!
      exec 3> pipe
      until [ -n "$(sqlite3 bank.db "SELECT 1 FROM etl_runs WHERE status = 'succeeded'" 2>&-)" ]
      do :; done
      kill -TERM $import
      wait $import
      """#
    let outcome = try await workspace.shell(script)
    #expect(outcome.status == 143, "\(outcome)")
    #expect(try workspace.database().value("SELECT count(*) FROM etl_runs") == 1)
  }
}
