import Foundation
import Testing

@testable import bank_etl

struct ChartCommandTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func importBanks() async throws {
    try workspace.write("a.csv", ImportedBanks.first)
    let outcome = try await workspace.run("import", "-q", "a.csv")
    try #require(outcome.status == 0, "\(outcome)")
  }

  @Test func `failures by year`() async throws {
    try await importBanks()
    let outcome = try await workspace.run("chart", "failed-banks", "--by", "year")
    let lines = outcome.stdout.split(separator: "\n")
    #expect(outcome.status == 0 && !outcome.stdout.contains("\u{1b}"), "\(outcome)")
    #expect(lines[0] == "Failed banks by year", "\(outcome)")
    #expect(lines[1].hasPrefix("2019 ███") && lines[1].hasSuffix(" 1"), "\(outcome)")
    #expect(lines[2].hasPrefix("2020 ███") && DisplayWidth.of(String(lines[2])) == 80, "\(outcome)")
    #expect(lines[3].contains("source: a.csv, ") && lines[3].hasSuffix("; 3 rows"), "\(outcome)")
  }

  @Test func `failures by state, plain`() async throws {
    try await importBanks()
    let outcome = try await workspace.run(
      "chart", "failed-banks", "--by", "state", "--ascii", "--limit", "2")
    #expect(outcome.stdout.utf8.allSatisfy { $0 < 0x80 }, "\(outcome)")
    #expect(outcome.stdout.contains("\n(1 other) ####"), "\(outcome)")
  }

  @Test func `a sum, and the numbers of one bank beside the average`() async throws {
    try await importBanks()
    let sum = try await workspace.run(
      "chart", "failed-banks", "--by", "close_date.decade", "--sum", "fund")
    #expect(sum.stdout.contains("2010s ") && sum.stdout.contains(" 21,074\n"), "\(sum)")
    let key = try await workspace.run("chart", "failed-banks", "--key", "15426")
    #expect(key.stdout.contains("average ") && key.stdout.contains(" 10,538\n"), "\(key)")
    let missing = try await workspace.run("chart", "failed-banks", "--key", "1")
    #expect(missing.status == 1, "\(missing)")
    #expect(
      missing.stderr.hasPrefix(
        "bank-etl: no row of failed-banks with cert \"1\"; the nearest are "), "\(missing)")
  }

  @Test func `a picture is written whole`() async throws {
    try await importBanks()
    let outcome = try await workspace.run("chart", "failed-banks", "--by", "year", "-o", "c.svg")
    #expect(outcome.status == 0 && outcome.stdout == "", "\(outcome)")
    let text = try workspace.text("c.svg")
    #expect(text.hasPrefix("<?xml") && text.hasSuffix("</svg>\n"))
    #expect(text.contains("Source: a.csv"))
    let piped = try await workspace.run("chart", "failed-banks", "--by", "year", "-o", "-")
    #expect(piped.stdout == text)
  }

  @Test(arguments: [
    ["--by", "stat"], [], ["--sum", "fund"], ["--by", "year", "--key", "1"],
    ["--by", "state", "--sum", "name"],
  ])
  func `what can't be drawn is refused`(options: [String]) async throws {
    try await importBanks()
    let words = options.joined(separator: " ")
    let outcome = try await workspace.shell("$BANK_ETL chart failed-banks \(words)")
    #expect(outcome.status == 64 && outcome.stdout == "", "\(outcome)")
  }
}
