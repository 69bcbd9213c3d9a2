import Testing

@testable import bank_etl

struct HelpCommandTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test func `help lists every command and every exit status`() async throws {
    let outcome = try await workspace.run("--help")
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    for command in Command.all where command.path.count == 1 {
      #expect(outcome.stdout.contains("  \(command.path[0]) "), "\(command.name)")
    }
    for row in ExitStatus.table {
      #expect(outcome.stdout.contains("  \(row.status.rawValue) "), "\(row)")
    }
    #expect(try await workspace.run("help").stdout == outcome.stdout)
    #expect(try await workspace.run("-h").stdout == outcome.stdout)
  }

  @Test func `every command has a help page, by each way that leads to it`() async throws {
    for command in Command.all {
      let words = command.path.joined(separator: " ")
      let script = #""$BANK_ETL" \#(words) --help && "$BANK_ETL" help \#(words)"#
      let outcome = try await workspace.shell(script)
      let page = HelpPage(parser: ArgumentParser(commands: Command.all)).text(about: command.path)
      #expect(outcome.stdout == (page ?? "") + (page ?? ""), "\(outcome)")
      #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    }
  }

  @Test func `nothing asked, help on standard error`() async throws {
    let outcome = try await workspace.run()
    #expect(outcome.status == 64 && outcome.stdout == "", "\(outcome)")
    #expect(outcome.stderr == (try await workspace.run("--help")).stdout, "\(outcome)")
  }

  @Test func `help about a group's unknown command names the group's nearest one`() async throws {
    let outcome = try await workspace.run("help", "runs", "cahnges")
    #expect(outcome.status == 64 && outcome.stderr.contains("unknown command"), "\(outcome)")
  }
}
