import Foundation
import FoundationXML
import SQLite
import Testing

@testable import bank_etl

struct ChartCommandTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func importBanks() async throws {
    try workspace.write("a.csv", ImportedBanks.first)
    let outcome = try await workspace.run("import", "-q", "a.csv")
    try #require(outcome.status == 0, "\(outcome)")
  }

  private func importFailures() async throws {
    let sample = Repository.root.appending(path: "data/bankfind.csv").path
    let outcome = try await workspace.run("import", "-q", sample)
    try #require(outcome.status == 0, "\(outcome)")
  }

  @Test func `failures by year`() async throws {
    try await importBanks()
    let outcome = try await workspace.run("chart", "failed-banks", "--by", "year")
    let lines = outcome.stdout.split(separator: "\n")
    #expect(outcome.status == 0 && !outcome.stdout.contains("\u{1b}"), "\(outcome)")
    #expect(lines[0] == "Failed banks by year", "\(outcome)")
    #expect(lines[1].hasPrefix("2019 ███") && lines[1].hasSuffix(" 1"), "\(outcome)")
    #expect(lines[2].hasPrefix("2020 ███") && DisplayWidth.of(String(lines[2])) == 80, "\(outcome)")
    #expect(lines[3].contains("source: a.csv, ") && lines[3].hasSuffix("; 3 rows"), "\(outcome)")
  }

  @Test func `failures by state, plain`() async throws {
    try await importBanks()
    let outcome = try await workspace.run(
      "chart", "failed-banks", "--by", "state", "--ascii", "--limit", "2")
    #expect(outcome.stdout.utf8.allSatisfy { $0 < 0x80 }, "\(outcome)")
    #expect(outcome.stdout.contains("\n(1 other) ####"), "\(outcome)")
  }

  @Test func `a sum, and the numbers of one bank beside the average`() async throws {
    try await importFailures()
    let sum = try await workspace.run(
      "chart", "bank-failures", "--by", "resolution", "--sum", "cost")
    #expect(sum.stdout.contains("FAILURE "), "\(sum)")
    let key = try await workspace.run("chart", "bank-failures", "--key", "4109")
    #expect(key.stdout.contains("average ") && key.stdout.contains(" 14,800\n"), "\(key)")
    // Numbers that are names have no average.
    #expect(!key.stdout.contains("ertificate") && !key.stdout.contains(" 10,545\n"), "\(key)")
    let missing = try await workspace.run("chart", "bank-failures", "--key", "99")
    #expect(missing.status == 1, "\(missing)")
    #expect(
      missing.stderr.hasPrefix(
        "bank-etl: no row of bank-failures with bankfind_id \"99\"; the nearest are "), "\(missing)"
    )
  }

  @Test(arguments: [
    (["--key", "15426"], "failed-banks has no amounts to compare, only codes and keys"),
    (["--by", "state", "--sum", "cert"], "but cert has codes or keys"),
    (["--by", "state", "--sum", "fund"], "but fund has codes or keys"),
  ])
  func `codes and keys are no amounts`(options: [String], message: String) async throws {
    try await importBanks()
    let outcome = try await workspace.start(
      Workspace.program, ["chart", "failed-banks"] + options, [:], "")
    #expect(outcome.status == 64 && outcome.stdout == "", "\(outcome)")
    #expect(outcome.stderr.contains(message), "\(outcome)")
  }

  @Test func `the source is all that the rows come from`() async throws {
    func source() async throws -> String {
      let outcome = try await workspace.run("chart", "failed-banks", "--by", "state")
      let caption = outcome.stdout.split(separator: "\n").suffix(2).joined(separator: " ")
      return String(caption.split(separator: "source: ").last ?? "").replacing(
        /\d{4}-\d\d-\d\d/, with: "DAY")
    }
    try await importBanks()
    #expect(try await source() == "a.csv, DAY (run 1); 3 rows")
    try workspace.write("b.csv", ImportedBanks.second)
    _ = try await workspace.run("import", "-q", "b.csv")
    #expect(try await source() == "2 files, the last b.csv, DAY (run 2); 4 rows")
    // All rows are as a newer file has them too.
    try workspace.write("b.csv", ImportedBanks.second.replacing("tex", with: "txe"))
    _ = try await workspace.run("import", "-q", "b.csv")
    #expect(try await source() == "2 files, the last b.csv, DAY (run 3); 4 rows")
    _ = try await workspace.run("set", "failed-banks", "18265", "city=Elsewhere")
    #expect(
      try await source() == "2 files, the last b.csv, DAY (run 3), with edits by hand; 4 rows")
  }

  @Test func `a key is a value of its column, and not what SQLite may take for one`() async throws {
    try await importFailures()
    for key in ["4.109e3", "4109x", "0x100D"] {
      let outcome = try await workspace.run("chart", "bank-failures", "--key", key)
      #expect(outcome.status == 1 && outcome.stdout == "", "\(outcome)")
    }
  }

  @Test func `a narrow terminal breaks no line`() async throws {
    try await importBanks()
    let outcome = try await workspace.shell(
      #"export TERM=xterm; script -qec 'stty cols 20; $BANK_ETL chart failed-banks --by name' /dev/null"#
    )
    let plain = outcome.stdout.replacing(/\u{1b}\[\d+m/, with: "")
    for line in plain.split(whereSeparator: \.isNewline) {
      #expect(DisplayWidth.of(String(line)) <= 20, "\(outcome)")
    }
  }

  @Test(.enabled(if: Samples.arePresent, "the folder of real files is not there"))
  func `charts of real files`() async throws {
    for file in [
      "fdic_banklist/2025-06_dagger-mojibake_utf8-bom.csv",
      "bankfind/1934-2026_33col_api-csv_all-quoted.csv", "sales_csv/account-manager_q1-q4.csv",
    ] {
      let outcome = try await workspace.run("import", "-q", "--rejects-ok", Samples.path(file))
      try #require(outcome.status == 0, "\(outcome)")
    }
    let database = try workspace.database()
    for (words, sql) in [
      (
        ["failed-banks", "--by", "year"],
        "SELECT substr(close_date, 1, 4), count(*) FROM failed_banks GROUP BY 1 ORDER BY 1"
      ),
      (
        ["failed-banks", "--by", "state", "--limit", "10"],
        "SELECT state, count(*) FROM failed_banks GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10"
      ),
      (
        ["bank-failures", "--by", "year", "--sum", "cost"],
        """
        SELECT substr(fail_date, 1, 4), iif(count(cost) > 0, total(cost), NULL) FROM bank_failures
        GROUP BY 1 ORDER BY 1
        """
      ),
      (["sales", "--key", "3"], "SELECT 'First quarter', q1 FROM sales WHERE employee_id = 3"),
    ] {
      let drawn = try await workspace.start(Workspace.program, ["chart"] + words, [:], "")
      let lines = drawn.stdout.split(separator: "\n")
      #expect(
        drawn.status == 0 && lines.allSatisfy { DisplayWidth.of(String($0)) <= 80 }, "\(drawn)")
      for row in try database.rows(sql) {
        let (name, value) = (row[0].plainText, row[1].number.map(Chart.text) ?? "-")
        #expect(
          lines.contains { $0.hasPrefix(name) && $0.hasSuffix(" \(value)") }, "\(row) \(drawn)")
      }
      let picture = try await workspace.start(
        Workspace.program, ["chart"] + words + ["-o", "-"], [:], "")
      #expect(XMLParser(data: picture.output).parse(), "\(picture)")
    }
  }

  @Test func `a picture is written whole`() async throws {
    try await importBanks()
    let outcome = try await workspace.run("chart", "failed-banks", "--by", "year", "-o", "c.svg")
    #expect(outcome.status == 0 && outcome.stdout == "", "\(outcome)")
    let text = try workspace.text("c.svg")
    #expect(text.hasPrefix("<?xml") && text.hasSuffix("</svg>\n"))
    #expect(text.contains("Source: a.csv"))
    let piped = try await workspace.run("chart", "failed-banks", "--by", "year", "-o", "-")
    #expect(piped.stdout == text)
  }

  @Test(arguments: [
    ["--by", "stat"], [], ["--sum", "fund"], ["--by", "year", "--key", "1"],
    ["--by", "state", "--sum", "name"],
  ])
  func `what can't be drawn is refused`(options: [String]) async throws {
    try await importBanks()
    let words = options.joined(separator: " ")
    let outcome = try await workspace.shell("$BANK_ETL chart failed-banks \(words)")
    #expect(outcome.status == 64 && outcome.stdout == "", "\(outcome)")
  }
}
