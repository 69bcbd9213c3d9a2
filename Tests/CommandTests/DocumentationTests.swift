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

  @Test func `the README's first screen has the two commands`() {
    let start = Repository.text("README.md").components(separatedBy: "\n").prefix(40)
    for line in ["make import", "make test"] { #expect(start.contains { $0.contains(line) }) }
  }

  @Test func `every command line of the documents can be parsed`() throws {
    let parser = ArgumentParser(commands: Command.all)
    for path in [
      "README.md", "CONTRIBUTING.md", "docs/ci.md", "docs/operations.md", "docs/unattended.md",
    ] {
      for line in Repository.text(path).components(separatedBy: "\n") {
        guard let words = Self.words(of: line) else { continue }
        #expect(throws: Never.self, "\(path): \(line)") { try parser.parse(words) }
      }
    }
  }

  /// The arguments in an indented line with a command line of the program; nil for any other line.
  private static func words(of line: String) -> [String]? {
    guard line.hasPrefix("    "), let range = line.firstRange(of: #/(^|\|) *bank-etl /#) else {
      return nil
    }
    let command = line[range.upperBound...].prefix { !"|>#".contains($0) }
    return command.split(separator: " ").map { $0.filter { !"'\"".contains($0) } }
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
    for module in Set(Repository.swiftFiles(below: "Sources").map(\.module)) {
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

  @Test func `links between the documents lead somewhere`() throws {
    for path in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
      for match in Repository.text(path).matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
        let target = Repository.root.appending(path: String(match.output.1)).path
        #expect(FileManager.default.fileExists(atPath: target), "\(path): \(match.output.1)")
      }
    }
  }
}
