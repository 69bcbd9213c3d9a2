import ArchiveSupport
import Foundation
import Testing

/// Headers on two lines, through all commands that read a file.
struct ImportHeaderLinesTests {
  private let space: Workspace

  init() throws {
    space = try Workspace()
  }

  /// A title over two columns, and labels on two lines.
  private static let lines = [
    "Failed banks,,Place,,,Closing", "Bank Name,CERT,City,ST,Fund,Date",
    "A Bank,1,X,NY,10,23-Feb-07",
    "B Bank,2,Y,NJ,20,1-Nov-19",
  ]

  private func write(_ name: String) throws {
    guard name.hasSuffix(".xlsx") else {
      try space.write(name, Self.lines.joined(separator: "\n") + "\n")
      return
    }
    // Of merged cells, only the first has the text.
    let rows = Self.lines.map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map { text in
        text.isEmpty ? "<c/>" : "<c t='inlineStr'><is><t>\(text)</t></is></c>"
      }
      return "<row>\(cells.joined())</row>"
    }
    try space.write(name, try WorkbookSample(rows.joined()).bytes())
  }

  @Test(arguments: ["list.csv", "list.xlsx"])
  func `all commands see the same header`(name: String) async throws {
    try write(name)
    let valid = try await space.run("validate", name)
    #expect(
      valid.status == 0 && valid.stdout.contains("failed-banks, 2 read, 0 rejected"), "\(valid)")
    let outcome = try await space.run("import", name)
    #expect(outcome.status == 0 && outcome.stdout.contains("2 read: 2 inserted"), "\(outcome)")
    #expect(outcome.stdout.contains("header on lines 1 to 2"), "\(outcome)")
    let rows = try await space.run("list", "failed-banks", "--format", "csv")
    #expect(rows.stdout.contains("B Bank,Y,NJ,,2,,20,2019-11-01,"), "\(rows)")
    let diff = try await space.run("diff", name, "--format", "csv")
    #expect(diff.status == 0 && diff.stdout.split(separator: "\n").count == 1, "\(diff)")
    let found = try await space.run("inspect", name)
    #expect(found.stdout.contains("header      lines 1 to 2\n"), "\(found)")
    #expect(found.stdout.contains("0 of 2 records would be rejected"), "\(found)")
    let values = try await space.run("convert", name, "--dataset", "failed-banks", "-q")
    #expect(values.stdout.contains("A Bank,X,NY,1,10,2007-02-23"), "\(values)")
    let text = try await space.run("convert", name, "-q")
    #expect(
      text.stdout.hasPrefix(
        "Failed banks Bank Name,Failed banks CERT,Place City,Place ST,Place Fund,"),
      "\(text)")
    #expect(text.stdout.split(separator: "\n").count == 3, "\(text)")
    let draft = try await space.run("datasets", "init", name, "--name", "own")
    #expect(draft.status == 0 && draft.stdout.contains("Closing Date"), "\(draft)")
    let own = try await space.run(
      "import", "--package", "datapackage.json", name, "--db", "own.db")
    #expect(own.status == 0 && own.stdout.contains("2 inserted"), "\(own)")
  }

  private static func cells(_ texts: [String]) -> String {
    let cells = texts.map { text in
      Int(text) != nil
        ? "<c><v>\(text)</v></c>"
        : text.isEmpty ? "<c/>" : "<c t='inlineStr'><is><t>\(text)</t></is></c>"
    }
    return "<row>\(cells.joined())</row>"
  }

  @Test func `labels of groups above years are imported as they are drafted`() async throws {
    try space.write(
      "years.csv",
      "Region,Sales,,Cost,\n,2023,2024,2023,2024\nNorth,10.5,20.5,1.5,2.5\nSouth,3.5,4.5,5.5,6.5\n")
    let draft = try await space.run("datasets", "init", "years.csv", "--name", "own")
    #expect(draft.status == 0 && draft.stdout.contains("Cost 2024"), "\(draft)")
    let outcome = try await space.run(
      "import", "--package", "datapackage.json", "years.csv", "--db", "own.db")
    #expect(outcome.status == 0 && outcome.stdout.contains("2 inserted"), "\(outcome)")
  }

  @Test(arguments: [["B1:C1", "D1:E1"], ["A1:A2", "D1:E2"]])
  func `a merged header is as wide as the records below it`(merged: [String]) async throws {
    // The last cell that is merged is not in the file.
    var sample = WorkbookSample(
      [
        ["Region", "Sales", "", "Cost"], ["", "12", "13", "3", "4"],
        ["North", "10", "11", "5", "6"], ["South", "20", "21", "7", "8"],
      ].map(Self.cells).joined())
    sample.merged = merged
    try space.write("merged.xlsx", try sample.bytes())
    let draft = try await space.run("datasets", "init", "merged.xlsx", "--name", "own")
    #expect(draft.status == 0 && !draft.stdout.contains("reject"), "\(draft)")
    let outcome = try await space.run(
      "import", "--package", "datapackage.json", "merged.xlsx", "--db", "own.db")
    #expect(outcome.status == 0 && outcome.stdout.contains("3 inserted"), "\(outcome)")
    // A cell beyond what is merged is none of the table's.
    sample.merged = ["B1:C1"]
    try space.write("wider.xlsx", try sample.bytes())
    let wider = try await space.run(
      "import", "--package", "datapackage.json", "wider.xlsx", "--db", "own.db")
    #expect(wider.stderr.contains("expected 4 fields but found 5"), "\(wider)")
  }
}
