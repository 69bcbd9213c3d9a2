import Foundation
import Testing

@testable import bank_etl

struct ScheduledCommandTests {
  private static let here = FileManager.default.currentDirectoryPath

  private static func command(
    _ line: [String], _ environment: [String: String] = [:]
  ) throws -> ScheduledCommand {
    try ScheduledCommand(line, program: "/p") { environment[$0] }
  }

  @Test func `paths become absolute, and the database is named`() throws {
    let command = try Self.command(["import", "a.csv", "/in/b.csv", "--package", "p.json"])
    #expect(
      command.words == [
        "/p", "import", "--package", "\(Self.here)/p.json", "--db", "\(Self.here)/bank.db",
        "--quiet",
        "\(Self.here)/a.csv", "/in/b.csv",
      ])
    #expect(command.name == "import" && command.writtenFolders == [Self.here])
  }

  @Test func `what the environment names is written down`() throws {
    let command = try Self.command(
      ["import", "/a.csv"],
      [
        "BANK_ETL_DB": "/d/x.db", "BANK_ETL_PACKAGE": "/e/p.json",
        "BANK_ETL_PING": "https://hc.example/1",
      ])
    #expect(
      command.words == [
        "/p", "import", "--db", "/d/x.db", "--package", "/e/p.json", "--ping",
        "https://hc.example/1", "--quiet", "/a.csv",
      ])
    #expect(command.writtenFolders == ["/d"] && command.needsNetwork)
    let given = try Self.command(
      ["import", "--ping", "https://a/1", "/a.csv"], ["BANK_ETL_PING": "https://b/2"])
    #expect(given.words.contains("https://a/1") && !given.words.contains("https://b/2"))
    let pingless = try Self.command(["status"], ["BANK_ETL_PING": "https://b/2"])
    #expect(!pingless.words.contains("--ping"))
  }

  @Test func `options keep their values, flags are there once, a dash needs an equals sign`() throws
  {
    let command = try Self.command([
      "import", "-qq", "--db=/x.db", "--guard", "maxRejects=1%", "--guard", "minRecords=5",
      "--sheet=-a", "/a.csv",
    ])
    #expect(
      command.words == [
        "/p", "import", "--db", "/x.db", "--sheet=-a", "--guard", "maxRejects=1%", "--guard",
        "minRecords=5", "--quiet", "/a.csv",
      ])
    #expect(command.writtenFolders == ["/"])
  }

  @Test func `JSON is wanted by whoever asks for it`() throws {
    let command = try Self.command(["import", "--json", "--db", "/x.db", "/a.csv"])
    #expect(!command.words.contains("--quiet"))
  }

  @Test func `a URL stays, and needs the network`() throws {
    let command = try Self.command(["import", "--db", "/x.db", "https://example.org/a.csv"])
    #expect(command.words.last == "https://example.org/a.csv" && command.needsNetwork)
    #expect(try !Self.command(["status", "--db", "/x.db"]).needsNetwork)
  }

  @Test func `output files are written, input files are not`() throws {
    let command = try Self.command(["backup", "--db", "/d/x.db", "/b/x.db"])
    #expect(command.writtenFolders == ["/d", "/b"])
    #expect(command.paths == ["/d/x.db", "/b/x.db"])
  }

  @Test func `a check of migrations takes no database from its surroundings`() throws {
    #expect(try Self.command(["migrate", "check"]).words == ["/p", "migrate", "check", "--quiet"])
  }

  @Test(arguments: [
    [], ["--help"], ["schedule", "--hourly", "--", "runs"], ["import", "-"], ["migrate", "pu"],
    ["import"], ["imprt", "a"],
  ])
  func `what can't be scheduled`(line: [String]) {
    #expect(throws: (any Error).self) { try Self.command(line) }
  }
}
