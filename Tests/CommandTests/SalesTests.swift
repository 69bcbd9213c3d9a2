import ArchiveSupport
import Foundation
import SQLite
import Testing

@testable import bank_etl

/// The sales of employees: one record, two tables.
struct SalesTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private static let header = "First Name,Last Name,Location,Q1,Q2,Q3,Q4\n"
  private static let sample = Repository.root.appending(path: "data/sales.csv").path

  private func load(_ file: String, _ options: String...) async throws -> Report {
    let outcome = try await workspace.start(
      Workspace.program, ["import", "--json", file] + options, [:], "")
    return try #require(try Report.all(outcome).first, "\(outcome)")
  }

  private func rows(_ sql: String) throws -> [[Value]] { try workspace.database().rows(sql) }

  @Test func `the sample fills employees and their sales, and the view has totals`() async throws {
    let report = try await load(Self.sample)
    #expect(report.dataset == "sales" && report.counts == [8, 8, 0, 0, 0, 0], "\(report)")
    let first = try rows(
      """
      SELECT firstname, location, q1, q4 FROM employee JOIN sales ON employee_id = id
      WHERE lastname = 'O''Fallon'
      """)
    let maeve: [[Value]] = [["Maeve", "Chicago", .real(7_654), .real(9_310.25)]]
    #expect(first == maeve)
    let totals = try rows(
      "SELECT lastname, round(total, 2), round(average, 2) FROM sales_totals WHERE id = 4")
    let expected: [[Value]] = [["Lindqvist", .real(30_105.6), .real(33_976.73)]]
    #expect(totals == expected)
    let again = try await load(Self.sample, "--force")
    #expect(again.counts == [8, 0, 0, 8, 0, 0] && again.absent == 0)
    #expect(try await load(Self.sample).status == "unchanged_file")
  }

  @Test func `the grid of totals is a view of the dataset`() async throws {
    _ = try await load(Self.sample)
    let grid = try await workspace.run(
      "list", "sales", "--view", "totals", "--where", "total > 40000 or lastname = 'O''Fallon'",
      "--sort", "total", "--desc", "--columns", "lastname,total", "--format", "csv")
    let expected = try rows(
      """
      SELECT lastname, total FROM sales_totals WHERE total > 40000 OR lastname = 'O''Fallon'
      ORDER BY total DESC
      """
    ).map { row in row[0].plainText + "," + row[1].plainText }
    #expect(grid.stdout.split(separator: "\n").dropFirst().map(String.init) == expected, "\(grid)")
    let all = try await workspace.run("list", "sales", "--view", "totals")
    #expect(all.status == 0 && all.stdout.split(separator: "\n").count == 10, "\(all)")
    #expect(all.stdout.hasPrefix("id  firstname"), "\(all)")
    let file = try await workspace.run("export", "sales", "--view", "totals", "-o", "t.xlsx")
    #expect(file.status == 0, "\(file)")
    let read = try await workspace.run("convert", "t.xlsx")
    #expect(read.stdout.contains("Average"), "\(read)")
    for command in ["list", "export"] {
      let missing = try await workspace.run(command, "sales", "--view", "total")
      #expect(missing.status == 64, "\(missing)")
      #expect(
        missing.stderr.hasPrefix("bank-etl: sales has no view 'total'; did you mean 'totals'?"),
        "\(missing)")
    }
  }

  @Test func `amounts as people write them, from a text and from a workbook`() async throws {
    let text = try workspace.write(
      "a.csv", Self.header + "Ann,Lee,Oslo,\"$7,654.50\",\"$1,234\",$5,($20.00)\n")
    #expect(try await load(text).counts == [1, 1, 0, 0, 0, 0])
    let expected: [[Value]] = [[.real(7_654.5), .real(1_234), .real(5), .real(-20)]]
    #expect(try rows("SELECT q1, q2, q3, q4 FROM sales") == expected)
    let labels = ["First Name", "Last Name", "Q1", "Q2", "Q3", "Q4"]
    let cells = labels.enumerated().map { index, label in
      "<c r=\"\(["A", "B", "C", "D", "E", "F"][index])1\" t=\"inlineStr\"><is><t>\(label)</t></is></c>"
    }
    let sheet = WorkbookSample(
      "<row r=\"1\">\(cells.joined())</row><row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is><t>Ann</t>"
        + "</is></c><c r=\"B2\" t=\"inlineStr\"><is><t>Lee</t></is></c><c r=\"C2\"><v>7654.5</v></c>"
        + "<c r=\"D2\"><v>1234</v></c><c r=\"E2\"><v>6</v></c><c r=\"F2\"><v>-20</v></c></row>")
    let workbook = try workspace.write("b.xlsx", sheet.bytes())
    #expect(try await load(workbook).counts == [1, 0, 1, 0, 0, 0])
    let changed: [[Value]] = [[.real(6), "Oslo"]]
    #expect(try rows("SELECT q3, location FROM sales, employee") == changed)
  }

  @Test func `all four quarters change in one run, which undo takes back`() async throws {
    _ = try await load(Self.sample)
    let before = try rows("SELECT * FROM employee JOIN sales ON employee_id = id ORDER BY id")
    let file = try workspace.write(
      "c.csv",
      Self.header + "Priya,Raman,Dallas,1,2,3,4\nPriya,Raman,Dallas,1,2,3,4\nNew,Person,,5,6,7,8\n"
        + "Walter,Lindqvist,Minneapolis,9870,,10240.60,9995\n")
    #expect(try await load(file).counts == [4, 1, 1, 1, 0, 1])
    let changes = try await workspace.run("runs", "changes", "2", "--format", "csv")
    let lines = changes.stdout.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(lines.count == 11, "\(changes)")
    #expect(
      changes.stdout.contains("updated,\"Priya, Raman\",q1,5310.4,1.0,2,sales,3"), "\(changes)")

    let why = try await workspace.run("why", "sales", "Priya", "Raman")
    #expect(
      why.stdout.hasPrefix("sales, employee, firstname Priya, lastname Raman: row 3"), "\(why)")
    #expect(why.stdout.contains("\nsales, sales, employee_id 3: row 3, written by run 2"), "\(why)")
    let byID = try await workspace.run("why", "sales", "3")
    #expect(byID.stdout.hasPrefix("sales, employee, id 3: row 3"), "\(byID)")
    #expect(
      byID.stdout.contains("\nsales, sales, employee_id 3: row 3, written by run 2"), "\(byID)")
    let json = try await workspace.run("why", "sales", "Priya", "Raman", "--json")
    let account = try JSONSerialization.jsonObject(with: json.output) as? [String: Any]
    let others = account?["others"] as? [[String: Any]]
    let tables = others?.compactMap { $0["table"] as? String } ?? []
    #expect(tables == ["sales"])

    let undo = try await workspace.run("undo", "2")
    #expect(undo.status == 0, "\(undo)")
    #expect(
      try rows("SELECT * FROM employee JOIN sales ON employee_id = id ORDER BY id") == before)
    let gone = try await workspace.run("why", "sales", "New", "Person")
    #expect(gone.status == 0, "\(gone)")
    let count = gone.stdout.ranges(of: "no such row now").count
    #expect(count == 2, "\(gone)")
  }

  @Test func `what one table refuses is in neither`() async throws {
    let outcome = try await workspace.run(
      "import", "-q", "-", "--dataset", "sales", input: Self.header + "A,B,,1,2,3,4\nC,,,1,2,3,4\n")
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.stderr.contains("standard input:3: Last Name: expected a value"), "\(outcome)")
    let near = try await workspace.run("why", "sales", "A", "C")
    #expect(near.status == 1 && near.stderr.contains("nearest"), "\(near)")
  }

  @Test func `a dry run and a diff change nothing`() async throws {
    _ = try await load(Self.sample)
    let file = try workspace.write("d.csv", Self.header + "Grace,Okafor,Atlanta,1,2,3,4\n")
    let diff = try await workspace.run("diff", file, "--format", "csv")
    #expect(diff.stdout.split(separator: "\n").count == 5, "\(diff)")
    let trial = try await workspace.run("import", "--dry-run", "--changes", file)
    #expect(trial.status == 0 && trial.stdout.contains("1 updated"), "\(trial)")
    #expect(try rows("SELECT count(*) FROM etl_runs") == [[1]])
  }

  @Test func `a file of names and locations says nothing of sales`() async throws {
    let file = try workspace.write("e.csv", "First Name,Last Name,Location\nAnn,Lee,Oslo\n")
    #expect(try await load(file, "--dataset", "sales").counts == [1, 1, 0, 0, 0, 0])
    #expect(try rows("SELECT count(*) FROM sales") == [[0]])
  }

  @Test(arguments: [
    "Year,Month,Employee,Sales\n2015,1,Ann Lee,5\n", "Name,Id,DOJ,Salary\nAnn Lee,1,01/06/05,9\n",
    "Name;Amount\nAnn Lee;5\n",
  ])
  func `a file without a column of each table is not taken for sales`(text: String) async throws {
    let report = try await load(workspace.write("e.csv", text))
    #expect(report.status == "failed" && report.dataset == nil, "\(report)")
  }

  @Test func `a whole name in one column, split where there is one way to`() async throws {
    let file = try workspace.write(
      "f.csv", "Account_Manager,Q1,Q2,Q3,Q4\nAnn_Lee,1,2,3,4\nMary Ann Lee,1,2,3,4\n")
    #expect(try await load(file).counts == [2, 1, 0, 0, 1, 0])
    #expect(try rows("SELECT firstname, lastname FROM employee") == [["Ann", "Lee"]])
    let reject = try rows("SELECT message FROM etl_rejects")[0][0].text
    let expected = "expected 2 values with \" \" or \"_\" between them but found \"Mary Ann Lee\""
    #expect(reject == expected)
  }

  @Test(.enabled(if: Samples.arePresent, "the folder of real files is not there"))
  func `a real file of account managers`() async throws {
    let path = Samples.path("sales_csv/account-manager_q1-q4.csv")
    let report = try await load(path)
    #expect(report.dataset == "sales" && report.counts == [4, 4, 0, 0, 0, 0], "\(report)")
    #expect(
      try rows("SELECT lastname FROM sales_totals WHERE total = 394") == [["Tennent"]])
    #expect(try await load(path, "--force").counts == [4, 0, 0, 4, 0, 0])
  }
}
