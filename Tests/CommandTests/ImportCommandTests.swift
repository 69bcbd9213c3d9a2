import Foundation
import SQLite
import Testing

/// A list of failed banks in the FDIC's present layout.
enum BankList {
  static let header = "Bank Name,City,State,Cert,Acquiring Institution,Closing Date,Fund\n"

  /// A record for each certificate.
  static func text(_ certificates: some Sequence<Int>, acquirer: String = "Equity Bank") -> String {
    header
      + certificates.map { "Bank \($0),Almena,KS,\($0),\(acquirer),23-Oct-20,10538\n" }.joined()
  }
}

@Suite struct ImportCommandTests {
  @Test func `a summary says what was found and what became of it`() async throws {
    let workspace = try Workspace()
    try workspace.write("banks.csv", BankList.text(1...3))
    let first = try await workspace.run("import", "banks.csv")
    #expect(first.status == 0, "\(first)")
    #expect(first.stderr.isEmpty)
    let lines = first.stdout.split(separator: "\n")
    #expect(lines.first == "failed-banks  banks.csv  ASCII, comma, header on line 1")
    let counts = "3 read: 3 inserted, 0 updated, 0 unchanged, 0 rejected, 0 skipped"
    #expect(lines.last?.hasPrefix(counts + "   0.") == true, "\(first)")
    #expect(lines.last?.hasSuffix(" s   run 1 -> bank.db") == true && lines.count == 2)
    try workspace.write("banks.csv", BankList.text(2...4, acquirer: "Cross River"))
    let second = try await workspace.run("import", "--json", "banks.csv")
    let report = try #require(try Report.all(second).first)
    #expect(report.counts == [3, 1, 2, 0, 0, 0])
    #expect(report.absent == 1 && report.run == 2 && report.version == 1)
    #expect(report.status == "succeeded" && report.message == nil)
    #expect(report.source == "banks.csv" && report.database == "bank.db")
    #expect(report.dataset == "failed-banks" && report.delimiter == "comma")
    let sum = try await workspace.shell("sha256sum banks.csv | cut -d' ' -f1")
    #expect(report.sha256.map { $0 + "\n" } == sum.stdout)
  }

  @Test func `quiet says nothing on success, and what was rejected otherwise`() async throws {
    let workspace = try Workspace()
    try workspace.write("good.csv", BankList.text(1...3))
    let good = try await workspace.run("import", "-q", "good.csv")
    #expect(good.status == 0 && good.stdout.isEmpty && good.stderr.isEmpty)
    try workspace.write("bad.csv", BankList.text(4...9).replacing("23-Oct-20", with: "soon"))
    let bad = try await workspace.run("import", "-q", "bad.csv")
    #expect(bad.status == 2 && bad.stdout.isEmpty)
    let lines = bad.stderr.split(separator: "\n")
    #expect(lines.count == 7, "\(bad)")
    #expect(lines.first?.hasPrefix("bad.csv:2: Closing Date: expected a date") == true)
    #expect(lines[5] == "bad.csv: 1 more rejected; 'bank-etl rejects 2' shows them all")
    #expect(lines[6].hasPrefix("bank-etl: bad.csv was loaded into bank.db without 6 of its 6"))
    let accepted = try await workspace.run("import", "-q", "--force", "--rejects-ok", "bad.csv")
    #expect(accepted.status == 0)
  }

  @Test func `a file is loaded once, unless it is forced or something changed since`() async throws
  {
    let workspace = try Workspace()
    let text = BankList.text(1...3)
    try workspace.write("a.csv", text)
    try workspace.write("b.csv", BankList.text(1...1, acquirer: "Other"))
    func status(_ arguments: String..., input: String = "") async throws -> String? {
      let outcome = try await workspace.shell(
        "$BANK_ETL import --json " + arguments.joined(separator: " "), input: input)
      #expect(outcome.status == 0, "\(outcome)")
      return try Report.all(outcome).first?.status
    }
    #expect(try await status("a.csv") == "succeeded")
    #expect(try await status("a.csv") == "unchanged_file")
    #expect(try await status("-", input: text) == "unchanged_file")
    #expect(try await status("--force", "a.csv") == "succeeded")
    #expect(try await status("b.csv") == "succeeded")
    #expect(try await status("a.csv") == "succeeded")
    let database = try workspace.database()
    #expect(try database.value("SELECT count(*) FROM etl_runs") == 4)
    #expect(try database.value("SELECT count(*) FROM failed_banks WHERE acquirer = 'Other'") == 0)
  }

