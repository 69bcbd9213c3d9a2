import Foundation
import Testing

/// Whatever name of the command line is misspelt, the message has the nearest one, and the status says
/// that it is the command line.
struct SuggestionTests {
  /// Command lines, with the word that is meant.
  private static let cases: [(line: String, meant: String)] = [
    // Commands, topics, options.
    ("imprt a.csv", "import"), ("datasets lst", "datasets list"), ("migrate upp", "migrate up"),
    ("runs chnges", "runs changes"), ("runs rejcts 4", "runs rejects"), ("help imprt", "import"),
    ("help dats", "dates"), ("help runs chnges", "runs changes"), ("help --man exprot", "export"),
    ("schedule --hourly -- imprt a.csv", "import"), ("list contacts --limt 3", "--limit"),
    ("--colr=always list contacts", "--color"), ("migrate up --dry-rn", "--dry-run"),
    // Words of an option or an operand.
    ("list contacts --format jsn", "json"), ("list contacts --color nver", "never"),
    ("export contacts --format xlx", "xlsx"), ("validate a.csv --format jnit", "junit"),
    ("convert a.csv --format ndjsn", "ndjson"), ("migrate lint --format githb", "github"),
    ("import a.csv --policy upsrt", "upsert"), ("import a.csv --escape doubld", "doubled"),
    ("import a.csv --log-format jsn", "json"), ("import a.csv --allow maxRejcts", "maxRejects"),
    ("import a.csv --guard maxRejcts=1%", "maxRejects"), ("import a.csv --quote doubl", "double"),
    ("import a.csv --commit-every fil", "file"), ("import a.csv --date-order dym", "dmy"),
    ("import a.csv --date-order close_date=dym", "dmy"), ("import a.csv --decimal comm", "comma"),
    ("import a.csv --decimal fund=piont", "point"), ("completions bsh", "bash"),
    // Datasets.
    ("import a.csv --dataset faild-banks", "failed-banks"),
    ("diff a.csv --dataset faild-banks", "failed-banks"),
    ("validate a.csv --dataset faild-banks", "failed-banks"),
    ("convert a.csv --dataset faild-banks", "failed-banks"),
    ("inspect a.csv --dataset faild-bank", "failed-banks"), ("list contcts", "contacts"),
    ("export contcts", "contacts"), ("chart contcts --by name", "contacts"),
    ("find contcts x", "contacts"), ("show contcts 1", "contacts"), ("why contcts 1", "contacts"),
    ("get contcts 1 name", "contacts"), ("status contcts", "contacts"),
    ("add contcts name=x", "contacts"), ("set contcts 1 name=x", "contacts"),
    ("delete contcts 1", "contacts"),
    // Columns.
    ("import a.csv --date-order close_dat=mdy", "close_date"),
    ("import a.csv --decimal crt=point", "cert"), ("list failed-banks --columns nme", "name"),
    ("list failed-banks --sort stat", "state"), ("list failed-banks --where stat=GA", "state"),
    ("chart failed-banks --by stat", "state"), ("chart failed-banks --by yaer", "year"),
    ("chart failed-banks --by close_date.yer", "close_date.year"),
    ("chart failed-banks --by year --sum crt", "cert"), ("get failed-banks 1 nme", "name"),
    ("add failed-banks nme=x", "name"), ("set failed-banks 1 stat=GA", "state"),
  ]

  @Test func `the nearest name is in the message`() async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...3))
    _ = try await workspace.run("import", "a.csv")
    // One process for all of them: what is misspelt is of no interest to the system.
    let lines = Self.cases.map { "$BANK_ETL \($0.line) 2>&1 >/dev/null; echo \"= $?\"" }
    let outcome = try await workspace.shell(lines.joined(separator: "\n"))
    let answers = outcome.stdout.components(separatedBy: "= 64\n")
    try #require(answers.count == Self.cases.count + 1, "\(outcome)")
    for (answer, expected) in zip(answers, Self.cases) {
      #expect(answer.contains("did you mean '\(expected.meant)'?"), "\(expected.line): \(answer)")
    }
    #expect(!outcome.stdout.contains("= 7"), "\(outcome)")
  }

  @Test func `a dataset that a declaration misspells is a matter of the configuration`()
    async throws
  {
    let workspace = try Workspace()
    try workspace.write(
      "p.json",
      #"{"resources": [{"name": "t", "tabel": "t", "schema": {"fields": [{"name": "A"}]}}]}"#)
    let outcome = try await workspace.run("datasets", "--package", "p.json")
    #expect(outcome.status == 78 && outcome.stderr.contains("did you mean"), "\(outcome)")
  }
}
