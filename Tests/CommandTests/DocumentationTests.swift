import Foundation
import Testing

@testable import bank_etl

/// What the documents at the top of the repository say is so.
struct DocumentationTests {
  @Test func `the README names every command`() {
    let text = Repository.text("README.md")
    for command in Command.all {
      #expect(text.contains("`\(command.name)"), "README.md has no `\(command.name)`")
    }
  }

  @Test func `the guide names the commands that have a format for programs`() throws {
    let guide = Repository.text("docs/guide.md").replacing("\n  ", with: " ")
    let sentence = try #require(guide.firstMatch(of: /programs, ([^;]*) have `--format`/)).1
    let named = sentence.matches(of: /`([a-z ]+)`/).map { String($0.1) }
    let commands = Command.all.filter { command in
      let names = command.options.map(\.name)
      return names.contains("format") && !names.contains("json")
    }
    // `datasets` alone is `datasets list`.
    let names = commands.map { $0.path.joined(separator: " ") }.filter { $0 != "datasets list" }
    #expect(named.sorted() == names.sorted())
  }

  @Test func `the README's first screen has the two commands`() {
    let start = Repository.text("README.md").components(separatedBy: "\n").prefix(40)
    for line in ["make import", "make test"] { #expect(start.contains { $0.contains(line) }) }
  }

  @Test func `the README has the crontab, the timer, the heartbeat and the metrics on one screen`()
  {
    let section = Repository.text("README.md").components(separatedBy: "\n## ").first {
      $0.hasPrefix("Unattended\n")
    }
    let screen = (section ?? "").components(separatedBy: "\n").prefix(24).joined(separator: "\n")
    for part in ["30 6 * * * /", "banks.timer", "--ping https:", "--metrics "] {
      #expect(screen.contains(part), "\(part)")
    }
  }

  @Test(arguments: SnippetTests.pages)
  func `what a text says of commands and options is so`(page: String) {
    let parser = ArgumentParser(commands: Command.all)
    let makefile = "\n" + Repository.text("Makefile")
    for match in Repository.text(page).matches(of: #/`(bank-etl|make)\s+([a-z][^`]*)`/#) {
      let words = match.output.2.split(whereSeparator: \.isWhitespace).map(String.init)
      if match.output.1 == "make" {
        let isTarget = makefile.contains("\n\(words[0]):") || makefile.contains("\n\(words[0]) ")
        #expect(isTarget, "\(page): \(match.output.0)")
        continue
      }
      let length = (1...words.count).last { parser.command(named: Array(words.prefix($0))) != nil }
      let command = parser.command(named: Array(words.prefix(length ?? 0)))
      #expect(command != nil, "\(page): \(match.output.0)")
      let names = ((command?.options ?? []) + [.help]).map { "--\($0.name)" }
      for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
        let name = String(word.prefix { $0 != "=" })
        #expect(names.contains(name), "\(page): \(match.output.0)")
      }
    }
  }

  @Test func `the script for CI does what docs/ci.md says, and finds nothing wrong here`()
    async throws
  {
    let script = Repository.text(".ci/check-data").components(separatedBy: "\n")
      .filter { $0.hasPrefix("bank-etl ") }
    #expect(script.count == 3)
    let (readme, guide) = (Repository.text("README.md"), Repository.text("docs/ci.md"))
    for line in script {
      let words = "    " + line.replacing(" --format \"$format\"", with: "") + "\n"
      #expect(readme.contains(words) && guide.contains(words), "\(line)")
    }
    let outcome = try await Workspace().shell(
      "PATH=\"${BANK_ETL%/*}:$PATH\" '\(Repository.root.path)/.ci/check-data' github")
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
  }

  @Test func `ARCHITECTURE.md has the modules of the package, and what each one knows`() {
    let text = Repository.text("ARCHITECTURE.md")
    for module in Repository.modules(below: "Sources") {
      #expect(text.contains("\n| `\(module)` |"), "\(module)")
    }
    let declarations = Repository.text("Package.swift")
      .matches(of: /module\("(\w+)", \[([^\]]*)\]\)/)
    #expect(declarations.count >= 7)
    for declaration in declarations {
      let (name, dependencies) = (declaration.output.1, declaration.output.2)
      let row = text.components(separatedBy: "\n").first { $0.hasPrefix("| `\(name)` |") } ?? ""
      let known = dependencies.replacing("\"", with: "`")
      #expect(row.hasSuffix(known.isEmpty ? "| |" : "| \(known) |"), "\(name) knows \(known)")
    }
  }

  @Test func `the change log has a section for what is not released`() {
    #expect(Repository.text("CHANGELOG.md").contains("\n## [Unreleased]\n"))
  }

  @Test(arguments: SnippetTests.pages + ["CHANGELOG.md"])
  func `links between the documents lead somewhere`(page: String) throws {
    let folder = Repository.root.appending(path: page).deletingLastPathComponent()
    for match in Repository.text(page).matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
      let target = folder.appending(path: String(match.output.1)).path
      #expect(FileManager.default.fileExists(atPath: target), "\(page): \(match.output.1)")
    }
  }
}
