import Records
import SQLite
import Testing

@testable import Loading

@Suite struct RejectResolutionTests {
  /// A second file, and whether it resolves the reject of key 2 that the first one had.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: [Line]
    let isResolved: Bool
  }

  private static let cases = [
    Case(testDescription: "the record is inserted", file: [Line(k: 2, b: 1)], isResolved: true),
    Case(testDescription: "another record", file: [Line(k: 3, b: 1)], isResolved: false),
    Case(testDescription: "it is rejected again", file: [Line(k: 2, b: 13)], isResolved: false),
    Case(
      testDescription: "it is loaded, and then rejected",
      file: [Line(k: 2, b: 1), Line(k: 2, b: 2)], isResolved: false),
  ]

  private func resolvedBy(_ table: TestTable) throws -> [Value?] {
    try table.database.rows("SELECT resolved_by FROM etl_rejects WHERE run_id = 1").map { $0[0] }
  }

  @Test(arguments: cases)
  func `a reject is resolved when a later import loads its key`(row: Case) throws {
    let table = try TestTable(", CHECK (b <> 13)")
    try table.load([Line(k: 1), Line(k: 2, b: 13)])
    #expect(try table.database.value("SELECT record_key FROM etl_rejects") == "2")
    #expect(try resolvedBy(table) == [.null])
    try table.load(row.file)
    #expect(try resolvedBy(table) == [row.isResolved ? 2 : .null])
    try table.load(row.file)
    #expect(try resolvedBy(table) == [row.isResolved ? 2 : .null], "the first one counts")
    _ = try Undo(table.database).takeBack(2, cascades: true)
    #expect(try resolvedBy(table) == [.null])
  }

  @Test func `it is resolved too when the row is found as the file has it`() throws {
    let table = try TestTable(", CHECK (b <> 13)")
    try table.load([Line(k: 2, b: 1)])
    try table.load([Line(k: 2, b: 13)])
    try table.load([Line(k: 1)])
    #expect(try table.database.value("SELECT resolved_by FROM etl_rejects") == .null)
    try table.load([Line(k: 2, b: 1)])
    #expect(try table.database.value("SELECT resolved_by FROM etl_rejects") == 4)
  }

  @Test func `the rejects of another dataset do not matter`() throws {
    let table = try TestTable(", CHECK (b <> 13)")
    try table.load([Line(k: 2, b: 13)])
    try table.database.execute("UPDATE etl_runs SET dataset = 'other'")
    try table.load([Line(k: 2, b: 1)])
    #expect(try resolvedBy(table) == [.null])
  }

  /// The cells of a key in the text "ab1.5", and its text.
  @Test(
    arguments: [
      ([.integer(-7)], "-7"), ([.text(0..<2)], "ab"), ([.text(0..<0)], ""),
      ([.integer(1), .text(1..<2)], "1\u{1F}b"), ([], nil), ([.null], nil),
      ([.integer(1), .real(1.5)], nil),
    ] as [([Cell], String?)])
  func `a key as text`(cells: [Cell], expected: String?) {
    #expect(Reject.keyText(cells, in: Array("ab1.5".utf8)) == expected)
  }
}
