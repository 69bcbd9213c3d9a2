import Foundation
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

  private struct Report: Decodable {
    let version: Int
    let program: String
    let number: String
    let commit: String?
    let libraries: [String: String]
  }

  @Test(arguments: ["--version --json", "version --json", "--json --version"])
  func `for programs, with the commit and the libraries`(arguments: String) async throws {
    let outcome = try await workspace.shell(#""$BANK_ETL" \#(arguments)"#)
    #expect(outcome.status == 0, "\(outcome)")
    let report = try JSONDecoder().decode(Report.self, from: outcome.output)
    #expect(report.version == 1 && report.program == "bank-etl")
    #expect(report.number == Version.number)
    #expect(report.libraries["sqlite"]?.hasPrefix("3.") == true)
    #expect(report.libraries["libcsv"]?.hasPrefix("3.") == true)
    let isHash = report.commit.map { $0.count >= 40 && $0.allSatisfy(\.isHexDigit) } ?? true
    #expect(isHash, "\(outcome)")
  }

  @Test func `the number is a semantic version, and the change log has it or something newer`() {
    #expect(Version.number.wholeMatch(of: /\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?/) != nil)
    let log = Repository.text("CHANGELOG.md")
    #expect(log.contains("## [\(Version.number)]") || log.contains("## [Unreleased]"))
  }
}
