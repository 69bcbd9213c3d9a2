import Foundation
import SQLite
import Testing

/// What others see, and can do, while an import runs.
@Suite struct ConcurrentImportTests {
  private static let rows = "SELECT cert, acquirer FROM failed_banks ORDER BY cert"

  @Test func `readers are not held up, and another import names the process or waits`()
    async throws
  {
    let workspace = try Workspace()
    try workspace.write("first.csv", BankList.text(1...3))
    try workspace.write("big.csv", BankList.text(1...15_000, acquirer: "Other"))
    try workspace.write("next.csv", BankList.text(70_000...70_002))
    _ = try await workspace.run("import", "first.csv")
    // The import reads from a pipe that stays open: all but the end of the file is loaded by then.
    let outcome = try await workspace.shell(
      """
      mkfifo pipe
      $BANK_ETL import -q pipe & import=$!
      exec 9> pipe
      cat big.csv >&9
      $BANK_ETL list failed-banks --format csv --columns cert,acquirer
      $BANK_ETL import -q next.csv 9>&-; echo $?
      $BANK_ETL import -q --wait 100 next.csv 9>&- & waiting=$!
      exec 9>&-
      wait $import && wait $waiting && echo $import
      """)
    #expect(outcome.status == 0, "\(outcome)")
    let lines = outcome.stdout.split(separator: "\n").map(String.init)
    #expect(lines.contains("3,Equity Bank") && !outcome.stdout.contains("Other"), "\(outcome)")
    #expect(lines.suffix(2).first == "75", "\(outcome)")
    let process = try #require(lines.last)
    #expect(
      outcome.stderr.contains(
        "another import or migration holds the database (process \(process))"), "\(outcome)")
    // The other order ends in the same rows.
    let other = try await workspace.shell(
      "for file in first next big; do $BANK_ETL import -q --db other.db $file.csv || exit; done")
    #expect(other.status == 0, "\(other)")
    #expect(
      try workspace.database().rows(Self.rows) == workspace.database("other.db").rows(Self.rows))
  }
}
