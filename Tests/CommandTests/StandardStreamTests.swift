import Testing

@testable import bank_etl

struct StandardStreamTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test func `a pipe has no width`() async throws {
    let outcome = try await workspace.shell("COLUMNS=50 $BANK_ETL help help | cat")
    let lines = outcome.stdout.split(separator: "\n")
    #expect(lines.contains { $0.count > 60 }, "\(outcome)")
  }

  @Test(arguments: [("cols 50", "", 50), ("cols 0", "COLUMNS=60", 60)])
  func `help fits the terminal`(size: String, environment: String, width: Int) async throws {
    // script(1) gives the program a terminal.
    let command = "stty \(size); \(environment) $BANK_ETL help help"
    let outcome = try await workspace.shell("script -qec '\(command)' /dev/null")
    let lines = outcome.stdout.split(whereSeparator: \.isNewline)
    #expect(outcome.status == 0 && lines.count > 8, "\(outcome)")
    #expect(lines.allSatisfy { $0.count <= width }, "\(outcome)")
    #expect(lines.contains { $0.count > width - 15 }, "\(outcome)")
  }
}
