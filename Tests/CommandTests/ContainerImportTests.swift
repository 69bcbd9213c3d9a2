import ArchiveSupport
import Foundation
import SampleSupport
import Testing

/// Files that are compressed, and workbooks, imported through the program.
@Suite struct ContainerImportTests {
  static let header = "Bank Name,City,State,Cert,Acquiring Institution,Closing Date"
  static let list = """
    \(header)
    Almena State Bank,Almena,KS,15426,Equity Bank,23-Oct-20
    First City Bank of Florida,Fort Walton Beach,FL,16748,"United Fidelity Bank, fsb",16-Oct-20

    """

  /// The list in each container; the names say something else.
  static func wrapped(_ container: String) throws -> [UInt8] {
    let bytes = Array(list.utf8)
    return switch container {
    case "gzip": try ArchiveWriter.compress(bytes, .gzip)
    case "xz": try ArchiveWriter.compress(bytes, .xz)
    case "zstd": try ArchiveWriter.compress(bytes, .zstd)
    case "bzip2": try ArchiveWriter.compress(bytes, .bzip2)
    case "zip": try ArchiveWriter.zip([("list.csv", bytes)])
    default: try workbook().bytes()
    }
  }

  static func cells(_ row: Int, _ texts: [String]) -> String {
    let cells = texts.map { text in
      text.hasPrefix("#")
        ? "<c t='e'><v>\(text)</v></c>" : "<c t='inlineStr'><is><t>\(text)</t></is></c>"
    }
    return "<row r='\(row)'>\(cells.joined())</row>"
  }

  /// The list as a workbook, with its dates as numbers and a title above the header.
  static func workbook(sheets: [String] = ["Banks"]) -> WorkbookSample {
    var sample = WorkbookSample()
    sample.formats = ["d-mmm-yy"]
    let rows =
      cells(1, ["Failed banks"]) + cells(3, header.components(separatedBy: ","))
      + "<row r='4'><c t='inlineStr'><is><t>Almena State Bank</t></is></c>"
      + "<c t='inlineStr'><is><t>Almena</t></is></c><c t='inlineStr'><is><t>KS</t></is></c>"
      + "<c><v>15426</v></c><c t='inlineStr'><is><t>Equity Bank</t></is></c>"
      + "<c s='1'><v>44127</v></c></row>"
      + cells(
        5,
        [
          "First City Bank of Florida", "Fort Walton Beach", "FL", "16748",
          "United Fidelity Bank, fsb", "2020-10-16",
        ])
    sample.sheets = sheets.map { ($0, rows) }
    return sample
  }

  @Test(arguments: ["gzip", "xz", "zstd", "bzip2", "zip", "workbook"], [false, true])
  func `a list is loaded whatever it is wrapped in`(container: String, isPiped: Bool) async throws {
    let space = try Workspace()
    try space.write("plain.csv", Self.list)
    try space.write("wrapped.txt", try Self.wrapped(container))
    let command = isPiped ? "cat wrapped.txt | $BANK_ETL import -" : "$BANK_ETL import wrapped.txt"
    let outcome = try await space.shell("\(command) --json")
    let report = try #require(try Report.all(outcome).first)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(report.counts == [2, 2, 0, 0, 0, 0], "\(outcome)")
    let sum = try await space.shell("sha256sum < wrapped.txt")
    #expect(report.sha256.map { sum.stdout.hasPrefix($0) } == true)
    let again = try await space.shell("\(command) --json")
    #expect(try Report.all(again).first?.status == "unchanged_file")
    let plain = try await space.run("import", "plain.csv", "--json")
    #expect(try Report.all(plain).first?.counts == [2, 0, 0, 2, 0, 0], "\(plain)")
  }

  @Test(arguments: ["gzip", "xz", "zstd", "bzip2", "zip", "workbook"])
  func `a file that was cut leaves no database behind`(container: String) async throws {
    let space = try Workspace()
    try space.write("cut.csv", Array(try Self.wrapped(container).dropLast(9)))
    let outcome = try await space.run("import", "cut.csv")
    #expect(outcome.status == 65, "\(outcome)")
    #expect(outcome.stderr.contains("cut.csv: expected "), "\(outcome)")
    #expect(outcome.stderr.contains("but it is damaged"), "\(outcome)")
    #expect(try !space.files.contains("bank.db"))
  }

