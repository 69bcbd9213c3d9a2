import Foundation
import Testing

@testable import bank_etl

/// What leaves this repository: the installed files, the archive of the sources, the package.
struct PackageTests {
  private static let isAsked = ProcessInfo.processInfo.environment["BANK_ETL_SOAK"] != nil
  private static let hasGit =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/git")
    && FileManager.default.fileExists(atPath: Repository.root.appending(path: ".git").path)

  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func make(_ words: String) async throws -> Outcome {
    try await workspace.shell(
      "make --no-print-directory -C '\(Repository.root.path)' \(words)",
      environment: ["HOME": NSHomeDirectory()])
  }

  @Test func `what is installed is the program, its pages and its completions`() async throws {
    let script = "'\(Repository.root.path)/packaging/install' \"$BANK_ETL\" \"$PWD/root\" /usr"
    let outcome = try await workspace.shell("\(script) && cd root && find . -type f | sort")
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    let files = Set(outcome.stdout.split(separator: "\n").map(String.init))
    for file in [
      "bin/bank-etl", "share/bash-completion/completions/bank-etl",
      "share/zsh/site-functions/_bank-etl",
      "share/fish/vendor_completions.d/bank-etl.fish", "share/man/man1/bank-etl.1",
      "share/man/man7/bank-etl-dates.7",
    ] { #expect(files.contains("./usr/\(file)"), "\(file)") }
    #expect(files.count == 5 + Command.all.count + HelpTopic.all.count)
    let removal = try await make("uninstall PREFIX=/usr DESTDIR='\(workspace.path("root"))'")
    #expect(removal.status == 0, "\(removal)")
    let left = try await workspace.shell("find root -type f")
    #expect(left.stdout == "", "\(left)")
  }

  @Test(.enabled(if: hasGit, "no git here"))
  func `the archive has what git has, and says which commit it is`() async throws {
    let outcome = try await make("dist DIST='\(workspace.folder.path)'")
    #expect(outcome.status == 0, "\(outcome)")
    let name = "bank-etl-\(Version.number)"
    let lists = try await workspace.shell(
      """
      git -C '\(Repository.root.path)' ls-tree -r --name-only HEAD | sort > git
      tar -tzf \(name).tar.gz | grep -v '/$' | sed 's|^\(name)/||' | sort > archive
      diff git archive && tar -xzf \(name).tar.gz && cat \(name)/packaging/commit &&
        git -C '\(Repository.root.path)' rev-parse HEAD
      """)
    #expect(lists.status == 0, "\(lists)")
    let hashes = lists.stdout.split(separator: "\n")
    #expect(hashes.count == 2 && hashes.first == hashes.last, "\(lists)")
  }

  @Test(.enabled(if: isAsked && hasGit, "part of make soak"))
  func `the archive builds by itself`() async throws {
    let outcome = try await make("dist DIST='\(workspace.folder.path)'")
    #expect(outcome.status == 0, "\(outcome)")
    let build = try await workspace.shell(
      """
      tar -xzf bank-etl-*.tar.gz && cd bank-etl-*/ && swift build --product bank-etl >&2 &&
        .build/debug/bank-etl version --json && cat packaging/commit
      """, environment: ["HOME": NSHomeDirectory()])
    #expect(build.status == 0, "\(build)")
    let lines = build.stdout.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].contains("\"commit\":\"\(lines[1])\""), "\(build.stdout)")
  }

  @Test(.enabled(if: isAsked, "part of make soak"))
  func `the package is as Debian wants it, and works in a new system`() async throws {
    let outcome = try await make("deb DIST='\(workspace.folder.path)'")
    try #require(outcome.status == 0, "\(outcome)")
    let lint = try await workspace.shell(
      "! command -v lintian >/dev/null || lintian --allow-root --fail-on error,warning *.deb")
    #expect(lint.status == 0, "\(lint)")
    let trial = try await workspace.shell("'\(Repository.root.path)/packaging/try' *.deb")
    if trial.status == 77 { return Swift.print("the package was not tried: \(trial.stderr)") }
    #expect(trial.status == 0, "\(trial)")
  }
}
