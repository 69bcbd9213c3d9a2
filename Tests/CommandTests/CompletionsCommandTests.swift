import Foundation
import Testing

@testable import bank_etl

/// The scripts in the shells that they are for.
struct CompletionsCommandTests {
  private static func has(_ shell: String) -> Bool {
    ["/usr/bin/", "/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + shell) }
  }

  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("a file.csv", "")
    try workspace.write("another.csv", "")
    try FileManager.default.createDirectory(
      at: workspace.folder.appending(path: "folder"), withIntermediateDirectories: false)
  }

  /// What a shell offers, sorted.
  private func offered(_ script: String) async throws -> [String] {
    let outcome = try await workspace.shell(
      "PATH=\"${BANK_ETL%/*}:$PATH\"\n\(script)", environment: ["HOME": workspace.folder.path])
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    return outcome.stdout.split(separator: "\n").map(String.init).sorted()
  }

  @Test(arguments: [
    ("bank-etl stat", ["status"]), ("bank-etl migrate d", ["down", "dump"]),
    ("bank-etl list fail", ["failed-banks"]), ("bank-etl list --format ma", ["markdown"]),
    ("bank-etl list --format = ma", ["markdown"]),
    ("bank-etl list --color =", ["always", "auto", "never"]),
    ("bank-etl import --date-order close_date = d", ["dmy"]),
    ("bank-etl import an", ["another.csv"]),
    ("bank-etl import a", ["a file.csv", "another.csv"]),
    ("bank-etl import --db = an", ["another.csv"]),
    ("bank-etl migrate up --migrations f", ["folder"]), ("bank-etl import --dry", ["--dry-run"]),
  ])
  func `bash completes`(line: String, expected: [String]) async throws {
    // As readline splits the line: an equals sign is a word of its own.
    let words = line.split(separator: " ").map { "'\($0)'" }.joined(separator: " ")
    let found = try await offered(
      """
      source <(bank-etl completions bash)
      complete -p bank-etl >/dev/null
      COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _bank_etl && printf '%s\\n' "${COMPREPLY[@]}"
      """)
    #expect(found == expected)
  }

  @Test(
    .enabled(if: has("fish"), "no fish here"),
    arguments: [
      ("bank-etl stat", ["status"]), ("bank-etl migrate d", ["down", "dump"]),
      ("bank-etl list fail", ["failed-banks"]), ("bank-etl list --format ma", ["markdown"]),
      ("bank-etl list --format=ma", ["--format=markdown"]), ("bank-etl import an", ["another.csv"]),
      ("bank-etl import --date-order close_date=d", ["close_date=dmy"]),
      ("bank-etl import --dry", ["--dry-run"]), ("bank-etl migrate up --migrations f", ["folder/"]),
    ])
  func `fish completes`(line: String, expected: [String]) async throws {
    let found = try await offered(
      """
      fish --no-config -c 'bank-etl completions fish | source; complete -C "\(line)"' | cut -f1
      """)
    #expect(found == expected)
  }

  @Test(
    .enabled(if: has("zsh"), "no zsh here"),
    arguments: [
      ("bank-etl stat", "bank-etl status "), ("bank-etl migrate du", "bank-etl migrate dump "),
      ("bank-etl list fail", "bank-etl list failed-banks "),
      ("bank-etl list --format ma", "bank-etl list --format markdown "),
      ("bank-etl list --format=ma", "bank-etl list --format=markdown "),
      ("bank-etl import ano", "bank-etl import another.csv "),
      ("bank-etl import --db=ano", "bank-etl import --db=another.csv "),
      ("bank-etl import --dry", "bank-etl import --dry-run "),
    ])
  func `zsh completes`(line: String, expected: String) async throws {
    try FileManager.default.createDirectory(
      at: workspace.folder.appending(path: "functions"), withIntermediateDirectories: false)
    // A real line editor: a key is pressed, and a widget prints what the line is then.
    let found = try await offered(
      """
      bank-etl completions zsh > functions/_bank-etl
      cat > test.zsh <<'END'
      zmodload zsh/zpty
      zpty -b shell zsh -f -i
      zpty -w shell 'PS1=; stty -echo; fpath=($PWD/functions $fpath)'
      zpty -w shell 'autoload -Uz compinit; compinit -u -D'
      zpty -w shell 'press() { zle expand-or-complete; print -rn -- "<<$BUFFER>>" }'
      zpty -w shell 'zle -N press; bindkey "^T" press; print rea""dy'
      zpty -r -m shell line '*ready*'
      zpty -w -n shell $'\(line)\\x14'
      zpty -r -m shell line '*>>*'
      print -r -- "${${line##*<<}%%>>*}"
      zpty -d shell
      END
      timeout 20 zsh -f test.zsh
      """)
    #expect(found == [expected.trimmingCharacters(in: .newlines)])
  }

  @Test func `a shell that is not known`() async throws {
    let outcome = try await workspace.run("completions", "zhs")
    #expect(outcome.status == 64, "\(outcome)")
    #expect(outcome.stderr.contains("; did you mean 'zsh'?"), "\(outcome)")
  }
}
