import Foundation
import Testing

/// Imports of several files by one command.
@Suite struct ImportFilesTests {
  private static func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(
      atPath: workspace.path("in"), withIntermediateDirectories: false)
    try workspace.write("in/1.csv", BankList.text(1...3))
    try workspace.write("in/2.csv", "nothing,that,fits\n1,2,3\n")
    try workspace.write("in/3.csv", BankList.text(4...5))
    return workspace
  }

  @Test(arguments: ["in", "in/", "in/*.csv", "in/[0-9].csv"])
  func `a folder or a pattern is its files, and one that fails does not stop the others`(
    _ operand: String
  ) async throws {
    let workspace = try Self.workspace()
    let outcome = try await workspace.run("import", "--json", operand)
    #expect(outcome.status == 65, "\(outcome)")
    let reports = try Report.all(outcome)
    #expect(reports.map(\.status) == ["succeeded", "failed", "succeeded"])
    #expect(reports.map { $0.source.suffix(5) } == ["1.csv", "2.csv", "3.csv"])
    let rows = try await workspace.run("list", "failed-banks", "--format", "csv")
    #expect(rows.stdout.split(separator: "\n").count == 6)
  }

  @Test(arguments: [#"caf\xe9"#, #"\xff\x80"#, #"e\u0301[x]*"#, #"\xf4\x8f\xbb\xa9"#, #"\u0301"#])
  func `whatever bytes a name has, its file is found, and is the same file again`(
    _ name: String
  ) async throws {
    let workspace = try Self.workspace()
    let outcome = try await workspace.shell(
      #"""
      n=$'\#(name)'; mkdir "f$n"; cp in/1.csv "f$n/$n"
      "$BANK_ETL" import --json "f$n" "f$n/$n" 'f*/*'
      """#)
    #expect(
      try Report.all(outcome).map(\.status) == ["succeeded", "unchanged_file", "unchanged_file"])
  }

  @Test func `with fail-fast, the first that fails is the last that is tried`() async throws {
    let workspace = try Self.workspace()
    let outcome = try await workspace.run("import", "--fail-fast", "in")
    #expect(outcome.status == 65, "\(outcome)")
    #expect(outcome.stderr.hasSuffix("files not tried, by --fail-fast: 1\n"))
    let rows = try await workspace.run("list", "failed-banks", "--format", "csv")
    #expect(rows.stdout.split(separator: "\n").count == 4)
  }

  @Test func `rejects are no failure to fail-fast`() async throws {
    let workspace = try Self.workspace()
    try workspace.write("in/1.csv", BankList.text(1...3) + "Bank,,,x,,23-Oct-20,\n")
    let outcome = try await workspace.run("import", "--fail-fast", "in/1.csv", "in/3.csv")
    #expect(outcome.status == 2, "\(outcome)")
    let rows = try await workspace.run("list", "failed-banks", "--format", "csv")
    #expect(rows.stdout.split(separator: "\n").count == 6)
  }

  @Test func `a pattern without files fails, and the other operands are loaded`() async throws {
    let workspace = try Self.workspace()
    let outcome = try await workspace.run("import", "none/*.csv", "in/3.csv")
    #expect(outcome.status == 66)
    #expect(outcome.stderr == "none/*.csv: expected files whose names match but found none\n")
    #expect(outcome.stdout.contains("2 inserted"))
  }

  @Test func `the database in the folder is none of the files`() async throws {
    let workspace = try Self.workspace()
    try FileManager.default.removeItem(atPath: workspace.path("in/2.csv"))
    for _ in 1...2 {
      let outcome = try await workspace.run("import", "--db", "in/bank.db", "in")
      #expect(outcome.status == 0, "\(outcome)")
    }
  }
}
