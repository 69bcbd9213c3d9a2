import ArchiveSupport
import Foundation
import SQLite
import Testing

/// Workbooks of which several sheets have a header of a dataset.
struct ImportSheetsTests {
  private let space: Workspace

  init() throws {
    space = try Workspace()
  }

  private static let header = ["Bank Name", "City", "ST", "CERT", "Closing Date"]

  private static func rows(_ records: [[String]]) -> String {
    records.enumerated().map { index, cells in
      let xml = cells.enumerated().filter { !$1.isEmpty }.map { column, text in
        "<c r='\(["A", "B", "C", "D", "E", "F"][column])\(index + 1)' t='inlineStr'>"
          + "<is><t>\(text)</t></is></c>"
      }
      return "<row r='\(index + 1)'>\(xml.joined())</row>"
    }.joined()
  }

  /// Two sheets of banks, one of which repeats a bank of the other, between others.
  private func write(_ name: String = "book.xlsx", more: [[String]] = []) throws {
    var sample = WorkbookSample()
    sample.sheets = [
      ("Notes", Self.rows([["What this is"], ["a list", "of banks"]])),
      (
        "Q1",
        Self.rows([
          Self.header, ["A Bank", "X", "NY", "1", "23-Feb-07"],
          ["B Bank", "Y", "NJ", "2", "1-Nov-19"],
        ])
      ), ("Empty", ""),
      (
        "Q2",
        Self.rows(
          [
            ["second quarter"], [], Self.header, ["B Bank", "Z", "NJ", "2", "1-Nov-19"],
            ["C Bank", "U", "PA", "3", "x"],
          ] + more)
      ), ("Old", Self.rows([Self.header, ["D Bank", "X", "NY", "4", "23-Feb-07"]])),
    ]
    sample.attributes = ["Old": "state='hidden'"]
    try space.write(name, try sample.bytes())
  }

  private func banks() throws -> [[Value]] {
    try space.database().rows(
      "SELECT cert, city, run_id, source_line FROM failed_banks ORDER BY cert")
  }

