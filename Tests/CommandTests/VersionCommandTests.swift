import Testing

@testable import bank_etl

struct VersionCommandTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test(arguments: [["--version"], ["version"], ["help", "--version"]])
  func `the version`(arguments: [String]) async throws {
    let outcome = try await workspace.shell(#""$BANK_ETL" \#(arguments.joined(separator: " "))"#)
    #expect(outcome.stdout == "bank-etl \(Version.number)\n", "\(outcome)")
    #expect(outcome.stderr == "" && outcome.status == 0, "\(outcome)")
  }

  @Test func `the number is a semantic version, and the change log has it or something newer`() {
    #expect(Version.number.wholeMatch(of: /\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?/) != nil)
    let log = Repository.text("CHANGELOG.md")
    #expect(log.contains("## [\(Version.number)]") || log.contains("## [Unreleased]"))
  }
}
