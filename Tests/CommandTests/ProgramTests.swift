import Testing

@testable import bank_etl

/// The program as a process: what it prints where, and how it ends.
struct ProgramTests {
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

  @Test(arguments: [
    ("hlep", "unknown command 'hlep'; did you mean 'help'?", "bank-etl --help"),
    ("help hlep", "unknown command 'hlep'; did you mean 'help'?", "bank-etl --help"),
    (
      "version --vresion", "unknown option '--vresion'; did you mean '--version'?",
      "bank-etl version --help"
    ),
    ("version x", "unexpected operand \"x\"", "bank-etl version --help"),
    ("$'a\\nb\\e[31m'", "unknown command 'a\\nb\\u{1b}[31m'", "bank-etl --help"),
  ])
  func `a wrong command line`(line: String, message: String, page: String) async throws {
    let outcome = try await workspace.shell(#""$BANK_ETL" \#(line)"#)
    #expect(outcome.stderr == "bank-etl: \(message)\nbank-etl: see '\(page)'\n", "\(outcome)")
    #expect(outcome.status == 64 && outcome.stdout == "", "\(outcome)")
  }

  @Test func `a closed pipe is no error`() async throws {
    let script = #"set -o pipefail; "$BANK_ETL" --help | true; echo "${PIPESTATUS[0]}""#
    for _ in 1...5 {
      let outcome = try await workspace.shell(script)
      #expect(outcome.stdout == "0\n" && outcome.stderr == "", "\(outcome)")
    }
  }

  @Test func `a full disk below standard output is one`() async throws {
    let outcome = try await workspace.shell(#""$BANK_ETL" --help > /dev/full"#)
    #expect(outcome.status == 74, "\(outcome)")
    #expect(outcome.stderr == "bank-etl: standard output: No space left on device\n", "\(outcome)")
  }

  @Test func `so is standard output that was never open`() async throws {
    let outcome = try await workspace.shell(#""$BANK_ETL" --version >&-"#)
    #expect(outcome.status == 74, "\(outcome)")
    #expect(outcome.stderr == "bank-etl: standard output: Bad file descriptor\n", "\(outcome)")
  }

  @Test func `it needs no environment, and no standard stream it does not use`() async throws {
    let outcome = try await workspace.shell(#"env -i "$BANK_ETL" --version <&- 2>&-"#)
    #expect(outcome.stdout == "bank-etl \(Version.number)\n", "\(outcome)")
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test func `it leaves nothing behind`() async throws {
    for arguments in [["--version"], ["help"], ["bogus"]] {
      _ = try await workspace.shell(#""$BANK_ETL" \#(arguments[0])"#)
    }
    #expect(try workspace.files == [])
  }
}
