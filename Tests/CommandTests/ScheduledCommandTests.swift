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

  @Test func `the proxies of the environment are written down where the network is needed`() throws
  {
    let environment = ["http_proxy": "http://p:3128", "NO_PROXY": "a b%", "HTTP_PROXY": "x"]
    #expect(try Self.command(["import", "/a.csv"], environment).variables == [])
    let command = try Self.command(["import", "--db", "/x.db", "http://a/b"], environment)
    #expect(command.variables.map(\.name) == ["http_proxy", "NO_PROXY"])
    let time = try CronExpression("@daily")
    let line = try CrontabLine.text(time, command.words, command.variables)
    #expect(line.hasPrefix(#"0 0 * * * http_proxy=http://p:3128 NO_PROXY='a b\%' /p import "#))
    let service = SystemdUnits(command: command, time: time).service
    #expect(service.contains("Environment=\"http_proxy=http://p:3128\"\n"))
    #expect(service.contains("Environment=\"NO_PROXY=a b%%\"\n"))
  }

  @Test(arguments: [
    ["import", "--dataset", "failed-bank", "/a.csv"], ["export", "failed-bank"],
    ["import", "--package", "/no/such.json", "--dataset", "failed-banks", "/a.csv"],
  ])
  func `a dataset that there is none of is refused`(line: [String]) {
    #expect(throws: (any Error).self) { try Self.command(line) }
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

  /// A file that some other word names is one too.
  @Test func `files behind an @ become absolute`() throws {
    let command = try Self.command([
      "import", "--db", "/x.db", "--header", "@h.txt", "--header", "X: @1", "https://a.example/b",
    ])
    #expect(command.words.contains("@\(Self.here)/h.txt") && command.words.contains("X: @1"))
    let row = try Self.command([
      "add", "contacts", "--db", "/x.db", "name=@n.txt", "phone=@@1", "email=a@b",
    ])
    #expect(row.words.suffix(3) == ["name=@\(Self.here)/n.txt", "phone=@@1", "email=a@b"])
  }

  @Test(arguments: [
    (["import", "a.csv", "--log-file", "l/x.log", "--metrics", "m/x.prom"], ["l", "m"]),
    (["backup", "b/x.db", "--log-file", "l/x.log"], ["l", "b"]),
    (["export", "sales", "-o", "o/x.csv"], ["o"]), (["export", "--package", "o/all"], ["o"]),
    (["migrate", "up", "--backup", "b/x.db"], ["b"]),
  ])
  func `every file that is written is absolute, and its folder is writable`(
    line: [String], folders: [String]
  ) throws {
    let command = try Self.command(line + ["--db", "/d/x.db"])
    for folder in folders {
      #expect(command.writtenFolders.contains("\(Self.here)/\(folder)"), "\(command.words)")
    }
    #expect(command.words.allSatisfy { !$0.contains("/") || $0.hasPrefix("/") }, "\(command.words)")
  }

  @Test func `an address that is none is found now, and not at half past six`() {
    #expect(throws: CommandFailure.self) {
      try Self.command(["import", "/a.csv"], ["BANK_ETL_PING": "nonsense"])
    }
  }

  @Test func `an operand with a dash stays one`() throws {
    let command = try Self.command(["why", "sales", "--db", "/x.db", "--", "-3"])
    #expect(command.words == ["/p", "why", "--db", "/x.db", "--", "sales", "-3"])
  }

  @Test func `certificates are those of now`() throws {
    let environment = ["SSL_CERT_FILE": "/etc/own.pem"]
    #expect(
      try Self.command(["import", "https://a.example/b"], environment).words.contains(
        "/etc/own.pem"))
    #expect(try !Self.command(["import", "/b"], environment).words.contains("/etc/own.pem"))
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
    ["import"], ["imprt", "a"], ["import", "a\nb"], ["import", "a\u{1b}[2J"], ["import", "a\rb"],
    ["import", "a\u{202e}b"], ["import", "--sheet", "a\tb", "c"], ["import", "--ping", "x", "a"],
  ])
  func `what can't be scheduled`(line: [String]) {
    #expect(throws: (any Error).self) { try Self.command(line) }
  }
}
