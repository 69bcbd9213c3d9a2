import Foundation
import Testing

@testable import bank_etl

struct ManualPageTests {
  private static func has(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
  }

  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func `there is a page for the program, each command and each topic`() async throws {
    let outcome = try await workspace.run("help", "--man-pages", ".")
    #expect(outcome.status == 0 && outcome.stdout == "" && outcome.stderr == "", "\(outcome)")
    let expected =
      ["bank-etl.1"] + Command.all.map { "bank-etl-\($0.path.joined(separator: "-")).1" }
      + HelpTopic.all.map { "bank-etl-\($0.name).7" }
    #expect(try Set(workspace.files) == Set(expected))
    let one = try await workspace.run("help", "--man", "migrate", "up")
    #expect(try one.stdout == workspace.text("bank-etl-migrate-up.1"), "\(one)")
  }

  @Test func `a page has what the help page has`() throws {
    let pages = ManualPage(parser: ArgumentParser(commands: Command.all))
    for command in Command.all {
      let text = try #require(pages.text(about: command.path))
      for option in command.options + [.help] {
        let name = "--\(option.name)".replacing("-", with: "\\-")
        #expect(text.contains("\\fB\(name)\\fR"), "\(command.name): \(option.name)")
      }
      #expect(text.contains(".SH EXAMPLES\n") == !command.examples.isEmpty, "\(command.name)")
    }
    #expect(pages.text(about: ["nothing"]) == nil)
  }

  @Test(.enabled(if: has("mandoc"), "no mandoc here"))
  func `mandoc finds nothing wrong`() async throws {
    let outcome = try await workspace.shell(
      "$BANK_ETL help --man-pages . && mandoc -T lint -W all *.1 *.7")
    #expect(outcome.status == 0 && outcome.stdout == "", "\(outcome)")
  }

  @Test(.enabled(if: has("groff"), "no groff here"))
  func `groff finds nothing wrong`() async throws {
    // troff(1) has the warnings "w": "All warnings".
    let outcome = try await workspace.shell(
      "$BANK_ETL help --man-pages . && groff -man -Tutf8 -ww *.1 *.7 > /dev/null")
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
  }

  @Test(.enabled(if: has("man") && has("groff"), "no man or groff here"))
  func `man shows each page without a warning`() async throws {
    let outcome = try await workspace.shell(
      """
      $BANK_ETL help --man-pages . || exit
      for page in bank-etl.1 bank-etl-import.1 bank-etl-migrate-lint.1 bank-etl-exit.7; do
        LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -E UTF-8 -l $page >$page.txt || exit
      done
      """)
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    let page = try workspace.text("bank-etl-import.1.txt")
    #expect(page.contains("bank-etl") && page.contains("EXIT STATUS"), "\(page)")
  }
}
