import ArchiveSupport
import Foundation
import Testing

/// A guard, a file that breaks it after ten banks were loaded, and what the refusal says of it.
private struct Breach: CustomTestStringConvertible, Sendable {
  var guardName: String
  /// The limit that is set for the run; nil where the guard is always there.
  var limit: String?
  var file: String
  var options = ""
  var expected: String

  var testDescription: String { "\(guardName) \(limit ?? "")" }

  /// The option that sets the limit.
  var option: String { limit.map { "--guard \(guardName)=\($0)" } ?? "" }

  var message: String {
    "guard \(guardName): expected \(expected); nothing was loaded; "
      + "if that is right, --allow \(guardName)\n"
  }
}

private let twoBad =
  BankList.text(1...2) + "Bank 3,Almena,KS,3,Equity Bank,32-Oct-20,1\n"
  + "Bank 4,Almena,KS,4,Equity Bank,33-Oct-20,1\n"

private let breaches = [
  Breach(
    guardName: "minRecords", limit: "5", file: BankList.text(1...3),
    expected: "at least 5 records but found 3"),
  Breach(
    guardName: "maxRejects", limit: "1", file: twoBad,
    expected: "at most 1 rejects (of 4 records) but found 2"),
  Breach(
    guardName: "maxRejects", limit: "25%", file: twoBad,
    expected: "at most 1 rejects (of 4 records) but found 2"),
  Breach(
    guardName: "maxShrink", limit: "50%", file: BankList.text(1...4),
    expected: "at most 5 records fewer (of 10 records of the last import) but found 6"),
  Breach(
    guardName: "maxDeletes", limit: "2", file: BankList.text(4...10),
    options: "--policy replace", expected: "at most 2 deletions (of 10 rows) but found 3"),
  Breach(
    guardName: "maxChanges", limit: "10%", file: BankList.text(1...4, acquirer: "Other"),
    expected: "at most 1 changed rows (of 10 rows) but found 4"),
  Breach(
    guardName: "headerOnly", limit: nil, file: BankList.header,
    expected: "records after the header but found none"),
]

/// How a file comes, and how it is committed.
private enum Form: CaseIterable {
  case file, pieces, member, workbook

  func write(_ text: String, in workspace: Workspace) throws {
    switch self {
    case .file, .pieces: try workspace.write("b.csv", text)
    case .member: try workspace.write("b.csv", ArchiveWriter.zip([("in.csv", Array(text.utf8))]))
    case .workbook:
      var sample = WorkbookSample()
      let lines = text.split(separator: "\n")
      let rows = lines.enumerated().map { index, line in
        ContainerImportTests.cells(index + 1, line.components(separatedBy: ","))
      }
      sample.sheets = [("Banks", rows.joined())]
      try workspace.write("b.csv", sample.bytes())
    }
  }
}

@Suite struct GuardRefusalTests {
  @Test(arguments: breaches, Form.allCases)
  private func `a refusal names the guard, the figures and the way on`(
    _ breach: Breach, form: Form
  ) async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...10))
    try form.write(breach.file, in: workspace)
    let rows = "$BANK_ETL list failed-banks --format csv"
    let pieces = form == .pieces ? "--commit-every 1" : ""
    let before = try await workspace.shell("$BANK_ETL import -q a.csv; \(rows)")
    try #require(before.status == 0, "\(before)")
    let command = "$BANK_ETL import \(pieces) \(breach.options) \(breach.option) b.csv"
    let refused = try await workspace.shell(command)
    #expect(refused.status == 65, "\(refused)")
    #expect(refused.stderr.hasSuffix(breach.message), "\(refused)")
    #expect(try await workspace.shell(rows).stdout == before.stdout)
    let lifted = try await workspace.shell("\(command) --rejects-ok --allow \(breach.guardName)")
    #expect(lifted.status == 0, "\(lifted)")
  }

  @Test func `a file whose last record is cut off is refused, in pieces too`()
    async throws
  {
    let workspace = try Workspace()
    try workspace.write("b.csv", BankList.text(1...3) + "Bank 4,Alm")
    let way = "if that is right, --allow truncated\n"
    let whole = try await workspace.run("import", "b.csv")
    #expect(whole.status == 65, "\(whole)")
    #expect(
      whole.stderr.hasSuffix(
        "guard truncated: expected a whole last record but found one that is cut off; nothing was "
          + "loaded; " + way), "\(whole)")
    for operand in ["b.csv", "- < b.csv", "<(cat b.csv)", "b.csv.gz"] {
      let pieces = try await workspace.shell(
        "gzip -kf b.csv; $BANK_ETL import --commit-every 1 \(operand)")
      #expect(pieces.status == 65, "\(pieces)")
      #expect(pieces.stderr.hasSuffix("nothing was loaded; " + way), "\(pieces)")
      #expect(try workspace.files.contains("bank.db") == false)
    }
    let lifted = try await workspace.run("import", "--allow", "truncated", "b.csv")
    #expect(lifted.status == 2, "\(lifted)")
  }

  @Test func `what is always guarded can be declared otherwise`() async throws {
    let workspace = try Workspace()
    let declared = try await workspace.shell(
      """
      mkdir migrations
      echo 'CREATE TABLE t (id INTEGER PRIMARY KEY, k INTEGER UNIQUE, v TEXT, run_id INTEGER,
        source_line INTEGER) STRICT;' > migrations/0001_t.up.sql
      echo 'DROP TABLE t;' > migrations/0001_t.down.sql
      cat > package.json <<'JSON'
      {"name": "p", "migrations": "migrations", "resources": [{"name": "t", "path": "t.csv",
        "table": "t", "policy": "replace",
        "guards": {"headerOnly": false, "truncated": false, "maxDeletes": 1},
        "schema": {"primaryKey": "Key", "fields": [
          {"name": "Key", "type": "integer", "column": "k"},
          {"name": "Value", "type": "string", "column": "v"}]}}]}
      JSON
      printf 'Key,Value\\n1,a\\n2,b\\n3' > t.csv
      $BANK_ETL import --package package.json t.csv
      printf 'Key,Value\\n' > none.csv
      $BANK_ETL import --package package.json none.csv
      $BANK_ETL import --package package.json --allow maxDeletes none.csv
      """)
    #expect(declared.status == 0, "\(declared)")
    #expect(declared.stderr.contains("none.csv: guard maxDeletes: expected at most 1 deletions"))
    #expect(declared.stdout.contains("rows that the file lacks: 2 deleted"), "\(declared)")
  }
}