  @Test func `each sheet with the header is imported in order, as a run of its own`() async throws {
    try write()
    let outcome = try await space.run("import", "book.xlsx", "--json")
    let reports = try Report.all(outcome)
    #expect(outcome.status == 2, "\(outcome)")
    #expect(reports.map(\.counts) == [[2, 2, 0, 0, 0, 0], [2, 0, 1, 0, 1, 0]], "\(outcome)")
    #expect(outcome.stdout.contains("\"source\":\"book.xlsx#Q1\""), "\(outcome)")
    #expect(
      outcome.stderr.hasPrefix(
        "book.xlsx: passed over, without the header, or hidden: \"Notes\", \"Old\"\n"), "\(outcome)"
    )
    #expect(outcome.stderr.contains("book.xlsx#Q2:5: Closing Date: expected a date"), "\(outcome)")
    #expect(try banks() == [[1, "X", 1, 2], [2, "Z", 2, 4]])
    let before = try banks()
    let again = try await space.run("import", "book.xlsx", "--json")
    #expect(
      try Report.all(again).map(\.status) == ["unchanged_file", "unchanged_file"], "\(again)")
    #expect(again.status == 0)
    // The first sheet by itself, after both: that is another load.
    let first = try await space.run("import", "book.xlsx", "--sheet", "Q1", "--json")
    #expect(try Report.all(first).map(\.counts) == [[2, 0, 1, 1, 0, 0]], "\(first)")
    let both = try await space.run("import", "book.xlsx", "--json")
    #expect(try Report.all(both).last?.counts == [2, 0, 1, 0, 1, 0], "\(both)")
    #expect(try banks().map { $0.prefix(2) } == before.map { $0.prefix(2) })
    let undone = try await space.run("undo", "4")
    #expect(undone.status == 0, "\(undone)")
    #expect(try banks()[1].prefix(2) == [2, "Y"])
  }

  @Test func `sheets are chosen by their names`() async throws {
    try write()
    let hidden = try await space.run("import", "book.xlsx", "--sheet", "Old", "--json")
    #expect(try Report.all(hidden).map(\.counts) == [[1, 1, 0, 0, 0, 0]], "\(hidden)")
    #expect(hidden.stdout.contains("\"source\":\"book.xlsx\""), "\(hidden)")
    let two = try await space.run(
      "import", "book.xlsx", "--sheet", "q2", "--sheet", "Q1", "--rejects-ok", "--json")
    #expect(
      try Report.all(two).map(\.counts) == [[2, 1, 0, 0, 1, 0], [2, 1, 1, 0, 0, 0]], "\(two)")
    let none = try await space.run("import", "book.xlsx", "--sheet", "Q3")
    #expect(none.status == 65 && none.stderr.contains("expected a sheet \"Q3\""), "\(none)")
  }

  @Test func `a table can't become each of several sheets`() async throws {
    try write()
    let outcome = try await space.run("import", "book.xlsx", "--policy", "replace")
    #expect(outcome.status == 65, "\(outcome)")
    #expect(
      outcome.stderr.contains(
        "book.xlsx#Q1: expected one list for policy replace but found several"),
      "\(outcome)")
    #expect(try !space.files.contains("bank.db"))
    let one = try await space.run("import", "book.xlsx", "--policy", "replace", "--sheet", "Q1")
    #expect(one.status == 0, "\(one)")
  }

  @Test func `validate, diff and a dry run take the same sheets`() async throws {
    try write()
    let valid = try await space.run("validate", "book.xlsx")
    #expect(valid.status == 2 && valid.stdout.contains("ok: book.xlsx#Q1: failed-banks, 2 read"))
    #expect(valid.stdout.contains("not ok: book.xlsx#Q2: failed-banks, 2 read, 1 rejected"))
    let trial = try await space.run("import", "--dry-run", "book.xlsx")
    #expect(trial.stdout.contains("2 read: 0 inserted, 1 updated"), "\(trial)")
    let diff = try await space.run("diff", "book.xlsx", "--format", "csv")
    #expect(diff.stdout.contains("updated,2,city,Y,Z,4,failed_banks,2"), "\(diff)")
    #expect(try !space.files.contains("bank.db"))
  }

  @Test func `a guard holds each sheet`() async throws {
    try write()
    let refused = try await space.run("import", "book.xlsx", "--guard", "maxRejects=0")
    #expect(refused.status == 65 && refused.stdout.contains("2 read: 2 inserted"), "\(refused)")
    #expect(refused.stderr.contains("book.xlsx#Q2: guard maxRejects"), "\(refused)")
    // The second sheet is not held against the first, but against itself.
    try write("book.xlsx", more: [["E Bank", "X", "NY", "5", "23-Feb-07"]])
    _ = try await space.run("import", "book.xlsx", "--rejects-ok")
    try write()
    let fewer = try await space.run("import", "book.xlsx", "--guard", "maxShrink=10%")
    #expect(fewer.stderr.contains("book.xlsx#Q2: guard maxShrink"), "\(fewer)")
    #expect(!fewer.stderr.contains("book.xlsx#Q1: guard"), "\(fewer)")
  }

  @Test func `convert writes all sheets, and says where each begins`() async throws {
    try write()
    let outcome = try await space.run("convert", "book.xlsx", "--no-types")
    #expect(outcome.status == 2, "\(outcome)")
    let written = outcome.stdout.split(separator: "\n")
    #expect(written.contains("a list,of banks"), "\(outcome)")
    #expect(written.count { $0 == "Bank Name,City,ST,CERT,Closing Date" } == 1, "\(outcome)")
    #expect(written.suffix(3).first == "B Bank,Y,NJ,2,1-Nov-19", "\(outcome)")
    #expect(outcome.stderr.contains("book.xlsx#Q1:1: another table begins here"), "\(outcome)")
    #expect(outcome.stderr.contains("book.xlsx: passed over, as hidden: \"Old\""), "\(outcome)")
    let two = try await space.run(
      "convert", "book.xlsx", "--sheet", "Q1", "--sheet", "Q2", "--no-types")
    #expect(two.status == 0 && two.stdout.split(separator: "\n").count == 5, "\(two)")
    #expect(two.stderr.contains("book.xlsx#Q2: the same header as above"), "\(two)")
    let rows = try await space.run("convert", "book.xlsx", "--dataset", "failed-banks")
    #expect(rows.status == 2, "\(rows)")
    #expect(
      rows.stdout == "name,city,state,cert,close_date\nA Bank,X,NY,1,2007-02-23\n"
        + "B Bank,Y,NJ,2,2019-11-01\nB Bank,Z,NJ,2,2019-11-01\n", "\(rows)")
  }
}