  @Test func `of several sheets one can be named, and of a pipe one must be`() async throws {
    let space = try Workspace()
    try space.write("banks.xlsx", try Self.workbook(sheets: ["2019", "2020"]).bytes())
    let refused = try await space.shell("cat banks.xlsx | $BANK_ETL import -")
    #expect(refused.status == 65)
    #expect(
      refused.stderr
        == "standard input: expected one sheet with the header but found 2: \"2019\", \"2020\"; "
        + "choose one with --sheet\n")
    let named = try await space.run("import", "banks.xlsx", "--sheet", "2020")
    #expect(named.status == 0)
    #expect(named.stdout.contains("sheet \"2020\", header on line 3"), "\(named)")
    let unknown = try await space.run("import", "banks.xlsx", "--sheet", "2021")
    #expect(unknown.status == 65)
    #expect(unknown.stderr.contains("expected a sheet \"2021\" but found \"2019\", \"2020\""))
  }

  @Test func `an error in a cell makes a reject with the cell's address`() async throws {
    let space = try Workspace()
    var sample = Self.workbook()
    sample.sheets[0].rows += Self.cells(9, ["Bank", "Town", "#N/A", "1", "Other", "2020-01-01"])
    try space.write("banks.xlsx", try sample.bytes())
    let outcome = try await space.run("import", "banks.xlsx")
    #expect(outcome.status == 2, "\(outcome)")
    #expect(
      outcome.stderr == "banks.xlsx:9: expected a value but found #N/A at Banks!C9\n", "\(outcome)")
    let rejects = try await space.run("rejects", "1")
    #expect(rejects.stdout.contains("cell_error"), "\(rejects)")
  }

  @Test func `an error in a column that is not loaded loses no record`() async throws {
    let space = try Workspace()
    let rows = [
      Self.header.components(separatedBy: ",") + ["Calc"],
      ["A Bank", "Town", "KS", "1", "Other", "2020-01-01", "#N/A"],
      ["B Bank", "Town", "#REF!", "2", "Other", "2020-01-02", "#N/A"],
      ["C Bank", "Town", "KS", "3", "Other", "2020-01-03", "1"],
    ]
    let sheet = rows.enumerated().map { Self.cells($0 + 1, $1) }.joined()
    try space.write("banks.xlsx", try WorkbookSample(sheet).bytes())
    let outcome = try await space.run("import", "banks.xlsx")
    #expect(
      outcome.stderr == "banks.xlsx:3: expected a value but found #REF! at Sheet1!C3\n",
      "\(outcome)")
    #expect(outcome.stdout.contains("3 read: 2 inserted"), "\(outcome)")
    #expect(outcome.stdout.contains("Calc"), "\(outcome)")
    let typed = try await space.run("convert", "banks.xlsx", "--dataset", "failed-banks", "-q")
    #expect(typed.status == 2 && typed.stdout.split(separator: "\n").count == 3, "\(typed)")
    let all = try await space.run("convert", "banks.xlsx", "-q")
    #expect(all.stdout.contains("B Bank,Town,#REF!,2,Other,2020-01-02,#N/A\n"), "\(all)")
  }

  @Test(.enabled(if: Samples.arePresent, Comment(rawValue: SampleFolder.absence)))
  func `the list as a workbook is the list as text`() async throws {
    let space = try Workspace()
    let list = "fdic_banklist/2018-02"
    let text = Samples.path("\(list)_lf.csv")
    let workbook = Samples.path("\(list)_excel-table-header-Column1.xlsx")
    let outcome = try await space.run("import", text, workbook, "--json")
    let reports = try Report.all(outcome)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(reports.map(\.counts) == [[555, 555, 0, 0, 0, 0], [555, 0, 0, 555, 0, 0]])
    #expect(reports.last?.headerLine == 2)
  }

  @Test(
    .enabled(if: Samples.arePresent, Comment(rawValue: SampleFolder.absence)),
    arguments: [
      ("messytables_simple.xls", "expected a header but found no label of a dataset"),
      ("messytables_encrypted_no_password.xls", "expected a workbook without a password"),
    ])
  func `an old workbook is read or refused`(name: String, message: String) async throws {
    let space = try Workspace()
    let outcome = try await space.run("import", Samples.path("torture/\(name)"))
    #expect(outcome.status == 65, "\(outcome)")
    #expect(outcome.stderr.contains(message), "\(outcome)")
  }
}
