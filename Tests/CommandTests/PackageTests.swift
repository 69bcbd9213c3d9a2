import Foundation
import Testing

@testable import bank_etl

/// What leaves this repository: the installed files, the archive of the sources, the package.
struct PackageTests {
  private static let isAsked = ProcessInfo.processInfo.environment["BANK_ETL_PACKAGING"] != nil
  private static let hasGit =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/git")
    && FileManager.default.fileExists(atPath: Repository.root.appending(path: ".git").path)

  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func make(_ words: String) async throws -> Outcome {
    try await workspace.shell(
      "make --no-print-directory -C '\(Repository.root.path)' \(words)",
      environment: ["HOME": NSHomeDirectory()], inTurn: false)
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

  /// Makes the archive of the sources and unpacks it; the folder's name.
  private func unpackedArchive() async throws -> String {
    let outcome = try await make("dist DIST='\(workspace.folder.path)'")
    try #require(outcome.status == 0, "\(outcome)")
    let name = "bank-etl-\(Version.number)"
    let unpacking = try await workspace.shell("tar -xzf \(name).tar.gz", inTurn: false)
    try #require(unpacking.status == 0, "\(unpacking)")
    return name
  }

  @Test(.enabled(if: hasGit, "no git here"))
  func `the archive has what git has, and says which commit it is`() async throws {
    let folder = try await unpackedArchive()
    let lists = try await workspace.shell(
      """
      git -C '\(Repository.root.path)' ls-tree -r --name-only HEAD | sort > git
      (cd \(folder) && find . -type f -o -type l | sed 's|^./||' | sort) > archive
      diff git archive && cat \(folder)/packaging/commit &&
        git -C '\(Repository.root.path)' rev-parse HEAD
      """)
    #expect(lists.status == 0, "\(lists)")
    let hashes = lists.stdout.split(separator: "\n")
    #expect(hashes.count == 2 && hashes.first == hashes.last, "\(lists)")
  }

  @Test(.enabled(if: hasGit, "no git here"))
  func `the archive is a package to Swift, without the repository`() async throws {
    let folder = try await unpackedArchive()
    let outcome = try await workspace.shell(
      "cd \(folder) && swift package describe && make --no-print-directory version",
      environment: ["HOME": NSHomeDirectory()])
    #expect(outcome.status == 0, "\(outcome)")
    for module in Repository.modules(below: "Sources", "Tests") {
      #expect(outcome.stdout.contains(" Name: \(module)\n"), "\(module)\n\(outcome)")
    }
    #expect(outcome.stdout.hasSuffix("\n\(Version.number)\n"), "\(outcome)")
  }

  @Test(.enabled(if: isAsked && hasGit, "part of .ci/run and make soak"))
  func `the archive becomes a package by itself, as Debian wants it`() async throws {
    let folder = try await unpackedArchive()
    let outcome = try await workspace.shell(
      """
      cd \(folder) && make deb DIST=.. && .build/release/bank-etl version --json > ../version || exit
      # With the same program, the same bytes.
      packaging/deb .build/release/bank-etl \(Version.number) \(Version.date) again &&
        cmp again/*.deb ../*.deb
      """, environment: ["HOME": NSHomeDirectory()], inTurn: false)
    try #require(outcome.status == 0, "\(outcome)")
    let commit = try workspace.text("\(folder)/packaging/commit").dropLast()
    #expect(try workspace.text("version").contains("\"commit\":\"\(commit)\""))
    try await checkPackage()
    let trial = try await workspace.shell(
      "'\(Repository.root.path)/packaging/try' *.deb", inTurn: false)
    if trial.status == 77 { return Swift.print("the package was not tried: \(trial.stderr)") }
    #expect(trial.status == 0, "\(trial)")
  }

  /// Looks at what is in the package.
  private func checkPackage() async throws {
    let lint = try await workspace.shell(
      "! command -v lintian >/dev/null || lintian --allow-root --fail-on error,warning *.deb")
    #expect(lint.status == 0 && lint.stdout == "", "\(lint)")
    let parts = try await workspace.shell(
      """
      dpkg-deb --raw-extract *.deb deb && cd deb && md5sum --quiet --check DEBIAN/md5sums || exit
      ! find usr/share/man -type f -not -name '*.gz' | grep . || exit
      find usr -type f | sort | diff - <(sed 's/^[^ ]*  //' DEBIAN/md5sums | sort) || exit
      # What the program is linked with, and what it loads.
      dpkg-query -W -f '${source:Package}\\n' $(
        sed -n 's/^Depends: //p; s/^Recommends: //p' DEBIAN/control | sed 's/([^)]*)//g; s/,/ /g') |
        sort | tr '\\n' ' '
      """)
    #expect(parts.status == 0 && parts.stderr == "", "\(parts)")
    for source in ["curl", "expat", "glibc", "libarchive", "libcsv", "openssl", "sqlite3"] {
      #expect(parts.stdout.contains("\(source) "), "\(source)\n\(parts)")
    }
    for file in [
      "man/man1/bank-etl-import.1.gz", "man/man7/bank-etl-dates.7.gz", "doc/bank-etl/copyright",
      "bash-completion/completions/bank-etl", "zsh/vendor-completions/_bank-etl",
      "fish/vendor_completions.d/bank-etl.fish", "doc/bank-etl/examples/bank-etl.service",
      "doc/bank-etl/examples/bank-etl.timer", "doc/bank-etl/changelog.gz",
    ] {
      let path = workspace.path("deb/usr/share/\(file)")
      #expect(FileManager.default.fileExists(atPath: path), "\(file)")
    }
  }
}
