import Foundation
import Testing

/// The set-up of `make import` and `make test`, with other programs in the place of the system's.
struct MakefileTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    // The others log how they are called; libcsv-dev and sqlite3 are the packages that are missing.
    try workspace.write(
      "make-programs",
      """
      export LOG=$PWD/log
      mkdir bin && cd bin
      for program in grep env sed; do ln -s "$(command -v $program)"; done
      stub() { printf '#!/bin/sh\\n%s\\n' "$2" > $1; chmod +x $1; }
      stub swift 'exit 0'
      stub id 'echo 0'
      stub apt-get 'echo "apt-get $*" >> "$LOG"'
      stub dpkg-query 'for last; do :; done
        case $last in libcsv-dev|sqlite3) exit 1;; *) echo installed;; esac'
      """)
  }

  /// Runs the set-up after a script has changed the programs.
  private func setUp(_ change: String) async throws -> (outcome: Outcome, calls: String) {
    let outcome = try await workspace.shell(
      """
      set -e
      . ./make-programs
      \(change)
      make=$(command -v make)
      PATH=$PWD "$make" --no-print-directory -C '\(Repository.root.path)' setup
      """)
    return (outcome, (try? workspace.text("log")) ?? "")
  }

  @Test func `only what is missing is installed`() async throws {
    let (outcome, calls) = try await setUp(":")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.stdout.contains("make: installing libcsv-dev sqlite3\n"), "\(outcome)")
    let lines = calls.split(separator: "\n")
    try #require(lines.count == 2, "\(calls)")
    #expect(lines[0] == "apt-get update -q")
    #expect(lines[1].hasSuffix("install -q -y --no-install-recommends libcsv-dev sqlite3"))
  }

  @Test func `where nothing is missing nothing is done`() async throws {
    let (outcome, calls) = try await setUp("stub dpkg-query 'echo installed'; rm apt-get")
    #expect(outcome.status == 0 && outcome.stdout == "" && calls == "", "\(outcome)")
  }

  @Test func `who is not root goes through sudo`() async throws {
    let (outcome, calls) = try await setUp(
      #"stub id 'echo 1000'; stub sudo 'echo sudo >> "$LOG"; exec "$@"'"#)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(calls.hasPrefix("sudo\napt-get update -q\nsudo\napt-get install"), "\(calls)")
  }

  @Test(arguments: [
    ("rm swift", "no Swift toolchain"),
    ("rm apt-get", "no apt-get: install libcsv-dev sqlite3"),
    ("rm dpkg-query", "this needs Debian"),
    ("stub id 'echo 1000'", "neither root nor sudo"),
    ("stub apt-get 'exit 100'", "Error 100"),
  ])
  func `what the set-up can't do, it says`(change: String, message: String) async throws {
    let (outcome, calls) = try await setUp(change)
    #expect(outcome.status != 0 && calls == "", "\(outcome)")
    #expect(outcome.stderr.contains(message), "\(outcome)")
  }

  @Test func `a package is taken apart once, whole or not at all`() async throws {
    let outcome = try await workspace.shell(
      """
      mkdir -p bin new/DEBIAN new/usr/bin && touch new/usr/bin/x || exit
      printf '%s: x\\n' Package Description > new/DEBIAN/control
      printf '%s\\n' 'Version: 1' 'Architecture: all' 'Maintainer: a <a@b.c>' >> new/DEBIAN/control
      dpkg-deb --build new x.deb > /dev/null || exit
      cat > bin/apt-get <<'END' && chmod +x bin/apt-get || exit
      #!/bin/sh
      for last; do :; done
      echo "$last" >> "$LOG"
      [ "$last" = y ] || cp "$LOG.deb" "${last}_1_all.deb"
      END
      mv x.deb log.deb
      export LOG=$PWD/log PATH="$PWD/bin:$PATH"
      for packages in x 'y x' x; do $TOOLS tools $packages > /dev/null 2>&1; echo $?; done
      ls tools/*
      """, environment: ["TOOLS": Repository.root.appending(path: ".ci/tools").path])
    #expect(outcome.stdout == "0\n2\n0\nusr\n", "\(outcome)")
    #expect(try workspace.text("log") == "x\ny\n")
  }
}
