import Foundation
import Testing

@testable import bank_etl

struct PackageExportTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  /// The program of frictionless-py: what FRICTIONLESS names, or one on the PATH.
  private static let frictionless: String? = {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["FRICTIONLESS"] { return path }
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/frictionless" }.first(where: FileManager.default.isExecutableFile)
  }()

  private func makePackage() async throws {
    try workspace.write(
      "a.csv",
      ImportedBanks.first
        + "=cmd,\"X, \"\"Y\"\"\",GA,7,O'Fallon,4-Mar-10,\n\"two\nlines\",,,8,,,-5\n")
    let imported = try await workspace.run("import", "-q", "a.csv")
    try #require(imported.status == 0, "\(imported)")
    let outcome = try await workspace.run("export", "--package", "out")
    #expect(outcome.status == 0 && outcome.stdout == "" && outcome.stderr == "", "\(outcome)")
  }

  @Test func `a package imports again as unchanged, with its own declarations`() async throws {
    try await makePackage()
    let again = try await workspace.run("import", "--json", "out/failed-banks.csv")
    #expect(try Report.all(again).first?.counts == [5, 0, 0, 5, 0, 0], "\(again)")
    let own = try await workspace.run(
      "convert", "out/failed-banks.csv", "--package", "out/datapackage.json", "--dataset",
      "failed-banks")
    let builtIn = try await workspace.run(
      "convert", "out/failed-banks.csv", "--dataset", "failed-banks")
    #expect(own.status == 0 && own.stdout == builtIn.stdout, "\(own)")
    #expect(own.stdout.contains("\n=cmd,"), "\(own)")
  }

  @Test(.enabled(if: frictionless != nil, "frictionless-py is not installed"))
  func `frictionless finds the package valid`() async throws {
    try await makePackage()
    let outcome = try await workspace.shell(
      "'\(Self.frictionless ?? "")' validate out/datapackage.json --json")
    #expect(outcome.status == 0 && outcome.stdout.contains("\"valid\": true"), "\(outcome)")
  }

  @Test(arguments: [
    "export", "export --package out -o x.csv", "export --package out --format json",
  ])
  func `what makes no package is refused`(words: String) async throws {
    let outcome = try await workspace.shell("$BANK_ETL \(words)")
    #expect(outcome.status == 64 && outcome.stdout == "", "\(outcome)")
    #expect(try workspace.files == [])
  }
}