  @Test func `several files are loaded in order, and one that fails does not stop the others`()
    async throws
  {
    let workspace = try Workspace()
    try workspace.write("1.csv", BankList.text(1...2))
    try workspace.write("2.csv", "nothing,known\n1,2\n")
    try workspace.write("4.csv", BankList.text(2...3, acquirer: "Later"))
    let outcome = try await workspace.run("import", "--json", "1.csv", "2.csv", "3.csv", "4.csv")
    #expect(outcome.status == 66, "\(outcome)")
    let reports = try Report.all(outcome)
    #expect(reports.map(\.status) == ["succeeded", "failed", "failed", "succeeded"])
    #expect(reports[1].message?.hasPrefix("2.csv: expected a header") == true)
    #expect(reports[2].message == "3.csv: no such file")
    #expect(reports[3].counts == [2, 1, 1, 0, 0, 0])
    #expect(
      try workspace.database().rows("SELECT cert, acquirer FROM failed_banks ORDER BY cert")
        == [[1, "Equity Bank"], [2, "Later"], [3, "Later"]])
  }

  @Test func `a database with pending migrations is refused, unless they are to be applied`()
    async throws
  {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...3))
    let made = try await workspace.shell("sqlite3 bank.db 'CREATE TABLE mine (x)'")
    #expect(made.status == 0)
    let refused = try await workspace.run("import", "a.csv")
    #expect(refused.status == 78, "\(refused)")
    #expect(refused.stderr.contains("bank-etl migrate up"))
    let tables = try await workspace.shell("sqlite3 bank.db .tables")
    #expect(tables.stdout.split(separator: " ") == ["mine\n"])
    let loaded = try await workspace.run("import", "--migrate", "a.csv")
    #expect(loaded.status == 0, "\(loaded)")
    #expect(try workspace.database().value("SELECT count(*) FROM failed_banks") == 3)
  }

  @Test func `columns of another order, missing and unknown ones are sorted out`() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "a.csv", "Closing Date;Extra;CERT #;Bank Name\n5/6/2016;x;7;\"Bank; of \"\"A\"\"\"\n")
    let outcome = try await workspace.run("import", "a.csv")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.stdout.contains("semicolon"))
    #expect(outcome.stdout.contains("columns not loaded: \"Extra\""))
    #expect(
      try workspace.database().rows("SELECT cert, name, close_date, city, fund FROM failed_banks")
        == [[7, "Bank; of \"A\"", "2016-05-06", .null, .null]])
  }

  @Test func `an unclosed quote costs its record and no other`() async throws {
    let workspace = try Workspace()
    let broken = BankList.text(1...500).replacing("\nBank 7,", with: "\n\"Bank 7,")
    try workspace.write("a.csv", broken)
    let outcome = try await workspace.run("import", "a.csv")
    #expect(outcome.status == 2, "\(outcome)")
    let database = try workspace.database()
    #expect(try database.value("SELECT count(*) FROM failed_banks") == 499)
    #expect(
      try database.rows("SELECT line, code, raw FROM etl_rejects")
        == [[8, "unclosed_quote", "\"Bank 7,Almena,KS,7,Equity Bank,23-Oct-20,10538"]])
  }

  @Test func `bytes that are no text make a reject that says where`() async throws {
    let workspace = try Workspace()
    var bytes = Array(BankList.text(1...3).replacing("Bank 1,", with: "Bañk 1,").utf8)
    let place = try #require(bytes.firstRange(of: Array("Bank 2".utf8))).lowerBound
    bytes[place] = 0xFF
    try workspace.write("a.csv", bytes)
    let outcome = try await workspace.run("import", "a.csv")
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.stderr.contains("\(place)"), "\(outcome)")
    #expect(
      try workspace.database().rows("SELECT line, code, typeof(raw) FROM etl_rejects")
        == [[3, "invalid_encoding", "blob"]])
  }

  @Test func `a terminal is never steered by what a file says`() async throws {
    let workspace = try Workspace()
    let escape = "\u{1b}]0;title\u{7}"
    try workspace.write(
      "a.csv", "Bank Name,Cert,\(escape)\nA,\(escape),x\nB,1,y\n")
    let outcome = try await workspace.run("import", "--dataset", "failed-banks", "a.csv")
    #expect(outcome.status == 2, "\(outcome)")
    #expect(!outcome.stdout.contains("\u{1b}") && !outcome.stderr.contains("\u{1b}"))
    let rejects = try await workspace.run("rejects")
    #expect(rejects.status == 0 && !rejects.stdout.contains("\u{1b}"))
  }
}
