import Foundation
import Testing

@testable import bank_etl

@Suite struct SourceOperandTests {
  private static let files = ["b.csv", "a.csv", "a[1].csv", ".hidden.csv", "notes.txt", "ü.csv"]

  struct Case: CustomTestStringConvertible {
    let operand: String
    let expected: [String]
    var testDescription: String { operand }
  }

  private static let cases = [
    Case(operand: "-", expected: ["-"]),
    Case(operand: "a.csv", expected: ["a.csv"]),
    Case(operand: "missing.csv", expected: ["missing.csv"]),
    Case(operand: "https://example.org/*.csv", expected: ["https://example.org/*.csv"]),
    Case(operand: "in/*.csv", expected: ["in/a.csv", "in/a[1].csv", "in/b.csv", "in/ü.csv"]),
    Case(operand: "in/[ab].csv", expected: ["in/a.csv", "in/b.csv"]),
    Case(operand: "in/?.csv", expected: ["in/a.csv", "in/b.csv"]),
    // The name of a file is that file, whatever it would match as a pattern.
    Case(operand: "in/a[1].csv", expected: ["in/a[1].csv"]),
    Case(
      operand: "in",
      expected: ["in/a.csv", "in/a[1].csv", "in/b.csv", "in/notes.txt", "in/ü.csv"]),
    Case(
      operand: "in/",
      expected: ["in/a.csv", "in/a[1].csv", "in/b.csv", "in/notes.txt", "in/ü.csv"]),
    Case(operand: "odd [*] \\ folder", expected: ["odd [*] \\ folder/c.csv"]),
  ]

  @Test(arguments: cases)
  func `an operand stands for files`(_ row: Case) async throws {
    let workspace = try Self.workspace()
    let isPath = row.operand != "-" && !row.operand.contains("://")
    let prefix = isPath ? workspace.folder.path + "/" : ""
    let paths = try SourceOperand(
      text: prefix + row.operand, database: workspace.path("in/bank.db")
    ).paths()
    #expect(paths == row.expected.map { prefix + $0 })
  }

  @Test(arguments: ["in/*.xlsx", "in/folder", "nowhere/*"])
  func `an operand that stands for nothing is an input that is not there`(
    _ operand: String
  ) throws {
    let workspace = try Self.workspace()
    #expect {
      try SourceOperand(text: workspace.path(operand), database: "bank.db").paths()
    } throws: { ($0 as? CommandFailure)?.status == .noInput }
  }

  private static func workspace() throws -> Workspace {
    let workspace = try Workspace()
    for folder in ["in", "in/folder", "odd [*] \\ folder"] {
      try FileManager.default.createDirectory(
        atPath: workspace.path(folder), withIntermediateDirectories: false)
    }
    for file in files { try workspace.write("in/" + file, "") }
    for suffix in ["", "-wal", "-shm", "-lock", "-journal"] {
      try workspace.write("in/bank.db" + suffix, "")
    }
    try workspace.write("odd [*] \\ folder/c.csv", "")
    return workspace
  }
}
