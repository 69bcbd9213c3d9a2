import Testing

@testable import bank_etl

struct HelpTopicTests {
  @Test(arguments: HelpTopic.all.map(\.name))
  func `a topic has a short page of whole lines`(name: String) async throws {
    let outcome = try await Workspace().run("help", name)
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    let lines = outcome.stdout.split(separator: "\n", omittingEmptySubsequences: false)
    #expect((10...60).contains(lines.count), "\(name): \(lines.count) lines")
    for line in lines { #expect(line.count <= HelpPage.columnLimit, "\(line)") }
  }

  @Test func `no topic has the name of a command`() {
    let commands = Command.all.map { $0.path[0] }
    for topic in HelpTopic.all { #expect(!commands.contains(topic.name)) }
  }

  @Test func `options that a topic names exist`() {
    let known = Set((Command.all.flatMap(\.options) + [.help, .version]).map { "--\($0.name)" })
    for topic in HelpTopic.all {
      for match in topic.text.matches(of: /--[a-z-]+/) {
        #expect(known.contains(String(match.output)), "\(topic.name): \(match.output)")
      }
    }
  }

  @Test func `a misspelt topic gets the nearest one`() async throws {
    let outcome = try await Workspace().run("help", "dats")
    #expect(outcome.status == 64, "\(outcome)")
    #expect(outcome.stderr.hasPrefix("bank-etl: unknown command 'dats'; did you mean 'dates'?\n"))
  }

  @Test func `the declaration of the page can be used`() async throws {
    let workspace = try Workspace()
    let lines = HelpTopic.named("declarations")?.text.split(separator: "\n") ?? []
    let json = lines.filter { $0.hasPrefix("    ") }.joined(separator: "\n")
    try workspace.write("shop.json", json)
    try workspace.migrations(
      [
        "1_sales": """
        CREATE TABLE sales (id INTEGER PRIMARY KEY, sold_on TEXT, run_id INTEGER, source_line INTEGER)
        """
      ])
    try workspace.write("sales.csv", "Order ID,Date sold\n1,02/03/2024\n2,31/12/2024\n")
    let outcome = try await workspace.shell(
      "mv m migrations; $BANK_ETL validate --package shop.json sales.csv")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.stdout == "ok: sales.csv: sales, 2 read, 0 rejected\n", "\(outcome)")
  }
}
